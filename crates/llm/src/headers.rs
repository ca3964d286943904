//! The headers of every request: the key in the form that the server wants, and those of the
//! endpoint with the values of their variables.

use super::address::Address;
use super::endpoint::{Endpoint, EndpointError};
use super::secret::Secret;
use super::secrets::Secrets;

/// The headers of an endpoint, and the secrets in them. Reads variables and the key.
///
/// # Errors
/// If a variable is not set, or the key is not available.
pub(super) fn headers(
    endpoint: &Endpoint,
    address: &Address,
) -> Result<(Vec<(String, String)>, Secrets), EndpointError> {
    let (mut list, mut secrets) = (Vec::new(), Secrets::default());
    for (name, written) in &endpoint.headers {
        let mut value = written.clone();
        if let Some(variable) = written.strip_prefix('$') {
            let secret = Secret::from_variable(variable)?;
            secret.reveal().clone_into(&mut value);
            secrets.push(secret);
        }
        if holds_keys(name) {
            // Without the scheme: `Bearer KEY`.
            secrets.push(Secret::new(value.split(' ').next_back().unwrap_or_default()));
        }
        list.push((name.clone(), value));
    }
    if let Some(key) = endpoint.key()? {
        // Azure's form of the key, or OpenAI's.
        list.push(match address.is_azure() {
            true => ("api-key".to_owned(), key.reveal().to_owned()),
            false => ("authorization".to_owned(), format!("Bearer {}", key.reveal())),
        });
        secrets.push(key);
    }
    Ok((list, secrets))
}

/// Whether a header of this name holds a key.
fn holds_keys(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["authorization", "key", "token", "secret", "cookie"].iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_written_into_a_header_is_a_secret_too() {
        let mut endpoint = Endpoint::from_url("http://h");
        endpoint.headers.insert("Authorization".into(), "Bearer sk-written".into());
        endpoint.headers.insert("X-Title".into(), "Assay run".into());
        let (list, secrets) = headers(&endpoint, &endpoint.check().unwrap()).unwrap();
        assert_eq!(list[0].1, "Bearer sk-written");
        assert_eq!(secrets.without("sk-written of Assay run"), "[secret] of Assay run");
    }

    #[test]
    fn the_variable_of_a_header_must_be_set() {
        let mut endpoint = Endpoint::from_url("http://h");
        endpoint.headers.insert("X-Token".into(), "$ASSAY_TEST_NO_SUCH_VARIABLE".into());
        let address = endpoint.check().unwrap();
        let error = headers(&endpoint, &address).err().unwrap();
        assert!(error.to_string().contains("ASSAY_TEST_NO_SUCH_VARIABLE"), "{error}");
    }
}
