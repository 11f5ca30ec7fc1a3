//! Checkpoints: what a study has proven so far, kept on its shelf as lines of text with a checksum.

use std::io;

use crate::{Job, StudyError};

/// What begins every file, before its name. Files that lie on people's shelves say so.
const MAGIC: &str = "damier notes 1";

/// Writes a text, which is empty or ends with a line, as a file: a line that says what it is, the text, its checksum.
fn seal(name: &str, text: &str) -> String {
    let body = format!("{MAGIC} {name}\n{text}");
    let sum = checksum(&body);
    format!("{body}check {sum:016x}\n")
}

/// Reads what [`seal`] wrote; `None` where it is anything else.
fn unseal<'a>(name: &str, file: &'a str) -> Option<&'a str> {
    let end = file.strip_suffix('\n')?.rfind('\n')? + 1;
    let (body, last) = file.split_at(end);
    let (first, text) = body.split_once('\n')?;
    let whole = first == format!("{MAGIC} {name}") && last == format!("check {:016x}\n", checksum(body));
    whole.then_some(text)
}

fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(11)
    })
}

impl Job<'_> {
    /// Puts a checkpoint on the shelf: a text that is empty or ends with a line.
    ///
    /// # Errors
    /// If the shelf fails.
    pub fn save_checkpoint(&self, name: &str, text: &str) -> io::Result<()> {
        self.shelf.save(name, &mut |out| out.write_all(seal(name, text).as_bytes()))
    }

    /// Returns the checkpoint that [`Job::save_checkpoint`] put on the shelf, if there is one.
    ///
    /// # Errors
    /// [`StudyError::Shelf`] where the shelf fails or the file is anything else: what it says cannot be trusted.
    pub fn load_checkpoint(&self, name: &str) -> Result<Option<String>, StudyError> {
        let Some(mut file) = self.shelf.open(name)? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let text = std::str::from_utf8(&bytes).ok().and_then(|file| unseal(name, file));
        text.map(|text| Some(text.to_string())).ok_or_else(|| Job::damaged_checkpoint(name))
    }

    /// Returns the error of a checkpoint whose text means nothing.
    pub fn damaged_checkpoint(name: &str) -> StudyError {
        let why = format!("{name}: it is damaged or of another version: remove it");
        StudyError::Shelf(io::Error::new(io::ErrorKind::InvalidData, why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_written_and_nothing_else_is() {
        assert_eq!(unseal("a", &seal("a", "")), Some(""));
        let file = seal("a", "one\ntwo 3\n");
        assert_eq!(unseal("a", &file), Some("one\ntwo 3\n"));
        assert_eq!(unseal("b", &file), None);
        // Whatever changes or is cut off, it is refused.
        for at in 0..file.len() {
            assert_eq!(unseal("a", &file[..at]), None, "{at}");
            let mut bytes = file.clone().into_bytes();
            bytes[at] ^= 1;
            let changed = String::from_utf8(bytes).unwrap();
            assert_eq!(unseal("a", &changed), None, "{changed}");
        }
        assert_eq!(unseal("a", "one\ntwo 3\n"), None);
    }
}
