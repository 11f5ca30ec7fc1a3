//! Server-sent events: what an engine finds, as it finds it. When the reader leaves, the channel closes, and whoever
//! works for him sees that and stops.

use std::convert::Infallible;

use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Serialize;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio_stream::wrappers::ReceiverStream;

use crate::play::pool::PoolError;
use crate::web::error::chain;

/// The answer to a request for events.
pub type Events = Sse<axum::response::sse::KeepAliveStream<ReceiverStream<Result<Event, Infallible>>>>;

/// Where events are sent to.
#[derive(Clone)]
pub struct EventSender(Sender<Result<Event, Infallible>>);

/// The reader has left.
#[derive(Debug)]
pub struct Disconnected;

impl EventSender {
    /// Opens a channel: the outlet, and the answer that lets the events out.
    pub fn open() -> (EventSender, Events) {
        let (sender, receiver): (_, Receiver<Result<Event, Infallible>>) = mpsc::channel(16);
        (EventSender(sender), Sse::new(ReceiverStream::new(receiver)).keep_alive(KeepAlive::default()))
    }

    /// Sends an event: its name, and what it carries.
    ///
    /// # Errors
    /// If nobody hears it any more.
    pub async fn send(&self, name: &str, what: &impl Serialize) -> Result<(), Disconnected> {
        let event = Event::default().event(name).json_data(what).map_err(|_| Disconnected)?;
        self.0.send(Ok(event)).await.map_err(|_| Disconnected)
    }

    /// Says that an engine has not done its work: `busy` where too many wait already, `failed` where that is our fault.
    ///
    /// # Errors
    /// If nobody hears it any more.
    pub async fn refuse(&self, error: &PoolError) -> Result<(), Disconnected> {
        match error {
            PoolError::Full => self.send("busy", &()).await,
            PoolError::Panicked(_) => {
                tracing::error!(error = chain(error), "the engine failed");
                self.send("failed", &()).await
            }
        }
    }

    /// Waits until the reader has left.
    pub async fn left(&self) {
        self.0.closed().await;
    }
}
