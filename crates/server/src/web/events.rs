//! Server-sent events, which report the work of an engine while it goes on. When the reader leaves, the channel closes; the
//! task that works for him notices and stops.

use std::convert::Infallible;

use axum::response::sse::{Event, KeepAlive, Sse};
use damier_core::Lang;
use serde::Serialize;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio_stream::wrappers::ReceiverStream;

use crate::play::pool::PoolError;
use crate::web::error::with_causes;
use crate::web::typeset;

/// The answer to a request for events: a stream of them.
pub type Events = Sse<axum::response::sse::KeepAliveStream<ReceiverStream<Result<Event, Infallible>>>>;

/// The sending end of a stream of events.
#[derive(Clone)]
pub struct EventSender {
    sender: Sender<Result<Event, Infallible>>,
    lang: Lang,
}

/// The error that the reader has left.
#[derive(Debug)]
pub struct Disconnected;

impl EventSender {
    /// Opens a channel: the sender, and the answer that streams the events to a reader of this language.
    pub fn open(lang: Lang) -> (EventSender, Events) {
        let (sender, receiver): (_, Receiver<Result<Event, Infallible>>) = mpsc::channel(16);
        (
            EventSender { sender, lang },
            Sse::new(ReceiverStream::new(receiver)).keep_alive(KeepAlive::default()),
        )
    }

    /// Sends an event with a name and its data as JSON, whose words are set as those of all answers are.
    ///
    /// # Errors
    /// If the reader has left.
    pub async fn send(&self, name: &str, data: &impl Serialize) -> Result<(), Disconnected> {
        let data = serde_json::to_string(data).map_err(|_| Disconnected)?;
        let event = Event::default().event(name).data(typeset::json(&data, self.lang));
        self.sender.send(Ok(event)).await.map_err(|_| Disconnected)
    }

    /// Reports that an engine has not done its work: `busy` if too many requests are waiting, `failed` if it panicked.
    ///
    /// # Errors
    /// If the reader has left.
    pub async fn report_error(&self, error: &PoolError) -> Result<(), Disconnected> {
        match error {
            PoolError::Full => self.send("busy", &()).await,
            PoolError::Panicked(_) => {
                tracing::error!(error = with_causes(error), "the engine failed");
                self.send("failed", &()).await
            }
        }
    }

    /// Waits until the reader has left.
    pub async fn disconnected(&self) {
        self.sender.closed().await;
    }
}
