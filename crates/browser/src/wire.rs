//! HTTP to ChromeDriver, as much of it as that takes.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use serde_json::Value;

/// A connection that stays open between questions.
pub struct Wire {
    port: u16,
    stream: RefCell<Option<BufReader<TcpStream>>>,
}

impl Wire {
    pub fn new(port: u16) -> Wire {
        Wire { port, stream: RefCell::default() }
    }

    /// Sends a command and returns the value of the answer.
    ///
    /// # Errors
    /// Gives the driver's error, or what is wrong with the connection.
    pub fn send(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let answer = self.exchange(&request).map_err(|error| error.to_string())?;
        let mut answer: Value = serde_json::from_slice(&answer).map_err(|error| error.to_string())?;
        let value = answer["value"].take();
        match value["error"].as_str() {
            Some(error) => Err(format!("{error}: {}", value["message"].as_str().unwrap_or_default())),
            None => Ok(value),
        }
    }

    fn exchange(&self, request: &str) -> io::Result<Vec<u8>> {
        let mut kept = self.stream.borrow_mut();
        // After a failure the next question gets a new connection.
        let mut stream = match kept.take() {
            Some(stream) => stream,
            None => {
                let stream = TcpStream::connect(("127.0.0.1", self.port))?;
                stream.set_nodelay(true)?;
                BufReader::new(stream)
            }
        };
        stream.get_mut().write_all(request.as_bytes())?;
        let (mut length, mut line) = (0, String::new());
        loop {
            line.clear();
            if stream.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if line == "\r\n" {
                break;
            }
            if let Some(("content-length", value)) = line.to_ascii_lowercase().split_once(':') {
                length = value.trim().parse().map_err(io::Error::other)?;
            }
        }
        let mut answer = vec![0; length];
        stream.read_exact(&mut answer)?;
        *kept = Some(stream);
        Ok(answer)
    }
}

/// Reads base64; what is no letter of it is passed over.
pub fn bytes(text: &str) -> Vec<u8> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits: Vec<u32> = text
        .bytes()
        .filter_map(|byte| LETTERS.iter().position(|&letter| letter == byte))
        .map(|digit| digit as u32)
        .collect();
    let group = |group: &[u32]| {
        let bits = group.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - group.len()));
        bits.to_be_bytes()[1..group.len()].to_vec()
    };
    digits.chunks(4).flat_map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::bytes;

    /// The examples of RFC 4648, section 10.
    #[test]
    fn base64_is_read() {
        for (text, plain) in
            [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYmFy", "foobar")]
        {
            assert_eq!(bytes(text), plain.as_bytes());
        }
    }
}
