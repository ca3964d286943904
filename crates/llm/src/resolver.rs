//! Names of hosts to addresses, for all connections of a client.
//!
//! ureq asks for the address before each request, even if a connection is open, and its own
//! resolver begins a thread each time so that it can give up: at 5,000 requests a second that was
//! half of the work. Here a numeric address needs no look-up, and a name is looked up twice a
//! minute.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ureq::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// How long the addresses of a name are used.
const LONGEST_USE: Duration = Duration::from_secs(30);

/// A resolver with a cache. Copies share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Remembering {
    known: Arc<Mutex<HashMap<String, Known>>>,
}

#[derive(Clone, Debug)]
struct Known {
    addresses: Vec<SocketAddr>,
    since: Instant,
}

impl Resolver for Remembering {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let (Some(scheme), Some(authority)) = (uri.scheme(), uri.authority()) else {
            return Err(Error::HostNotFound);
        };
        if let Some(address) = numeric(uri) {
            return self.list(&[address]);
        }
        let name = DefaultResolver::host_and_port(scheme, authority).ok_or(Error::HostNotFound)?;
        if let Some(known) = self.known(&name) {
            return self.list(&known);
        }
        let found = DefaultResolver::default().resolve(uri, config, timeout);
        let found = found.map_err(|error| match error {
            // The system's message for an unknown name comes as an I/O error.
            Error::Io(_) => Error::HostNotFound,
            other => other,
        })?;
        let known = Known { addresses: found.iter().copied().collect(), since: Instant::now() };
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(name, known);
        Ok(found)
    }
}

impl Remembering {
    fn known(&self, name: &str) -> Option<Vec<SocketAddr>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get(name).filter(|known| known.since.elapsed() < LONGEST_USE);
        known.map(|known| known.addresses.clone())
    }

    fn list(&self, addresses: &[SocketAddr]) -> Result<ResolvedSocketAddrs, Error> {
        let mut list = self.empty();
        // A list of ureq holds 16.
        for address in addresses.iter().take(16) {
            list.push(*address);
        }
        match list.is_empty() {
            true => Err(Error::HostNotFound),
            false => Ok(list),
        }
    }
}

/// The address of a host that is written numerically.
fn numeric(uri: &Uri) -> Option<SocketAddr> {
    let address: IpAddr = uri.host()?.trim_matches(['[', ']']).parse().ok()?;
    let standard = if uri.scheme_str() == Some("https") { 443 } else { 80 };
    Some(SocketAddr::new(address, uri.port_u16().unwrap_or(standard)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_need_no_look_up() {
        for (uri, address) in [
            ("http://127.0.0.1:8000/v1", "127.0.0.1:8000"),
            ("http://127.0.0.1/v1", "127.0.0.1:80"),
            ("https://[::1]/v1", "[::1]:443"),
        ] {
            assert_eq!(numeric(&uri.parse().unwrap()), Some(address.parse().unwrap()), "{uri}");
        }
        assert_eq!(numeric(&"http://localhost:1/".parse().unwrap()), None);
    }

    #[test]
    fn a_name_is_remembered_by_all_copies() {
        let resolver = Remembering::default();
        let uri: Uri = "http://localhost:8000/".parse().unwrap();
        let find = |resolver: &Remembering| {
            resolver.resolve(&uri, &Config::default(), NextTimeout::default()).unwrap()
        };
        let found: Vec<SocketAddr> = find(&resolver.clone()).iter().copied().collect();
        assert!(found.iter().all(|address| address.ip().is_loopback()), "{found:?}");
        assert_eq!(resolver.known("localhost:8000"), Some(found));
    }
}
