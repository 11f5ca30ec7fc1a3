//! Server-sent events: what an engine finds, as it finds it. When the reader leaves, the channel closes, and whoever
//! works for him sees that and stops.

use std::convert::Infallible;

use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Serialize;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio_stream::wrappers::ReceiverStream;

/// The answer to a request for events.
pub type Events = Sse<axum::response::sse::KeepAliveStream<ReceiverStream<Result<Event, Infallible>>>>;

/// Where events are sent to.
#[derive(Clone)]
pub struct Outlet(Sender<Result<Event, Infallible>>);

/// The reader has left.
#[derive(Debug)]
pub struct Left;

impl Outlet {
    /// Opens a channel: the outlet, and the answer that lets the events out.
    pub fn open() -> (Outlet, Events) {
        let (sender, receiver): (_, Receiver<Result<Event, Infallible>>) = mpsc::channel(16);
        (Outlet(sender), Sse::new(ReceiverStream::new(receiver)).keep_alive(KeepAlive::default()))
    }

    /// Sends an event: its name, and what it carries.
    ///
    /// # Errors
    /// If nobody hears it any more.
    pub async fn send(&self, name: &str, what: &impl Serialize) -> Result<(), Left> {
        let event = Event::default().event(name).json_data(what).map_err(|_| Left)?;
        self.0.send(Ok(event)).await.map_err(|_| Left)
    }

    /// Waits until the reader has left.
    pub async fn left(&self) {
        self.0.closed().await;
    }
}
