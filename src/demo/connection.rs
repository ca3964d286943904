//! The part of HTTP/1.1 that a client of chat completions needs: requests with a stated length, one
//! after the other on a connection. Head and body are bounded.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

const LONGEST_HEAD: u64 = 64 << 10;
const LONGEST_BODY: u64 = 256 << 20;
/// The longest silence of a client.
const PATIENCE: Duration = Duration::from_mins(2);

/// A request.
#[derive(Debug)]
pub(super) struct Request {
    pub method: String,
    pub path: String,
    pub body: Vec<u8>,
    is_last: bool,
}

/// Answers the requests of a connection until the client closes it.
pub(super) fn serve(
    stream: &TcpStream,
    answer: impl Fn(&Request) -> (u16, Value),
) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream);
    loop {
        match read(&mut reader)? {
            None => return Ok(()),
            Some(Ok(request)) => {
                let (status, body) = answer(&request);
                write(stream, status, &body, request.is_last)?;
                if request.is_last {
                    return Ok(());
                }
            }
            Some(Err(message)) => {
                let body = json!({"error": {"message": message, "code": "bad_request"}});
                return write(stream, 400, &body, true);
            }
        }
    }
}

/// The next request; `None` at the end. The inner error describes a bad request.
fn read(reader: &mut BufReader<&TcpStream>) -> io::Result<Option<Result<Request, &'static str>>> {
    let mut head = reader.by_ref().take(LONGEST_HEAD);
    let mut line = String::new();
    if head.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let mut words = line.split_whitespace();
    let (Some(method), Some(path), Some(version)) = (words.next(), words.next(), words.next())
    else {
        return Ok(Some(Err("this is not an HTTP request")));
    };
    let (method, path, is_last) = (method.to_owned(), path.to_owned(), version != "HTTP/1.1");
    let mut request = Request { method, path, body: Vec::new(), is_last };
    let (mut length, mut expects_word) = (0, false);
    loop {
        let mut line = String::new();
        if head.read_line(&mut line)? == 0 {
            return Ok(Some(Err("the head of the request is too long, or is cut")));
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        let Some((name, value)) = line.split_once(':') else { continue };
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "content-length" => match value.parse() {
                Ok(stated) if stated <= LONGEST_BODY => length = stated,
                _ => return Ok(Some(Err("the length of the body is not a number, or too large"))),
            },
            "transfer-encoding" => {
                return Ok(Some(Err("send the body with a Content-Length, not in chunks")));
            }
            "connection" if value.eq_ignore_ascii_case("close") => request.is_last = true,
            "expect" => expects_word = true,
            _ => {}
        }
    }
    if expects_word {
        (*reader.get_mut()).write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
    }
    reader.by_ref().take(length).read_to_end(&mut request.body)?;
    if request.body.len() as u64 == length { Ok(Some(Ok(request))) } else { Ok(None) }
}

fn write(mut stream: &TcpStream, status: u16, body: &Value, is_last: bool) -> io::Result<()> {
    let reason = match status {
        200 => "OK",
        404 => "Not Found",
        405 => "Method Not Allowed",
        _ => "Bad Request",
    };
    let body = body.to_string();
    let connection = if is_last { "close" } else { "keep-alive" };
    let head = format!(
        "HTTP/1.1 {status} {reason}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: {connection}\r\n\r\n",
        body.len()
    );
    stream.write_all(&[head.as_bytes(), body.as_bytes()].concat())
}
