//! Reading standard input line by line, as protocols do.

use std::io::BufRead;

/// Reads the next line; `None` at the end. Bytes that are not UTF-8 are replaced; input that cannot be read is at its end.
pub fn next_line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    match input.read_until(b'\n', &mut line) {
        Ok(0) => None,
        Ok(_) => Some(String::from_utf8_lossy(&line).into_owned()),
        Err(error) => {
            tracing::warn!(%error, "standard input cannot be read");
            None
        }
    }
}
