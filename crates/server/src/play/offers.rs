//! What players who sit apart offer each other: a draw, to take moves back, another game. Nothing of it happens unless another
//! player agrees.

use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use damier_core::{Lang, Seat, Text};
use damier_store::{End, Offer, OfferKind, Store};
use maud::{Markup, html};
use serde::Deserialize;

use crate::app::App;
use crate::play::actions::{self, ActionRequest, check_seated, refused};
use crate::play::locks::GameLock;
use crate::play::seats;
use crate::play::stored::StoredGame;
use crate::web::error::{HttpError, OrStatus};
use crate::web::extract::Form;

/// Returns the routes of this module.
pub fn routes() -> Router<App> {
    Router::new().route("/play/{id}/accept", post(accept)).route("/play/{id}/decline", post(decline))
}

/// Notes what the reader offers. What another player offers already is agreed to thereby.
///
/// # Errors
/// If there is nothing to offer, or the database fails.
pub async fn make(
    request: ActionRequest,
    stored: StoredGame,
    kind: OfferKind,
) -> Result<Response, HttpError> {
    let over = stored.session.outcome().is_some();
    match kind {
        OfferKind::Draw | OfferKind::Takeback if over => {
            return Err(refused("La partie est finie.", "The game is over."));
        }
        OfferKind::Rematch if !over => {
            return Err(refused("La partie n'est pas finie.", "The game is not over."));
        }
        OfferKind::Takeback if !stored.movers.iter().any(|&seat| stored.holds(seat)) => {
            return Err(refused("Vous n'avez pas encore joué.", "You have not moved yet."));
        }
        _ => {}
    }
    if stored.is_waiting() {
        return Err(refused("On attend encore un joueur.", "A player is still missing."));
    }
    if let Some(offer) = stored.standing_offer(kind)
        && !stored.holds(Seat(offer.seat))
    {
        return agree(request, stored, offer).await;
    }
    let offer = Offer { kind, seat: stored.own_seats()[0].0, ply: stored.saved.moves.len() as u32 };
    request.app.store.offer(&request.id, offer).await?;
    request.answer().await
}

/// Does what was offered.
async fn agree(request: ActionRequest, stored: StoredGame, offer: Offer) -> Result<Response, HttpError> {
    request.app.store.withdraw(&request.id, offer.kind).await?;
    match offer.kind {
        OfferKind::Draw => request.end(stored, End::Agreement).await,
        OfferKind::Takeback => {
            actions::take_back(&request, stored, Seat(offer.seat)).await?;
            request.answer().await
        }
        OfferKind::Rematch => Ok(actions::begin_again(request, stored, 0).await?.into_response()),
    }
}

/// Which offer is meant.
#[derive(Debug, Deserialize)]
pub struct OfferForm {
    kind: String,
}

/// Locks the game for a player who answers an offer; returns which kind he means.
async fn answering(
    request: &ActionRequest,
    form: &OfferForm,
) -> Result<(OfferKind, StoredGame, GameLock), HttpError> {
    let kind = form.kind.parse().or_bad_request()?;
    let (stored, lock) = request.lock().await?;
    check_seated(&stored)?;
    Ok((kind, stored, lock))
}

/// Agrees to what another player offers.
pub async fn accept(request: ActionRequest, Form(form): Form<OfferForm>) -> Result<Response, HttpError> {
    let (kind, stored, _lock) = answering(&request, &form).await?;
    match stored.standing_offer(kind) {
        Some(offer) if !stored.holds(Seat(offer.seat)) => agree(request, stored, offer).await,
        Some(_) => Err(refused("C'est votre propre offre.", "The offer is your own.")),
        None => Err(refused("Cette offre ne tient plus.", "This offer does not stand any more.")),
    }
}

/// Declines what another player offers, or takes one's own offer back.
pub async fn decline(request: ActionRequest, Form(form): Form<OfferForm>) -> Result<Response, HttpError> {
    let (kind, _, _lock) = answering(&request, &form).await?;
    request.app.store.withdraw(&request.id, kind).await?;
    request.answer().await
}

/// Draws the offers that stand, with what their reader can do about them.
pub fn draw(stored: &StoredGame, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let id = &stored.saved.game.id;
    let button = |verb: &str, kind: OfferKind, words: &str, main: bool| {
        html! {
            form action={ "/play/" (id) "/" (verb) } method="post" data-verb=(verb) data-leads[kind == OfferKind::Rematch] {
                input type="hidden" name="kind" value=(kind);
                button.main[main] { (words) }
            }
        }
    };
    let standing: Vec<Offer> =
        OfferKind::ALL.into_iter().filter_map(|kind| stored.standing_offer(kind)).collect();
    if stored.own_seats().is_empty() {
        return html! {};
    }
    html! {
        @for Offer { kind, seat, .. } in standing {
            @let own = stored.holds(Seat(seat));
            div.offer {
                p { (words(kind, &seats::name(stored, Seat(seat), lang), own, lang)) }
                div.actions {
                    @if own { (button("decline", kind, say("Retirer", "Withdraw"), false)) }
                    @else {
                        (button("accept", kind, say("Accepter", "Accept"), true))
                        (button("decline", kind, say("Refuser", "Decline"), false))
                    }
                }
            }
        }
    }
}

/// Says who offers what.
fn words(kind: OfferKind, name: &str, own: bool, lang: Lang) -> String {
    match (kind, own, lang) {
        (OfferKind::Draw, true, Lang::Fr) => "Vous proposez la partie nulle.".to_string(),
        (OfferKind::Draw, true, Lang::En) => "You offer a draw.".to_string(),
        (OfferKind::Draw, false, Lang::Fr) => format!("{name} propose la partie nulle."),
        (OfferKind::Draw, false, Lang::En) => format!("{name} offers a draw."),
        (OfferKind::Takeback, true, Lang::Fr) => "Vous demandez à reprendre votre coup.".to_string(),
        (OfferKind::Takeback, true, Lang::En) => "You ask to take your move back.".to_string(),
        (OfferKind::Takeback, false, Lang::Fr) => format!("{name} demande à reprendre son coup."),
        (OfferKind::Takeback, false, Lang::En) => format!("{name} asks to take a move back."),
        (OfferKind::Rematch, true, Lang::Fr) => "Vous proposez une revanche.".to_string(),
        (OfferKind::Rematch, true, Lang::En) => "You offer another game.".to_string(),
        (OfferKind::Rematch, false, Lang::Fr) => format!("{name} propose une revanche."),
        (OfferKind::Rematch, false, Lang::En) => format!("{name} offers another game."),
    }
}
