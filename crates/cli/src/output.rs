//! Writing JSON lines and files.

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use crate::failure::Failure;

/// Writes a value as one line of JSON, which its reader gets at once.
pub fn json(out: &mut dyn Write, value: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}

/// Writes a file; `-` is standard output.
pub fn file(path: &Path, bytes: &[u8], out: &mut dyn Write) -> Result<(), Failure> {
    if path == Path::new("-") {
        out.write_all(bytes)?;
        return Ok(());
    }
    std::fs::write(path, bytes).map_err(|error| Failure::writing(path, error))
}

/// Rounds seconds, or a share, to millionths: more would be noise.
pub fn millionths(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}
