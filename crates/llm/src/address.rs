//! Turns the URL that a user writes into the addresses of requests.
//!
//! | written | asked |
//! |---|---|
//! | `http://host:8000`, `http://host:8000/` | `http://host:8000/v1/chat/completions` |
//! | `https://host/api/v1` (any segment such as `v1`, `v4`, `v1beta`) | the same with `/chat/completions` |
//! | `.../chat/completions` | as it is |
//! | `https://R.openai.azure.com/openai/deployments/D?api-version=V` | `.../D/chat/completions?api-version=V` |
//!
//! A query is kept. User names and passwords are refused, because URLs are printed.

use std::fmt;

use ureq::http::Uri;

const CHAT: &str = "/chat/completions";

/// The addresses of an endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Scheme, host and port.
    origin: String,
    /// Before `/chat/completions`.
    base: String,
    /// With its question mark; may be empty.
    query: String,
    /// The host alone.
    host: String,
}

/// What is wrong with a URL.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Not a URL of a web server.
    #[error("{0:?} is not a URL of a server; expected something like http://127.0.0.1:8000/v1")]
    NotAUrl(String),
    /// `https://name:password@host`.
    #[error(
        "the URL holds a user name or a password; use api_key_env, api_key_command or headers instead"
    )]
    HoldsCredentials,
    /// An Azure deployment without its version.
    #[error("the URL of an Azure deployment needs its version at the end: ?api-version=2024-10-21")]
    NoApiVersion,
}

impl Address {
    /// Reads the URL of an endpoint.
    ///
    /// # Errors
    /// If it is not an http or https URL, holds credentials or is an incomplete Azure URL.
    pub fn from_url(url: &str) -> Result<Self, AddressError> {
        let url = url.trim();
        let without_fragment = url.split('#').next().unwrap_or(url);
        let after_scheme = without_fragment.split_once("://").map_or("", |(_, rest)| rest);
        let authority = after_scheme.split(['/', '?']).next().unwrap_or_default();
        if authority.contains('@') {
            return Err(AddressError::HoldsCredentials);
        }
        let not_a_url = || AddressError::NotAUrl(url.to_owned());
        let uri: Uri = without_fragment.parse().map_err(|_| not_a_url())?;
        let (Some(scheme @ ("http" | "https")), Some(host)) = (uri.scheme_str(), uri.host()) else {
            return Err(not_a_url());
        };
        let path = uri.path().trim_end_matches('/');
        let is_deployment = path.contains("/openai/deployments/");
        let base = match path.strip_suffix(CHAT) {
            Some(base) => base.to_owned(),
            None if is_deployment || path.split('/').any(is_version) => path.to_owned(),
            None => format!("{path}/v1"),
        };
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        if is_deployment && !query.contains("api-version=") {
            return Err(AddressError::NoApiVersion);
        }
        Ok(Address {
            origin: format!("{scheme}://{authority}"),
            base,
            query,
            host: host.trim_matches(['[', ']']).to_owned(),
        })
    }

    /// The address of chat completions.
    pub fn chat(&self) -> String {
        format!("{}{}{CHAT}{}", self.origin, self.base, self.query)
    }

    /// The address of completions of a raw prompt.
    pub fn completions(&self) -> String {
        format!("{}{}/completions{}", self.origin, self.base, self.query)
    }

    /// The address of the list of models.
    pub fn models(&self) -> String {
        let base = match self.base.split_once("/deployments/") {
            Some((before, _)) => before,
            None => &self.base,
        };
        format!("{}{base}/models{}", self.origin, self.query)
    }

    /// The path of chat completions as a line of a batch file names it.
    pub fn batch_path(&self) -> &'static str {
        if self.is_azure() { CHAT } else { "/v1/chat/completions" }
    }

    /// Whether the key goes into the header `api-key` instead of `Authorization`.
    pub fn is_azure(&self) -> bool {
        let azure = [".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com"];
        azure.iter().any(|domain| self.host.ends_with(domain))
            || self.base.contains("/openai/deployments/")
    }

    /// Whether the server is on this machine.
    pub fn is_loopback(&self) -> bool {
        let address: Option<std::net::IpAddr> = self.host.parse().ok();
        self.host == "localhost" || address.is_some_and(|address| address.is_loopback())
    }
}

/// `http://host:8000/v1`, without the query, which may hold a key.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.origin, self.base)
    }
}

/// `v1`, `v4`, `v1beta`.
fn is_version(segment: &str) -> bool {
    let number = segment.strip_prefix('v').and_then(|rest| rest.chars().next());
    number.is_some_and(|first| first.is_ascii_digit()) && segment.len() <= 8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chat(url: &str) -> String {
        Address::from_url(url).unwrap().chat()
    }

    #[test]
    fn the_version_and_the_end_of_the_path_may_be_left_out() {
        let full = "http://h:8000/v1/chat/completions";
        for url in [
            "http://h:8000",
            "http://h:8000/",
            " http://h:8000/v1",
            "http://h:8000/v1/",
            "http://h:8000/v1/chat/completions",
            "http://h:8000/v1/chat/completions/",
        ] {
            assert_eq!(chat(url), full, "{url}");
        }
    }

    #[test]
    fn the_paths_of_known_services_are_found() {
        assert_eq!(
            chat("https://openrouter.ai/api"),
            "https://openrouter.ai/api/v1/chat/completions"
        );
        assert_eq!(
            chat("https://open.example/api/paas/v4"),
            "https://open.example/api/paas/v4/chat/completions"
        );
        assert_eq!(
            chat("https://g.example/v1beta/openai"),
            "https://g.example/v1beta/openai/chat/completions"
        );
        assert_eq!(chat("http://[::1]:80/vllm"), "http://[::1]:80/vllm/v1/chat/completions");
        let models = Address::from_url("http://h/v1/chat/completions").unwrap().models();
        assert_eq!(models, "http://h/v1/models");
    }

    #[test]
    fn an_azure_deployment_keeps_its_version_and_has_its_own_key_header() {
        let url = "https://r.openai.azure.com/openai/deployments/gpt?api-version=2024-10-21";
        let address = Address::from_url(url).unwrap();
        assert!(address.is_azure());
        assert_eq!(
            address.chat(),
            "https://r.openai.azure.com/openai/deployments/gpt/chat/completions?api-version=2024-10-21"
        );
        assert_eq!(
            address.models(),
            "https://r.openai.azure.com/openai/models?api-version=2024-10-21"
        );
        assert_eq!(address.batch_path(), "/chat/completions");
        let without = "https://r.openai.azure.com/openai/deployments/gpt";
        assert_eq!(Address::from_url(without), Err(AddressError::NoApiVersion));
        let newer = Address::from_url("https://r.openai.azure.com/openai/v1/").unwrap();
        assert!(newer.is_azure());
        assert_eq!(newer.chat(), "https://r.openai.azure.com/openai/v1/chat/completions");
    }

    #[test]
    fn what_is_not_the_url_of_a_server_is_refused() {
        for url in ["", "host:8000", "ftp://h/v1", "http://", "/v1", "http://a b/"] {
            let error = Address::from_url(url).unwrap_err();
            assert!(matches!(error, AddressError::NotAUrl(_)), "{url}: {error:?}");
        }
    }

    #[test]
    fn a_password_in_a_url_is_refused_and_not_repeated() {
        let error = Address::from_url("https://me:hunter2@h/v1").unwrap_err();
        assert!(!error.to_string().contains("hunter2"), "{error}");
    }

    #[test]
    fn the_query_is_not_shown() {
        let address = Address::from_url("https://h/v1?key=abc").unwrap();
        assert_eq!(address.to_string(), "https://h/v1");
        assert!(Address::from_url("http://127.0.0.1:1").unwrap().is_loopback());
    }
}
