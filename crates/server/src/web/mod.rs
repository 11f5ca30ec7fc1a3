//! What every request goes through: what is read of it, who reads the answer, pages, errors, files, events.

pub mod assets;
pub mod error;
pub mod events;
pub mod extract;
pub mod layout;
pub mod line_address;
pub mod markdown;
pub mod reader;
pub mod site;
