//! A named endpoint: `[endpoint.NAME]` of the configuration file, as plain data.
//!
//! ```toml
//! [endpoint.qwen]
//! url = "http://127.0.0.1:8000"            # with or without /v1 and /chat/completions
//! further_urls = ["http://10.0.0.2:8000"]  # other servers of the same model
//! wait_for_server = 1800                   # seconds for a server that does not answer
//! model_id = "Qwen/Qwen2.5-VL-7B-Instruct" # the model's name on the server
//! api_key_env = "QWEN_KEY"                 # or api_key_command = "pass show qwen"
//! headers = { X-Title = "Assay", X-Token = "$TOKEN" }
//! set = { temperature = 0, top_k = 1 }     # further fields of every body
//! max_tokens = 512
//! max_tokens_field = "max_completion_tokens"
//! picture_formats = ["jpeg", "png"]        # others are sent as PNG
//! timeout = 120                            # seconds for a request in all
//! concurrency = 8                          # requests at once
//! requests_per_minute = 500
//! tokens_per_minute = 200000
//! price = { prompt = 0.15, completion = 0.6 }  # for a million tokens
//! max_attempts = 6
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::address::{Address, AddressError};
use super::picture::PictureFormat;
use super::secret::{Secret, SecretError};
use assay_core::keyword::Keyword;

/// Fields of a body that the program writes itself.
const OWN_FIELDS: [&str; 5] = ["messages", "model", "stream", "stream_options", "n"];

/// Headers that the program writes itself.
const OWN_HEADERS: [&str; 5] =
    ["content-length", "content-type", "host", "transfer-encoding", "connection"];

/// A server and how it is asked.
#[derive(Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Endpoint {
    /// Its address; see [`Address`].
    pub url: String,
    /// Further servers of the same model; requests are spread over all.
    #[serde(default)]
    pub further_urls: Vec<String>,
    /// The model's name on the server.
    pub model_id: Option<String>,
    /// The environment variable that holds the key.
    pub api_key_env: Option<String>,
    /// The command that prints the key.
    pub api_key_command: Option<String>,
    /// Further headers. A value that begins with `$` is the value of that environment variable.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// Further fields of every body.
    #[serde(default)]
    pub set: Map<String, Value>,
    /// The longest answer in tokens.
    pub max_tokens: Option<u32>,
    /// The field that bounds the answer's length.
    #[serde(default)]
    pub max_tokens_field: MaxTokensField,
    /// The picture formats that the server takes; jpeg, png, webp and gif if not set.
    pub picture_formats: Option<Vec<String>>,
    /// The time limit of a whole request, in seconds.
    #[serde(default = "default_timeout")]
    pub timeout: f64,
    /// The most requests in progress at once.
    #[serde(default = "default_concurrency")]
    pub concurrency: usize,
    /// The most requests that may begin in a minute.
    pub requests_per_minute: Option<f64>,
    /// The most tokens, of prompts and answers, in a minute.
    pub tokens_per_minute: Option<f64>,
    /// The price of tokens.
    pub price: Option<Price>,
    /// The most attempts of a request.
    #[serde(default = "default_max_attempts")]
    pub max_attempts: u32,
    /// How long to wait for a server that does not answer, in seconds.
    pub wait_for_server: Option<f64>,
    /// A file of certificates (PEM) to trust instead of the public ones.
    pub ca_file: Option<PathBuf>,
}

/// The field that bounds the length of the answer. Newer models of OpenAI refuse `max_tokens`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MaxTokensField {
    /// `max_tokens`.
    #[default]
    MaxTokens,
    /// `max_completion_tokens`.
    MaxCompletionTokens,
}

/// The price of a million tokens, in any one currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Tokens of the prompt.
    pub prompt: f64,
    /// Tokens of the answer, reasoning included.
    pub completion: f64,
}

impl Price {
    /// The cost of this many tokens.
    pub fn cost(self, prompt_tokens: u64, completion_tokens: u64) -> f64 {
        (prompt_tokens as f64 * self.prompt + completion_tokens as f64 * self.completion) / 1e6
    }
}

/// What is wrong with an endpoint, found before anything is sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    #[error("url: {0}")]
    Url(#[from] AddressError),
    /// Its key, or the variable of a header.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// Another field.
    #[error("{field}: expected {expected}, found {found}")]
    Field { field: String, expected: String, found: String },
    /// Two fields for the same setting.
    #[error("api_key_env and api_key_command are both set; keep one of them")]
    TwoKeys,
}

impl Endpoint {
    /// An endpoint with only a URL.
    pub fn from_url(url: impl Into<String>) -> Self {
        Endpoint {
            url: url.into(),
            timeout: default_timeout(),
            concurrency: default_concurrency(),
            max_attempts: default_max_attempts(),
            ..Endpoint::default()
        }
    }

    /// Checks every field, without reading the key.
    ///
    /// # Errors
    /// The first field that cannot be used.
    pub fn check(&self) -> Result<Address, EndpointError> {
        let address = Address::from_url(&self.url)?;
        if self.api_key_env.is_some() && self.api_key_command.is_some() {
            return Err(EndpointError::TwoKeys);
        }
        let (concurrency, attempts) = (self.concurrency as f64, f64::from(self.max_attempts));
        let rate = "a number over 0";
        for (name, number, most, expected) in [
            ("timeout", Some(self.timeout), 86_400.0, "a number of seconds over 0, at most 86400"),
            ("concurrency", Some(concurrency), 4096.0, "a number from 1 to 4096"),
            ("max_attempts", Some(attempts), 100.0, "a number from 1 to 100"),
            (
                "wait_for_server",
                self.wait_for_server,
                31_536_000.0,
                "a number of seconds over 0, at most 31536000",
            ),
            ("requests_per_minute", self.requests_per_minute, f64::MAX, rate),
            ("tokens_per_minute", self.tokens_per_minute, f64::MAX, rate),
        ] {
            if let Some(number) = number.filter(|number| !(*number > 0.0 && *number <= most)) {
                return Err(field(name, expected, &number.to_string()));
            }
        }
        if let Some(price) = self.price {
            let is_price = |number: f64| number.is_finite() && number >= 0.0;
            if !is_price(price.prompt) || !is_price(price.completion) {
                return Err(field("price", "two numbers, 0 or more", &format!("{price:?}")));
            }
        }
        if let Some(name) = self.set.keys().find(|name| OWN_FIELDS.contains(&name.as_str())) {
            return Err(field("set", "fields that are not written by the program", name));
        }
        for (name, value) in &self.headers {
            check_header(name, value)?;
        }
        self.taken_formats()?;
        Ok(address)
    }

    /// The addresses of all its servers, at least one.
    ///
    /// # Errors
    /// The first field that cannot be used.
    pub fn addresses(&self) -> Result<Vec<Address>, EndpointError> {
        let mut addresses = vec![self.check()?];
        for url in &self.further_urls {
            addresses.push(Address::from_url(url)?);
        }
        Ok(addresses)
    }

    /// How long to wait for a server that does not answer.
    pub fn patience(&self) -> Duration {
        Duration::from_secs_f64(self.wait_for_server.unwrap_or_default())
    }

    /// The picture formats that the server takes.
    ///
    /// # Errors
    /// If a name is unknown.
    pub fn taken_formats(&self) -> Result<Vec<PictureFormat>, EndpointError> {
        let Some(names) = &self.picture_formats else { return Ok(PictureFormat::ALL.to_vec()) };
        let read = |name: &String| {
            PictureFormat::from_name(name).map_err(|_| {
                let known: Vec<&str> = PictureFormat::all().map(Keyword::name).collect();
                field("picture_formats", &known.join(", "), name)
            })
        };
        names.iter().map(read).collect()
    }

    /// The key, from its variable or command; `None` if the endpoint names neither.
    ///
    /// # Errors
    /// If it is not available.
    pub fn key(&self) -> Result<Option<Secret>, SecretError> {
        match (&self.api_key_env, &self.api_key_command) {
            (Some(variable), _) => Secret::from_variable(variable).map(Some),
            (None, Some(command)) => Secret::from_command(command).map(Some),
            (None, None) => Ok(None),
        }
    }
}

/// Without the parts that may hold a key: the query of the URL, the command for the key, headers,
/// fields.
impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let url = self.url.split('?').next().unwrap_or_default();
        f.debug_struct("Endpoint")
            .field("url", &url)
            .field("model_id", &self.model_id)
            .finish_non_exhaustive()
    }
}

fn check_header(name: &str, value: &str) -> Result<(), EndpointError> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.!#$%&'*+^`|~".contains(&byte);
    let is_name = !name.is_empty() && name.bytes().all(is_plain);
    if !is_name || OWN_HEADERS.contains(&name.to_ascii_lowercase().as_str()) {
        return Err(field("headers", "names of headers that the program does not write", name));
    }
    // The value is not repeated: it may be a key.
    let is_value = value.chars().all(|c| c.is_ascii_graphic() || c == ' ');
    match is_value {
        true => Ok(()),
        false => Err(field("headers", "a value of printable ASCII characters", name)),
    }
}

pub(super) fn field(name: &str, expected: &str, found: &str) -> EndpointError {
    let [field, expected, found] = [name, expected, found].map(str::to_owned);
    EndpointError::Field { field, expected, found }
}

fn default_timeout() -> f64 {
    120.0
}

fn default_concurrency() -> usize {
    8
}

fn default_max_attempts() -> u32 {
    6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(toml: &str) -> Result<Endpoint, toml::de::Error> {
        toml::from_str(toml)
    }

    #[test]
    fn an_endpoint_is_read_with_all_its_fields() {
        let endpoint = read(
            "url = 'http://h'\nmodel_id = 'm'\napi_key_env = 'K'\ntimeout = 60\nconcurrency = 4\n\
             headers = { X-Title = 'Assay', X-Token = '$T' }\nset = { temperature = 0.5, stop = ['x'] }\n\
             max_tokens = 5\nmax_tokens_field = 'max_completion_tokens'\nmax_attempts = 2\n\
             requests_per_minute = 10\ntokens_per_minute = 1000\npicture_formats = ['png']\n\
             price = { prompt = 1, completion = 2.5 }\nca_file = 'ca.pem'",
        )
        .unwrap();
        assert!(endpoint.check().is_ok());
        assert_eq!(endpoint.set["temperature"], 0.5);
        assert_eq!(endpoint.set["stop"][0], "x");
        assert_eq!(endpoint.taken_formats().unwrap(), [PictureFormat::Png]);
        assert!((endpoint.price.unwrap().cost(1_000_000, 2_000_000) - 6.0).abs() < 1e-9);
        assert_eq!(read("url = 'http://h'").unwrap(), Endpoint::from_url("http://h"));
    }

    #[test]
    fn an_unknown_field_is_named_with_the_known_ones() {
        let error = read("url = 'http://h'\napi_key = 'sk-1'").unwrap_err().to_string();
        assert!(error.contains("unknown field `api_key`"), "{error}");
        assert!(error.contains("api_key_env"), "{error}");
    }

    #[test]
    fn each_field_that_cannot_be_used_is_named() {
        for (toml, name) in [
            ("timeout = 0", "timeout"),
            ("timeout = nan", "timeout"),
            ("concurrency = 0", "concurrency"),
            ("max_attempts = 0", "max_attempts"),
            ("requests_per_minute = -1", "requests_per_minute"),
            ("set = { messages = [] }", "set"),
            ("set = { stream = true }", "set"),
            ("headers = { Host = 'x' }", "headers"),
            ("headers = { 'a b' = 'x' }", "headers"),
            ("headers = { a = \"x\\ny\" }", "headers"),
            ("picture_formats = ['tiff']", "picture_formats"),
            ("price = { prompt = -1, completion = 1 }", "price"),
            ("api_key_env = 'A'\napi_key_command = 'b'", "api_key_env"),
        ] {
            let error = read(&format!("url = 'http://h'\n{toml}")).unwrap().check().unwrap_err();
            assert!(error.to_string().starts_with(name), "{toml}: {error}");
        }
    }

    #[test]
    fn a_wrong_header_value_is_not_repeated() {
        let endpoint = read("url = 'http://h'\nheaders = { a = \"secret\\u0007\" }").unwrap();
        assert!(!endpoint.check().unwrap_err().to_string().contains("secret"));
    }
}
