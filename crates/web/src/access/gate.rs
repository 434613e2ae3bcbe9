//! `Gate`: which requests come in. A page of somebody else must not be able to use the server, neither under
//! its own name (Origin) nor by pointing a name of its own at us (Host).

use std::fmt;
use std::net::{IpAddr, SocketAddr};

use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, Uri};

use crate::error::{Result, WebError};
use crate::http::query::Query;

use super::Visitor;

/// The cookie that holds the token.
const COOKIE_NAME: &str = "ludarium-token";

/// Decides who comes in.
#[derive(Clone, Debug)]
pub struct Gate {
    port: u16,
    /// The name that was asked for with `--listen`, if it was a name.
    name: Option<String>,
    /// Needed where the server can be reached from elsewhere; on a public server only for what is the owner's.
    token: Option<String>,
    /// Where anybody may come: the address that people know.
    public: Option<PublicAddress>,
}

/// The address of a public server as its proxy has it: `https://play.example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicAddress {
    /// `http` or `https`.
    scheme: &'static str,
    /// The host, with a port where it is not the usual one.
    host: String,
}

impl PublicAddress {
    /// Reads an address; it has no path.
    pub fn parse(text: &str) -> Option<PublicAddress> {
        let schemes = ["https", "http"].into_iter();
        let (scheme, host) = schemes
            .filter_map(|scheme| Some((scheme, text.strip_prefix(scheme)?.strip_prefix("://")?)))
            .next()?;
        let host = host.strip_suffix('/').unwrap_or(host);
        let sign = |sign: char| sign.is_ascii_alphanumeric() || ".-:[]".contains(sign);
        let fits = !host.is_empty() && host.len() <= 255 && host.chars().all(sign);
        fits.then(|| PublicAddress { scheme, host: host.to_ascii_lowercase() })
    }

    /// Whether cookies may go over encrypted connections only.
    fn is_encrypted(&self) -> bool {
        self.scheme == "https"
    }
}

impl fmt::Display for PublicAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.host)
    }
}

impl Gate {
    /// The gate of a server at `address`; `name` is what it was asked to be called, where that is a name.
    pub fn new(address: SocketAddr, name: Option<String>, token: Option<String>) -> Gate {
        Gate { port: address.port(), name, token, public: None }
    }

    /// The same gate open to everybody, behind a proxy that people reach at `address`. The token, if there is one, is then the
    /// owner's key.
    pub fn opened(self, address: PublicAddress) -> Gate {
        Gate { public: Some(address), ..self }
    }

    /// The visitor, given the address at the other end of the connection.
    pub fn visitor(&self, headers: &HeaderMap, address: IpAddr) -> Visitor {
        match self.public {
            Some(_) => Visitor::behind_proxy(headers, address),
            None => Visitor::of(address),
        }
    }

    /// Whether only this machine is let in.
    pub fn is_local(&self) -> bool {
        self.token.is_none() && self.public.is_none()
    }

    /// Whether a request that was let in comes from the owner: on a public server only with the key.
    pub fn is_owner(&self, headers: &HeaderMap, uri: &Uri) -> bool {
        self.public.is_none() || self.knows_token(headers, uri)
    }

    /// Whether a request shows the token; never where there is none.
    pub fn knows_token(&self, headers: &HeaderMap, uri: &Uri) -> bool {
        let token = self.token.as_deref();
        token.is_some_and(|token| presented(headers, uri).any(|given| same(&given, token)))
    }

    /// The cookie that stands for the token.
    pub fn cookie(&self) -> Option<String> {
        let token = self.token.as_deref()?;
        let encrypted = self.public.as_ref().is_some_and(PublicAddress::is_encrypted);
        let secure = if encrypted { "; Secure" } else { "" };
        Some(format!("{COOKIE_NAME}={token}; Path=/; HttpOnly; SameSite=Lax{secure}"))
    }

    /// Lets a request in or says why not.
    pub fn admit(&self, headers: &HeaderMap, uri: &Uri) -> Result<()> {
        let host = self.check_host(headers, uri)?;
        check_origin(headers, &host)?;
        let needed = self.token.is_some() && self.public.is_none();
        if needed && !self.knows_token(headers, uri) {
            return Err(WebError::unauthorised("this server needs a token")
                .hint("open the address that the server printed, with ?token=…"));
        }
        Ok(())
    }

    fn check_host(&self, headers: &HeaderMap, uri: &Uri) -> Result<String> {
        let mut hosts = headers.get_all(HOST).iter();
        let header = hosts.next().and_then(|host| host.to_str().ok());
        let host = header.or(uri.authority().map(|authority| authority.as_str()));
        let known = |host: &&str| {
            let (name, port) = split(host);
            match &self.public {
                Some(public) => host.eq_ignore_ascii_case(&public.host),
                None => port == self.port && self.is_ours(name),
            }
        };
        let host = host.filter(known).filter(|_| hosts.next().is_none());
        host.map(str::to_owned).ok_or_else(|| {
            WebError::misdirected("this request is meant for another server")
                .hint("open the address that the server printed")
        })
    }

    /// Whether a host name can only mean us: names of others may be pointed at any address, addresses may not.
    fn is_ours(&self, name: &str) -> bool {
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        match bare.parse::<IpAddr>() {
            Ok(address) => address.is_loopback() || self.token.is_some(),
            Err(_) => {
                let asked = self.name.as_deref();
                name.eq_ignore_ascii_case("localhost")
                    || asked.is_some_and(|asked| name.eq_ignore_ascii_case(asked))
            }
        }
    }
}

/// A host without and with its port; browsers leave the usual one out.
fn split(host: &str) -> (&str, u16) {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().unwrap_or(0)),
        _ => (host, 80),
    }
}

/// A page that asks must be ours: its origin has the host that it asks.
fn check_origin(headers: &HeaderMap, host: &str) -> Result<()> {
    for origin in headers.get_all(ORIGIN) {
        let origin = origin.to_str().unwrap_or_default();
        let own = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        if !own.is_some_and(|own| own.eq_ignore_ascii_case(host)) {
            let message = "requests from pages of other servers are refused";
            return Err(WebError::forbidden(message));
        }
    }
    Ok(())
}

/// The tokens that a request shows: in its address, in a cookie or in a header.
fn presented(headers: &HeaderMap, uri: &Uri) -> impl Iterator<Item = String> {
    let asked = Query::of(uri).get("token");
    let cookies = headers.get_all(COOKIE).iter();
    let cookies = cookies.filter_map(|cookie| cookie.to_str().ok());
    let cookies = cookies.flat_map(|cookie| cookie.split(';')).filter_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        (name == COOKIE_NAME).then(|| value.to_owned())
    });
    let bearer = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
    asked.into_iter().chain(cookies).chain(bearer.map(str::to_owned))
}

/// Whether two secrets are equal, in a time that does not tell where they differ.
pub fn same(a: &str, b: &str) -> bool {
    let different = a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    a.len() == b.len() && different == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pairs = pairs.iter();
        pairs.map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    fn status(gate: &Gate, pairs: &[(&'static str, &str)], uri: &str) -> u16 {
        let uri = uri.parse().unwrap();
        let admitted = gate.admit(&headers(pairs), &uri);
        admitted.map_or_else(|error| error.status.as_u16(), |()| 200)
    }

    #[test]
    fn only_our_own_names_and_pages_come_in() {
        let gate = Gate::new("127.0.0.1:8080".parse().unwrap(), None, None);
        let ask = |host: &str, origin: Option<&str>| {
            let mut pairs = vec![("host", host)];
            pairs.extend(origin.map(|origin| ("origin", origin)));
            status(&gate, &pairs, "/")
        };
        for host in ["127.0.0.1:8080", "localhost:8080", "[::1]:8080", "LOCALHOST:8080"] {
            assert_eq!(ask(host, None), 200, "{host}");
        }
        for host in
            ["evil.example:8080", "127.0.0.1:80", "127.0.0.1", "", "192.168.0.1:8080", "localhost"]
        {
            assert_eq!(ask(host, None), 421, "{host}");
        }
        assert_eq!(ask("localhost:8080", Some("http://localhost:8080")), 200);
        for origin in
            ["http://evil.example", "null", "http://localhost:8081", "http://127.0.0.1:8080", ""]
        {
            assert_eq!(ask("localhost:8080", Some(origin)), 403, "{origin}");
        }
        assert_eq!(status(&gate, &[], "/"), 421);
    }

    #[test]
    fn a_public_server_lets_everybody_in_under_its_own_name() {
        let token = Some("the-owner-has-this".to_owned());
        let address = PublicAddress::parse("https://play.example.org/").unwrap();
        let gate = Gate::new("127.0.0.1:8080".parse().unwrap(), None, token).opened(address);
        let ask =
            |host: &str, origin: &str| status(&gate, &[("host", host), ("origin", origin)], "/");
        let own = "https://play.example.org";
        assert_eq!(ask("play.example.org", own), 200);
        assert_eq!(ask("PLAY.example.org", own), 200);
        assert_eq!(ask("play.example.org", "https://evil.example"), 403);
        for host in [
            "evil.example",
            "play.example.org:8080",
            "10.0.0.1:8080",
            "example.org",
            "localhost:8080",
            "127.0.0.1:8080",
            "[::1]:8080",
        ] {
            assert_eq!(ask(host, &format!("https://{host}")), 421, "{host}");
        }
        let owner =
            |pairs: &[(&'static str, &str)]| gate.is_owner(&headers(pairs), &"/".parse().unwrap());
        assert!(!owner(&[]));
        assert!(!owner(&[("cookie", "ludarium-token=the-owner-has-thi")]));
        assert!(owner(&[("cookie", "ludarium-token=the-owner-has-this")]));
        assert!(gate.cookie().unwrap().ends_with("; Secure"));
        for wrong in
            ["play.example.org", "ftp://x", "https://", "https://a/b", "https://a b", "https://a@b"]
        {
            assert_eq!(PublicAddress::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_public_server_without_a_key_has_no_owner() {
        let address = PublicAddress::parse("http://play.example.org").unwrap();
        let gate = Gate::new("127.0.0.1:8080".parse().unwrap(), None, None).opened(address);
        assert!(
            !gate
                .is_owner(&headers(&[("cookie", "ludarium-token=")]), &"/?token=".parse().unwrap())
        );
        assert_eq!(gate.cookie(), None);
    }

    #[test]
    fn a_request_names_one_host() {
        let gate = Gate::new("127.0.0.1:8080".parse().unwrap(), None, None);
        let own = ("host", "127.0.0.1:8080");
        assert_eq!(status(&gate, &[own], "/"), 200);
        // Whatever stands between us and the client may have looked at the other one.
        for second in [own, ("host", "evil.example:8080")] {
            assert_eq!(status(&gate, &[own, second], "/"), 421, "{second:?}");
        }
    }

    #[test]
    fn a_token_is_asked_for_where_others_can_reach_us() {
        let token = Some("secret".to_owned());
        let gate = Gate::new("0.0.0.0:9000".parse().unwrap(), Some("box".to_owned()), token);
        let host = ("host", "192.168.0.7:9000");
        assert_eq!(status(&gate, &[host], "/"), 401);
        assert_eq!(status(&gate, &[host], "/?token=secret"), 200);
        assert_eq!(status(&gate, &[host], "/?token=secre"), 401);
        assert_eq!(status(&gate, &[host, ("cookie", "a=b; ludarium-token=secret")], "/"), 200);
        assert_eq!(status(&gate, &[host, ("authorization", "Bearer secret")], "/"), 200);
        assert_eq!(
            status(&gate, &[("host", "box:9000"), ("cookie", "ludarium-token=x")], "/"),
            401
        );
        assert_eq!(status(&gate, &[("host", "evil.example:9000")], "/?token=secret"), 421);
    }
}
