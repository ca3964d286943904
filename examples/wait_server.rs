//! A server of chat completions that answers every request with `B` after a fixed wait, for measuring
//! `assay infer`: `cargo run --release --example wait_server -- PORT MILLISECONDS`.
//!
//! A thread for each connection. Nothing of a request is kept.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

const BODY: &str = r#"{"id":"c","object":"chat.completion","model":"wait","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"B"}}],"usage":{"prompt_tokens":11,"completion_tokens":3,"total_tokens":14}}"#;
const END_OF_HEAD: &[u8] = b"\r\n\r\n";

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut number =
        |usual: u64| arguments.next().and_then(|argument| argument.parse().ok()).unwrap_or(usual);
    let (port, wait) = (number(18_200), Duration::from_millis(number(50)));
    let listener = TcpListener::bind(("127.0.0.1", u16::try_from(port).unwrap_or(0)))?;
    println!("LISTEN http://{}", listener.local_addr()?);
    for stream in listener.incoming().flatten() {
        thread::Builder::new().stack_size(512 << 10).spawn(move || drop(serve(stream, wait)))?;
    }
    Ok(())
}

/// Answers requests until the connection is closed.
fn serve(mut stream: TcpStream, wait: Duration) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let length = BODY.len();
    let answer = format!(
        "HTTP/1.1 200 OK\r\ncontent-length: {length}\r\ncontent-type: application/json\r\n\r\n{BODY}"
    );
    let mut buffer = vec![0; 64 << 10];
    let mut have = 0;
    loop {
        let end = loop {
            let found = buffer[..have].windows(4).position(|bytes| bytes == END_OF_HEAD);
            if let Some(at) = found {
                break at + END_OF_HEAD.len();
            }
            have += match stream.read(&mut buffer[have..])? {
                0 => return Ok(()),
                read => read,
            };
        };
        let mut left = body_length(&buffer[..end]).saturating_sub(have - end);
        while left > 0 {
            left = left.saturating_sub(match stream.read(&mut buffer)? {
                0 => return Ok(()),
                read => read,
            });
        }
        have = 0;
        thread::sleep(wait);
        stream.write_all(answer.as_bytes())?;
    }
}

fn body_length(head: &[u8]) -> usize {
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let value = head.split("content-length:").nth(1).and_then(|rest| rest.lines().next());
    value.and_then(|value| value.trim().parse().ok()).unwrap_or(0)
}
