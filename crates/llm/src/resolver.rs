//! Names of hosts to addresses, for all connections of a client.
//!
//! ureq asks for the address before each request, even if a connection is open, and its own
//! resolver begins a thread each time so that it can give up: at 5,000 requests a second that was
//! half of the work. Here a host is looked up twice a minute.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ureq::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

use super::stop::lock;

/// How long the addresses of a host are used.
const LONGEST_USE: Duration = Duration::from_secs(30);

/// A resolver with a cache. Copies share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Remembering {
    known: Arc<Mutex<HashMap<String, (ResolvedSocketAddrs, Instant)>>>,
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
        let host = DefaultResolver::host_and_port(scheme, authority).ok_or(Error::HostNotFound)?;
        if let Some(known) = self.known(&host) {
            return Ok(known);
        }
        let found = DefaultResolver::default().resolve(uri, config, timeout);
        let found = found.map_err(|error| match error {
            // The system's message for an unknown name comes as an I/O error.
            Error::Io(_) => Error::HostNotFound,
            other => other,
        })?;
        lock(&self.known).insert(host, (found.clone(), Instant::now()));
        Ok(found)
    }
}

impl Remembering {
    fn known(&self, host: &str) -> Option<ResolvedSocketAddrs> {
        let known = lock(&self.known);
        let (addresses, since) = known.get(host)?;
        (since.elapsed() < LONGEST_USE).then(|| addresses.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::*;

    fn find(resolver: &Remembering, uri: &str) -> Vec<SocketAddr> {
        let uri: Uri = uri.parse().unwrap();
        let found = resolver.resolve(&uri, &Config::default(), NextTimeout::default());
        found.unwrap().iter().copied().collect()
    }

    #[test]
    fn numeric_hosts_have_their_own_address() {
        for (uri, address) in [
            ("http://127.0.0.1:8000/v1", "127.0.0.1:8000"),
            ("http://127.0.0.1/v1", "127.0.0.1:80"),
            ("https://[::1]/v1", "[::1]:443"),
        ] {
            assert_eq!(find(&Remembering::default(), uri), [address.parse().unwrap()], "{uri}");
        }
    }

    #[test]
    fn a_name_is_remembered_by_all_copies() {
        let resolver = Remembering::default();
        let found = find(&resolver.clone(), "http://localhost:8000/");
        assert!(found.iter().all(|address| address.ip().is_loopback()), "{found:?}");
        assert_eq!(resolver.known("localhost:8000").unwrap().to_vec(), found);
    }
}
