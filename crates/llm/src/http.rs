//! One HTTP exchange: a body is sent to an address, an answer or a failure comes back.
//!
//! Redirects are not followed, so that the key never reaches another host; answers are bounded; an
//! exchange has a total time limit. Connections are kept and reused.

use std::io;
use std::time::{Duration, SystemTime};

use ureq::http::Request;
use ureq::http::request::Builder;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, AsSendBody, Timeout};

use super::address::Address;
use super::backoff::retry_after;
use super::endpoint::{Endpoint, EndpointError, field};
use super::failure::{Failure, FailureKind};
use super::resolver::Remembering;

/// The longest answer that is read, in bytes.
pub(super) const LONGEST_ANSWER: u64 = 16 << 20;

/// The number of connections that share one pool. The pools of ureq are searched from end to end
/// under a lock: with 256 connections in one that took an eighth of a core at 5,000 requests a
/// second.
const CONNECTIONS_OF_AGENT: usize = 16;

/// Servers close idle connections after five seconds (uvicorn) or later; we close them earlier.
const LONGEST_IDLE: Duration = Duration::from_secs(4);

/// An answer with any status.
#[derive(Debug)]
pub(super) struct Answer {
    pub status: u16,
    /// The wait before another request that it asks for.
    pub retry_after: Option<Duration>,
    /// The target of a redirect.
    pub location: Option<String>,
    pub body: Vec<u8>,
}

/// Sends requests over connections that are kept. Its headers hold secrets: it cannot be printed.
pub(super) struct Http {
    agents: Vec<Agent>,
    headers: Vec<(String, String)>,
    timeout: Duration,
}

impl Http {
    /// For the servers of an endpoint, with these headers of every request, which hold secrets.
    ///
    /// # Errors
    /// If the endpoint names certificates that cannot be read.
    pub(super) fn new(
        endpoint: &Endpoint,
        addresses: &[Address],
        headers: Vec<(String, String)>,
    ) -> Result<Self, EndpointError> {
        let timeout = Duration::from_secs_f64(endpoint.timeout);
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(timeout))
            .timeout_connect(Some(timeout.min(Duration::from_secs(30))))
            .max_idle_connections(CONNECTIONS_OF_AGENT * addresses.len())
            .max_idle_connections_per_host(CONNECTIONS_OF_AGENT)
            .max_idle_age(LONGEST_IDLE)
            // Two buffers for each of hundreds of connections.
            .input_buffer_size(16 << 10)
            .output_buffer_size(32 << 10)
            .user_agent(concat!("assay/", env!("CARGO_PKG_VERSION")))
            .accept("application/json")
            .tls_config(tls(endpoint)?);
        let is_local = addresses.iter().all(Address::is_loopback);
        let config = if is_local { config.proxy(None) } else { config }.build();
        let resolver = Remembering::default();
        let agent =
            |_| Agent::with_parts(config.clone(), DefaultConnector::default(), resolver.clone());
        let count = endpoint.concurrency.div_ceil(CONNECTIONS_OF_AGENT);
        Ok(Http { agents: (0..count.max(1)).map(agent).collect(), headers, timeout })
    }

    /// Sends a JSON body. `connection` is a number below the count of connections that no other
    /// exchange uses at this moment. A failure has no attempts.
    pub(super) fn post(
        &self,
        url: &str,
        body: &[u8],
        connection: usize,
    ) -> Result<Answer, Failure> {
        let request = self.request("POST", url).header("content-type", "application/json");
        self.exchange(request.body(body), connection)
    }

    /// Fetches a document.
    pub(super) fn get(&self, url: &str, connection: usize) -> Result<Answer, Failure> {
        self.exchange(self.request("GET", url).body(()), connection)
    }

    fn request(&self, method: &str, url: &str) -> Builder {
        let builder = Request::builder().method(method).uri(url);
        let with = |builder: Builder, (name, value): &(String, String)| builder.header(name, value);
        self.headers.iter().fold(builder, with)
    }

    fn exchange(
        &self,
        request: Result<Request<impl AsSendBody>, ureq::http::Error>,
        connection: usize,
    ) -> Result<Answer, Failure> {
        let request = request.map_err(|error| {
            let message = format!("the request cannot be sent: {error}");
            Failure { kind: FailureKind::BadRequest, status: None, message, attempts: 0 }
        })?;
        let agent = &self.agents[connection / CONNECTIONS_OF_AGENT % self.agents.len()];
        let mut response = agent.run(request).map_err(|error| self.failure(&error, None))?;
        let status = response.status().as_u16();
        let header = |name: &str| {
            response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
        };
        let retry_after =
            header("retry-after").and_then(|header| retry_after(&header, SystemTime::now().into()));
        let location = header("location");
        let read = response.body_mut().with_config().limit(LONGEST_ANSWER).read_to_vec();
        let body = match read {
            // The body of a redirect or an error matters less than its status.
            Err(_) if status >= 300 => Vec::new(),
            read => read.map_err(|error| self.failure(&error, Some(status)))?,
        };
        Ok(Answer { status, retry_after, location, body })
    }

    fn failure(&self, error: &ureq::Error, status: Option<u16>) -> Failure {
        let (kind, message) = match error {
            ureq::Error::Timeout(Timeout::Connect | Timeout::Resolve) => {
                (FailureKind::Connect, "no connection in time".to_owned())
            }
            ureq::Error::Timeout(_) => self.timed_out(),
            ureq::Error::HostNotFound => {
                (FailureKind::Connect, "the name of the host is unknown".to_owned())
            }
            ureq::Error::ConnectionFailed => (FailureKind::Connect, "no connection".to_owned()),
            ureq::Error::Io(error) => self.of_socket(error),
            ureq::Error::Rustls(error) => (FailureKind::Tls, error.to_string()),
            ureq::Error::Tls(error) => (FailureKind::Tls, (*error).to_owned()),
            ureq::Error::Pem(error) => (FailureKind::Tls, error.to_string()),
            ureq::Error::BodyExceedsLimit(_) => {
                let message = format!("the answer is longer than {} MB", LONGEST_ANSWER >> 20);
                (FailureKind::BadReply, message)
            }
            ureq::Error::ConnectProxyFailed(_) | ureq::Error::InvalidProxyUrl => {
                (FailureKind::Connect, "the proxy of the environment does not connect".to_owned())
            }
            other => (FailureKind::BadReply, format!("the server does not keep to HTTP: {other}")),
        };
        Failure { kind, status, message, attempts: 0 }
    }

    fn timed_out(&self) -> (FailureKind, String) {
        let seconds = self.timeout.as_secs_f64();
        (FailureKind::Timeout, format!("no whole answer in {seconds} s"))
    }

    fn of_socket(&self, error: &io::Error) -> (FailureKind, String) {
        let kind = match error.kind() {
            io::ErrorKind::TimedOut => return self.timed_out(),
            io::ErrorKind::ConnectionRefused
            | io::ErrorKind::HostUnreachable
            | io::ErrorKind::NetworkUnreachable
            | io::ErrorKind::AddrNotAvailable => FailureKind::Connect,
            // rustls reports what a certificate lacks in this way.
            io::ErrorKind::InvalidData => FailureKind::Tls,
            _ => {
                let message = format!("the connection broke before the answer was whole ({error})");
                return (FailureKind::Cut, message);
            }
        };
        (kind, error.to_string())
    }
}

/// The trusted certificates: those that the endpoint names in a PEM file, else the public ones.
fn tls(endpoint: &Endpoint) -> Result<TlsConfig, EndpointError> {
    let builder = TlsConfig::builder();
    let Some(path) = &endpoint.ca_file else { return Ok(builder.build()) };
    let wrong = |found: String| field("ca_file", "a file of certificates (PEM)", &found);
    let shown = path.display();
    let pem = std::fs::read(path).map_err(|error| wrong(format!("{shown}: {error}")))?;
    let certificate = |item| match item {
        PemItem::Certificate(certificate) => Some(certificate),
        _ => None,
    };
    let certificates: Vec<Certificate<'static>> =
        parse_pem(&pem).flatten().filter_map(certificate).collect();
    match certificates.is_empty() {
        true => Err(wrong(format!("{shown}, which holds none"))),
        false => Ok(builder.root_certs(RootCerts::from(certificates)).build()),
    }
}
