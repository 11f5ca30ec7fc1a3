//! The absolute address of this site, and writing queries.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

use crate::app::App;

/// The longest accepted name of a host, port included.
const LONGEST: usize = 260;

/// The address of this site, `http://host:port`. It is empty if the request does not name the host; links are then relative.
#[derive(Clone, Debug)]
pub struct Site(String);

impl Site {
    fn of(headers: &HeaderMap) -> Site {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let plain = |host: &&str| {
            let sign = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
            !host.is_empty() && host.len() <= LONGEST && host.bytes().all(sign)
        };
        // A proxy in front of this server says whether the reader uses HTTPS.
        let scheme = if text("x-forwarded-proto") == Some("https") { "https" } else { "http" };
        let host = text(header::HOST.as_str()).filter(plain);
        Site(host.map_or_else(String::new, |host| format!("{scheme}://{host}")))
    }

    /// Returns the whole address of a path.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    /// Returns the address by which other machines reach this site: if the reader came by a name that only his machine knows, that
    /// of this machine on its network, where the app listens there.
    pub fn for_others(&self, app: &App) -> Site {
        match app.lan {
            Some(address) if self.is_this_machine() => Site(format!("http://{address}")),
            _ => self.clone(),
        }
    }

    /// Says whether the host is a name that every machine gives itself: no other one reaches this site by such links.
    pub fn is_this_machine(&self) -> bool {
        let host = self.0.split_once("://").map_or("", |(_, host)| host);
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => host.split(':').next().unwrap_or_default(),
        };
        let own = |address: IpAddr| address.is_loopback() || address.is_unspecified();
        name == "localhost" || name.ends_with(".localhost") || name.parse().is_ok_and(own)
    }

    /// Says whether the host is known and links are therefore absolute.
    pub fn is_known(&self) -> bool {
        !self.0.is_empty()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Site {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Site, Infallible> {
        Ok(Site::of(&parts.headers))
    }
}

/// Returns the address of this machine on its network, if the app listens there.
pub fn on_network(bound: SocketAddr) -> Option<SocketAddr> {
    if !bound.ip().is_unspecified() {
        return Some(bound).filter(|bound| !bound.ip().is_loopback());
    }
    // Nothing is sent: the system only says by which of its addresses it would reach another network.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_loopback() && !own.is_unspecified()).then(|| SocketAddr::new(own, bound.port()))
}

/// Writes fields as a query; empty ones are left out.
pub fn query(fields: &[(&str, &str)]) -> String {
    let filled: Vec<_> = fields.iter().filter(|(_, value)| !value.is_empty()).collect();
    let text = serde_urlencoded::to_string(filled).expect("pairs of texts can always be written");
    // These characters may stand in a query unescaped. That keeps addresses readable and their QR codes small.
    text.replace("%2F", "/").replace("%3A", ":").replace("%2C", ",")
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn only_plain_hosts_are_believed() {
        let link = |host: &str, proto: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_str(host).unwrap());
            headers.insert("x-forwarded-proto", HeaderValue::from_str(proto).unwrap());
            Site::of(&headers).link("/x")
        };
        assert_eq!(link("localhost:8080", ""), "http://localhost:8080/x");
        assert_eq!(link("[::1]:80", "http"), "http://[::1]:80/x");
        assert_eq!(link("jeux.example", "https"), "https://jeux.example/x");
        for wrong in ["", "a/b", "a\"b", "a b", "a@b", "<a>", &"a".repeat(300)] {
            assert_eq!(link(wrong, "https"), "/x", "{wrong}");
        }
        assert!(!Site::of(&HeaderMap::new()).is_known());
    }

    #[test]
    fn a_machine_knows_its_own_names() {
        let own = |host: &str| Site(format!("http://{host}")).is_this_machine();
        for host in [
            "127.0.0.1:8080",
            "127.1.2.3",
            "localhost",
            "localhost:80",
            "[::1]:80",
            "a.localhost",
            "0.0.0.0:80",
        ] {
            assert!(own(host), "{host}");
        }
        for host in
            ["192.168.1.7:8080", "jeux.example", "[fe80::1]:80", "localhost.example", "127.0.0.1.example"]
        {
            assert!(!own(host), "{host}");
        }
        assert!(!Site(String::new()).is_this_machine());
    }

    #[test]
    fn queries_come_back_as_they_were() {
        let fields = [("game", "hex:swap,size=5"), ("position", "a/b %2F+&="), ("moves", "")];
        let text = query(&fields);
        assert!(text.starts_with("game=hex:swap,size%3D5&"), "{text}");
        let read: Vec<(String, String)> = serde_urlencoded::from_str(&text).unwrap();
        let pairs: Vec<(&str, &str)> = read.iter().map(|(key, value)| (&**key, &**value)).collect();
        assert_eq!(pairs, fields[..2]);
    }
}
