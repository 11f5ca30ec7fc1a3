//! What all requests need: reading them, the reader, the frame of pages, errors, files, events.

pub mod assets;
pub mod error;
pub mod events;
pub mod extract;
pub mod layout;
pub mod line_address;
pub mod markdown;
pub mod reader;
pub mod site;
pub mod typeset;
pub mod ways;
