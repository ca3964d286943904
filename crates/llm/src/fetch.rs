//! Pictures from the web, from hosts that a user names and no others.
//!
//! A name that leads to a private address is refused unless the address itself is named, so that a data
//! file cannot reach services of the local network. The address that is checked is the one that is
//! connected to. Redirects stay on their host; answers are bounded in size and time. No proxy is used: it
//! would look names up itself.

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use ureq::Agent;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

/// How long one picture may take.
const LONGEST: Duration = Duration::from_secs(30);
/// The largest picture that is fetched, in bytes.
const LARGEST: u64 = 50_000_000;
const MOST_REDIRECTS: usize = 5;

/// Fetches pictures from some hosts.
pub struct PictureFetcher {
    agent: Agent,
    hosts: Vec<String>,
}

impl PictureFetcher {
    /// From these hosts: names or addresses, without scheme and port.
    pub fn new(hosts: impl IntoIterator<Item = String>) -> Self {
        let hosts: Vec<String> = hosts
            .into_iter()
            .map(|host| host.trim().trim_matches(['[', ']']).to_lowercase())
            .collect();
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(LONGEST))
            .user_agent(concat!("assay/", env!("CARGO_PKG_VERSION")))
            .accept("image/*")
            .proxy(None)
            .build();
        let resolver = Checked { named: hosts.clone() };
        PictureFetcher {
            agent: Agent::with_parts(config, DefaultConnector::default(), resolver),
            hosts,
        }
    }

    /// The bytes at an address, or why there are none.
    pub fn fetch(&self, url: &str) -> Result<Vec<u8>, String> {
        let mut url: Uri = parsed(url)?;
        for _ in 0..=MOST_REDIRECTS {
            let host = host_of(&url)?;
            if !self.hosts.contains(&host) {
                return Err(format!("{host} is not a host of --fetch-host"));
            }
            let mut response =
                self.agent.get(url.to_string()).call().map_err(|error| describe(&error))?;
            let status = response.status().as_u16();
            let location = response.headers().get("location").and_then(|value| value.to_str().ok());
            let location = location.map(str::to_owned);
            match (status, location) {
                (300..400, Some(location)) => url = redirected(&url, &location)?,
                (200, _) => {
                    let body = response.body_mut().with_config().limit(LARGEST).read_to_vec();
                    return body.map_err(|error| describe(&error));
                }
                _ => return Err(format!("the server answers with status {status}")),
            }
        }
        Err(format!("it redirects more than {MOST_REDIRECTS} times"))
    }
}

fn parsed(url: &str) -> Result<Uri, String> {
    url.trim().parse().map_err(|_| "it is not a web address".to_owned())
}

fn host_of(url: &Uri) -> Result<String, String> {
    let host = url.host().map(|host| host.trim_matches(['[', ']']).to_lowercase());
    host.filter(|host| !host.is_empty()).ok_or_else(|| "it has no host".to_owned())
}

/// Where a redirect leads, which must be on the same host and not less protected.
fn redirected(from: &Uri, location: &str) -> Result<Uri, String> {
    let scheme = from.scheme_str().unwrap_or("https");
    let authority = from.authority().map(ToString::to_string).unwrap_or_default();
    let absolute = match location {
        _ if location.contains("://") => location.to_owned(),
        _ if location.starts_with("//") => format!("{scheme}:{location}"),
        _ if location.starts_with('/') => format!("{scheme}://{authority}{location}"),
        _ => {
            let folder = from.path().rsplit_once('/').map_or("", |(folder, _)| folder);
            format!("{scheme}://{authority}{folder}/{location}")
        }
    };
    let to = parsed(&absolute)?;
    let host = host_of(&to)?;
    if host != host_of(from)? {
        return Err(format!("it redirects to another host, {host}"));
    }
    match (scheme, to.scheme_str()) {
        ("https", Some("https")) | ("http", Some("http" | "https")) => Ok(to),
        _ => Err("it redirects to an address that is less protected".to_owned()),
    }
}

fn describe(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Timeout(_) => format!("no answer within {} seconds", LONGEST.as_secs()),
        ureq::Error::BodyExceedsLimit(_) => format!("it is larger than {} MB", LARGEST / 1_000_000),
        ureq::Error::Io(error) => error.to_string(),
        error => error.to_string(),
    }
}

/// Looks names up, and refuses private addresses unless they are named.
#[derive(Debug)]
struct Checked {
    named: Vec<String>,
}

impl Resolver for Checked {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = DefaultResolver::default().resolve(uri, config, timeout)?;
        let refused = found.iter().find(|address| {
            let ip = address.ip();
            is_private(ip) && !self.named.contains(&ip.to_string())
        });
        match refused {
            None => Ok(found),
            Some(address) => Err(ureq::Error::Io(io::Error::other(format!(
                "the host leads to {}, a private address; name it with --fetch-host if it is meant",
                address.ip()
            )))),
        }
    }
}

/// Whether an address is not one of the public network.
fn is_private(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => {
            let [first, second, third, _] = ip.octets();
            ip.is_private()
                || ip.is_loopback()
                || ip.is_link_local()
                || ip.is_multicast()
                || matches!((first, second), (0 | 240..=255, _) | (100, 64..128) | (198, 18 | 19))
                || (first, second, third) == (192, 0, 0)
        }
        IpAddr::V6(ip) => {
            let embedded = match ip.segments() {
                // Mapped, and translated by the network: RFC 4291, 6052, 3056.
                [0, 0, 0, 0, 0, 0xFFFF, high, low]
                | [0x64, 0xFF9B, .., high, low]
                | [0x2002, high, low, ..] => Some((u32::from(high) << 16) | u32::from(low)),
                _ => None,
            };
            embedded.is_some_and(|ip| is_private(Ipv4Addr::from(ip).into()))
                || ip.is_loopback()
                || ip.is_unspecified()
                || ip.is_multicast()
                || ip.is_unique_local()
                || ip.is_unicast_link_local()
                || ip.segments()[0] & 0xFFC0 == 0xFEC0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_local_network_are_private_in_every_form() {
        for ip in [
            "127.0.0.1",
            "10.1.2.3",
            "192.168.0.1",
            "172.16.0.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "fec0::1",
            "198.18.0.1",
            "192.0.0.8",
            "240.0.0.1",
            "255.255.255.255",
        ] {
            assert!(is_private(ip.parse().unwrap()), "{ip}");
        }
        for ip in [
            "8.8.8.8",
            "100.128.0.1",
            "2606:4700::1",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2002:808:808::",
        ] {
            assert!(!is_private(ip.parse().unwrap()), "{ip}");
        }
    }

    #[test]
    fn hosts_that_are_not_named_are_not_asked() {
        let fetcher = PictureFetcher::new(["example.org".to_owned()]);
        let refused = fetcher.fetch("http://127.0.0.1:1/a.png").unwrap_err();
        assert_eq!(refused, "127.0.0.1 is not a host of --fetch-host");
        let local = PictureFetcher::new(["localhost".to_owned()]);
        let refused = local.fetch("http://localhost:1/a.png").unwrap_err();
        assert!(refused.contains("a private address"), "{refused}");
        assert!(fetcher.fetch("file:///etc/passwd").is_err());
    }

    #[test]
    fn a_redirect_stays_on_its_host() {
        let from: Uri = "https://a.org/x/1.png".parse().unwrap();
        for (location, expected) in [
            ("/2.png", Ok("https://a.org/2.png")),
            ("2.png", Ok("https://a.org/x/2.png")),
            ("https://a.org/3.png", Ok("https://a.org/3.png")),
            ("https://b.org/3.png", Err("it redirects to another host, b.org")),
            ("//b.org/3.png", Err("it redirects to another host, b.org")),
            ("http://a.org/3.png", Err("it redirects to an address that is less protected")),
        ] {
            let found = redirected(&from, location).map(|to| to.to_string());
            assert_eq!(found.as_deref().map_err(String::as_str), expected, "{location}");
        }
    }
}
