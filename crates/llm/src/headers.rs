//! The headers of every request: the key in the form that the server wants, and those of the
//! endpoint with the values of their variables.

use super::address::Address;
use super::endpoint::{Endpoint, EndpointError};
use super::secret::Secret;
use super::secrets::Secrets;

/// The headers of an endpoint, and the secrets in them.
pub(super) struct Headers {
    pub list: Vec<(String, String)>,
    pub secrets: Secrets,
}

impl Headers {
    /// Reads variables and the key.
    ///
    /// # Errors
    /// If a variable is not set, or the key is not available.
    pub(super) fn from_endpoint(
        endpoint: &Endpoint,
        address: &Address,
    ) -> Result<Self, EndpointError> {
        let mut headers = Headers { list: Vec::new(), secrets: Secrets::default() };
        for (name, written) in &endpoint.headers {
            headers.push(name, written)?;
        }
        if let Some(key) = endpoint.key()? {
            headers.list.push(key_header(address, &key));
            headers.secrets.push(key);
        }
        Ok(headers)
    }

    fn push(&mut self, name: &str, written: &str) -> Result<(), EndpointError> {
        let value = match written.strip_prefix('$') {
            Some(variable) => {
                let secret = Secret::from_variable(variable)?;
                let value = secret.reveal().to_owned();
                self.secrets.push(secret);
                value
            }
            None => written.to_owned(),
        };
        if holds_keys(name) {
            // Without the scheme: `Bearer KEY`.
            self.secrets.push(Secret::new(value.split(' ').next_back().unwrap_or_default()));
        }
        self.list.push((name.to_owned(), value));
        Ok(())
    }
}

/// OpenAI's form of the key, or Azure's.
fn key_header(address: &Address, key: &Secret) -> (String, String) {
    match address.is_azure() {
        true => ("api-key".to_owned(), key.reveal().to_owned()),
        false => ("authorization".to_owned(), format!("Bearer {}", key.reveal())),
    }
}

/// Whether a header of this name holds a key.
fn holds_keys(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["authorization", "key", "token", "secret", "cookie"].iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(endpoint: &Endpoint) -> Headers {
        Headers::from_endpoint(endpoint, &endpoint.check().unwrap()).unwrap()
    }

    #[test]
    fn a_key_written_into_a_header_is_a_secret_too() {
        let mut endpoint = Endpoint::from_url("http://h");
        endpoint.headers.insert("Authorization".into(), "Bearer sk-written".into());
        endpoint.headers.insert("X-Title".into(), "Assay run".into());
        let headers = headers(&endpoint);
        assert_eq!(headers.list[0].1, "Bearer sk-written");
        assert_eq!(headers.secrets.without("sk-written of Assay run"), "[secret] of Assay run");
    }

    #[test]
    fn the_variable_of_a_header_must_be_set() {
        let mut endpoint = Endpoint::from_url("http://h");
        endpoint.headers.insert("X-Token".into(), "$ASSAY_TEST_NO_SUCH_VARIABLE".into());
        let address = endpoint.check().unwrap();
        let error = Headers::from_endpoint(&endpoint, &address).err().unwrap();
        assert!(error.to_string().contains("ASSAY_TEST_NO_SUCH_VARIABLE"), "{error}");
    }
}
