//! The flags that name a server and limit its requests, the endpoints of the configuration file, and
//! `assay endpoints`.

use std::collections::BTreeMap;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use serde::Deserialize;
use serde_json::Value;

use super::{Output, Shared, WrongUsage, config, print_message, stop_on_interrupt, warn};
use crate::infer::Asker;
use crate::llm::{Budget, BudgetLimits, Client, DEFAULT_LIMIT, Endpoint, EndpointCheck, Stop};
use crate::report::documents::asking::endpoint_check;
use crate::visible::visible_line;

/// Which server, and how it is asked. A flag takes precedence over the configuration file.
#[derive(Debug, Args)]
pub(super) struct EndpointFlags {
    /// The server's address, with or without /v1; given again, requests are spread over all these servers of
    /// one model, and one that does not answer is left out and tried again
    #[arg(long, value_name = "URL", conflicts_with = "endpoint")]
    url: Vec<String>,
    /// Wait this long for a server that does not answer, and go on: for instance 90s, 30m, 12h
    #[arg(long, value_name = "DURATION", value_parser = seconds)]
    wait_for_server: Option<f64>,
    /// A server of the configuration file: the table [endpoint.NAME]
    #[arg(long, value_name = "NAME")]
    endpoint: Option<String>,
    /// The model as the server names it; without it, the endpoint's, else the name in the database
    #[arg(long, value_name = "ID")]
    model_id: Option<String>,
    /// Requests under way at once
    #[arg(long, value_name = "N")]
    concurrency: Option<usize>,
    /// Seconds that one attempt may take
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
    /// How often a request is tried
    #[arg(long, value_name = "N")]
    max_attempts: Option<u32>,
    /// The environment variable that holds the key
    #[arg(long, value_name = "VAR", conflicts_with = "api_key_command")]
    api_key_env: Option<String>,
    /// The command that prints the key
    #[arg(long, value_name = "COMMAND")]
    api_key_command: Option<String>,
    /// A further header; a value that begins with $ names an environment variable
    #[arg(long = "header", value_name = "NAME: VALUE", value_parser = header)]
    headers: Vec<(String, String)>,
    /// A further field of every request's body, for instance temperature=0
    #[arg(long = "set", value_name = "KEY=JSON", value_parser = field)]
    set: Vec<(String, Value)>,
    /// The longest answer in tokens
    #[arg(long, value_name = "N")]
    max_tokens: Option<u32>,
    /// Stop after this many failures of the same kind in a row
    #[arg(long, value_name = "N", default_value_t = DEFAULT_LIMIT)]
    max_errors_in_a_row: u32,
    /// Stop after this many requests
    #[arg(long, value_name = "N")]
    max_requests: Option<u64>,
    /// Stop after this many tokens of prompts and answers together
    #[arg(long, value_name = "N")]
    max_total_tokens: Option<u64>,
    /// Stop when this much is spent, by the endpoint's price
    #[arg(long, value_name = "X")]
    max_cost: Option<f64>,
}

impl EndpointFlags {
    /// The endpoint that is meant. `model` is the model's name where neither flag nor file has one.
    pub fn endpoint(&self, model: &str) -> anyhow::Result<Endpoint> {
        match self.url.is_empty() && self.endpoint.is_none() {
            true => bail!(WrongUsage("name a server with --url URL or --endpoint NAME".into())),
            false => self.endpoint_or_default(model),
        }
    }

    /// The same for files that the user sends: without a server, that of OpenAI.
    pub fn endpoint_or_default(&self, model: &str) -> anyhow::Result<Endpoint> {
        let mut endpoint = match (&self.url[..], &self.endpoint) {
            ([url, further @ ..], _) => {
                Endpoint { further_urls: further.to_vec(), ..Endpoint::from_url(url) }
            }
            ([], Some(name)) => named_endpoint(name)?,
            ([], None) => Endpoint::from_url("https://api.openai.com/v1"),
        };
        self.apply(&mut endpoint);
        endpoint.model_id.get_or_insert_with(|| model.to_owned());
        Ok(endpoint)
    }

    /// Applies the flags.
    pub fn apply(&self, endpoint: &mut Endpoint) {
        let Endpoint { concurrency, timeout, max_attempts, .. } = *endpoint;
        endpoint.concurrency = self.concurrency.unwrap_or(concurrency);
        endpoint.timeout = self.timeout.unwrap_or(timeout);
        endpoint.max_attempts = self.max_attempts.unwrap_or(max_attempts);
        endpoint.wait_for_server = self.wait_for_server.or(endpoint.wait_for_server);
        endpoint.max_tokens = self.max_tokens.or(endpoint.max_tokens);
        endpoint.model_id = self.model_id.clone().or(endpoint.model_id.take());
        if self.api_key_env.is_some() || self.api_key_command.is_some() {
            endpoint.api_key_env.clone_from(&self.api_key_env);
            endpoint.api_key_command.clone_from(&self.api_key_command);
        }
        endpoint.headers.extend(self.headers.iter().cloned());
        endpoint.set.extend(self.set.iter().cloned());
    }

    /// Asks an endpoint within the budget of the flags, until Ctrl-C.
    pub fn asker(&self, endpoint: Endpoint) -> anyhow::Result<Asker> {
        let &EndpointFlags { max_requests, max_total_tokens, max_cost, .. } = self;
        let limits = BudgetLimits { max_requests, max_total_tokens, max_cost };
        asker(endpoint, limits, stop_on_interrupt()?, self.max_errors_in_a_row)
    }
}

/// The endpoint that a command line names: a table of the configuration file, or a URL.
pub(super) fn endpoint_or_url(name: &str) -> anyhow::Result<Endpoint> {
    if name.contains("://") { Ok(Endpoint::from_url(name)) } else { named_endpoint(name) }
}

#[derive(Deserialize)]
struct EndpointTables {
    #[serde(default)]
    endpoint: BTreeMap<String, Endpoint>,
}

/// The table `[endpoint.NAME]` of the configuration file.
pub(super) fn named_endpoint(name: &str) -> anyhow::Result<Endpoint> {
    let path = config::the_path()?;
    let shown = path.display();
    let text = match path.exists() {
        true => std::fs::read_to_string(&path)
            .with_context(|| format!("the configuration {shown} cannot be read"))?,
        false => String::new(),
    };
    let tables: EndpointTables =
        toml::from_str(&text).with_context(|| format!("the configuration {shown}"))?;
    let mut endpoints = tables.endpoint;
    let Some(endpoint) = endpoints.remove(name) else {
        let known: Vec<String> = endpoints.into_keys().collect();
        let known = if known.is_empty() { "none".into() } else { known.join(", ") };
        bail!("{shown} has no table [endpoint.{name}]; there are: {known}");
    };
    endpoint.check().with_context(|| format!("{shown}: [endpoint.{name}]"))?;
    Ok(endpoint)
}

/// Asks an endpoint, and reports on standard error when a server does not answer any more.
pub(super) fn asker(
    endpoint: Endpoint,
    limits: BudgetLimits,
    stop: Stop,
    max_errors_in_a_row: u32,
) -> anyhow::Result<Asker> {
    let budget = Budget::new(limits, endpoint.price)?;
    let say = |notice: &str| print_message(&format!("assay: {}", visible_line(notice)));
    let client = Client::new(endpoint)?.with_notices(say);
    Ok(Asker::new(client, budget, stop, max_errors_in_a_row))
}

/// `90`, `90s`, `30m`, `12h`.
fn seconds(text: &str) -> Result<f64, String> {
    let unit = match text.chars().last() {
        Some('h') => 3600.0,
        Some('m') => 60.0,
        _ => 1.0,
    };
    let number = text.strip_suffix(['s', 'm', 'h']).unwrap_or(text);
    let seconds = number.parse::<f64>().ok().map(|number| number * unit);
    let seconds = seconds.filter(|seconds| seconds.is_finite() && *seconds > 0.0);
    seconds.ok_or_else(|| "expected a time over 0, for instance 90s, 30m or 12h".to_owned())
}

fn header(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once(':').ok_or("expected NAME: VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

fn field(text: &str) -> Result<(String, Value), String> {
    let (name, value) =
        text.split_once('=').ok_or("expected KEY=JSON, for instance temperature=0")?;
    let value = serde_json::from_str(value).map_err(|error| {
        format!("{value:?} is not JSON ({error}); a text needs quotes: KEY='\"text\"'")
    })?;
    Ok((name.trim().to_owned(), value))
}

#[derive(Debug, Subcommand)]
pub(crate) enum Endpoints {
    /// Send a tiny request with a picture and report what the server can do
    Check(Check),
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// A table [endpoint.NAME] of the configuration file, or a URL
    #[arg(value_name = "NAME|URL")]
    server: String,
    #[command(flatten)]
    flags: EndpointFlags,
    #[command(flatten)]
    output: Output,
}

impl Endpoints {
    pub(crate) fn run(self, _: &Shared) -> anyhow::Result<ExitCode> {
        let Endpoints::Check(check) = self;
        let mut endpoint = endpoint_or_url(&check.server)?;
        check.flags.apply(&mut endpoint);
        let checked = EndpointCheck::run(&endpoint, &stop_on_interrupt()?)?;
        checked.messages.iter().for_each(|message| warn(message));
        let answers = checked.answers;
        check.output.print(&endpoint_check(&checked))?;
        Ok(if answers { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_has_a_unit_or_is_in_seconds() {
        let read = ["90", "1.5s", "30m", "12h"].map(|text| seconds(text).unwrap());
        assert!(read.iter().zip([90.0, 1.5, 1800.0, 43200.0]).all(|(a, b)| (a - b).abs() < 1e-9));
        for wrong in ["", "m", "0", "-1s", "1d", "nan", "1e999h", "soon"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_field_of_the_body_is_json() {
        assert_eq!(field("temperature=0.5").unwrap(), ("temperature".into(), 0.5.into()));
        assert_eq!(field("stop=\"x=y\"").unwrap(), ("stop".into(), "x=y".into()));
        assert!(field("stop=x").unwrap_err().contains("quotes"));
        assert!(field("temperature").is_err());
    }
}
