//! What an address asks for, read with errors that a person can read.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use damier_core::Fault;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::error::Problem;
use crate::reader::Reader;

/// The query of an address.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<App> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Asked<T>, Problem> {
        let Ok(reader) = Reader::from_request_parts(parts, app).await;
        let query = parts.uri.query().unwrap_or_default();
        serde_urlencoded::from_str(query).map(Asked).map_err(|error| {
            let fault = Fault::new(
                format!("Adresse illisible : {error}."),
                format!("The address cannot be read: {error}."),
            );
            Problem::bad(&reader, &fault)
        })
    }
}

/// Reads a switch: `tall`, `tall=yes`, `tall=no`.
pub fn switch(text: Option<&str>, otherwise: bool) -> bool {
    match text {
        None => otherwise,
        Some("no" | "false" | "0" | "off") => false,
        Some(_) => true,
    }
}

/// Reads a number within limits.
///
/// # Errors
/// Names the parameter, what was given and what may be.
pub fn within(name: &str, text: &str, least: u32, most: u32) -> Result<u32, Fault> {
    text.parse().ok().filter(|number| (least..=most).contains(number)).ok_or_else(|| {
        Fault::new(
            format!("« {name}={text} » : attendu un nombre de {least} à {most}."),
            format!("\"{name}={text}\": expected a number from {least} to {most}."),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_and_numbers_are_read() {
        assert!(switch(None, true) && !switch(None, false));
        assert!(switch(Some(""), false) && switch(Some("yes"), false) && !switch(Some("no"), true));
        assert_eq!(within("pixels", "300", 16, 2400), Ok(300));
        for wrong in ["", "15", "2401", "-1", "9999999999", "x"] {
            assert!(within("pixels", wrong, 16, 2400).unwrap_err().to_string().contains("16"), "{wrong}");
        }
    }
}
