//! A server of chat completions on the loopback that fails on request: cuts, slow bytes, wrong
//! statuses, wrong bodies, hangs. A thread for each connection; connections are kept.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A request as the server received it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// For instance `POST /v1/chat/completions`.
    pub line: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Seen {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|header| header.0 == name).map(|header| header.1.as_str())
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).expect("a body of JSON")
    }
}

/// What the server does with a request.
#[derive(Clone, Debug)]
pub enum Act {
    /// Answers with a status, further headers and a body.
    Answer(u16, Vec<(&'static str, String)>, String),
    /// The same after a wait.
    After(Duration, Box<Act>),
    /// Answers and closes the connection without announcing it.
    AnswerAndClose(String),
    /// Closes the connection without an answer.
    Cut,
    /// Announces a body and sends half of it.
    CutInBody(String),
    /// Sends a byte every 50 ms, for ever.
    SlowBytes,
    /// Sends nothing, for ever.
    Hang,
    /// Sends a body of this many bytes.
    Huge(usize),
    /// Sends these bytes, which are not HTTP, and closes.
    Raw(Vec<u8>),
}

/// The body of a chat completion with this text.
pub fn completion(text: &str) -> String {
    serde_json::json!({
        "id": "c", "object": "chat.completion", "model": "tiny",
        "choices": [{"index": 0, "finish_reason": "stop",
            "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14},
    })
    .to_string()
}

/// An answer with the status of success.
pub fn answer(text: &str) -> Act {
    Act::Answer(200, Vec::new(), completion(text))
}

/// An answer with another status and an error in OpenAI's form.
pub fn error(status: u16, code: &str, message: &str) -> Act {
    let body = serde_json::json!({"error": {"message": message, "type": code, "code": code}});
    Act::Answer(status, Vec::new(), body.to_string())
}

/// A running server. It ends with the test process.
pub struct FaultServer {
    address: String,
    seen: Arc<Mutex<Vec<Seen>>>,
    busiest: Arc<AtomicUsize>,
    closed: Arc<AtomicUsize>,
}

impl FaultServer {
    /// Starts a server. `act` gets the number of the request, from 0, and the request.
    pub fn start(act: impl Fn(usize, &Seen) -> Act + Send + Sync + 'static) -> Self {
        FaultServer::start_at("127.0.0.1:0", act)
    }

    /// The same at an address.
    pub fn start_at(
        address: &str,
        act: impl Fn(usize, &Seen) -> Act + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind(address).expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let server = FaultServer {
            address,
            seen: Arc::default(),
            busiest: Arc::default(),
            closed: Arc::default(),
        };
        let closed = server.closed.clone();
        let shared = Arc::new(Shared {
            act: Box::new(act),
            seen: server.seen.clone(),
            under_way: AtomicUsize::new(0),
            busiest: server.busiest.clone(),
        });
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (shared, closed) = (shared.clone(), closed.clone());
                thread::spawn(move || {
                    drop(serve(stream, &shared));
                    closed.fetch_add(1, Ordering::SeqCst);
                });
            }
        });
        server
    }

    /// The same act for every request.
    pub fn always(act: Act) -> Self {
        FaultServer::start(move |_, _| act.clone())
    }

    /// `http://127.0.0.1:PORT`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Host and port.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The requests so far.
    pub fn seen(&self) -> Vec<Seen> {
        self.seen.lock().expect("no panic in the server").clone()
    }

    /// Waits until `is_true` of the server.
    pub fn wait_until(&self, is_true: impl Fn(&Self) -> bool) {
        while !is_true(self) {
            thread::yield_now();
        }
    }

    /// How many connections the server has closed.
    pub fn closed(&self) -> usize {
        self.closed.load(Ordering::SeqCst)
    }

    /// How many requests were under way at once, at most.
    pub fn busiest(&self) -> usize {
        self.busiest.load(Ordering::SeqCst)
    }
}

/// What a server does with each request, by its number.
type Script = dyn Fn(usize, &Seen) -> Act + Send + Sync;

struct Shared {
    act: Box<Script>,
    seen: Arc<Mutex<Vec<Seen>>>,
    under_way: AtomicUsize,
    busiest: Arc<AtomicUsize>,
}

fn serve(stream: TcpStream, shared: &Shared) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut out = stream.try_clone()?;
    let mut input = BufReader::new(stream);
    while let Some(request) = read_request(&mut input)? {
        let number = {
            let mut seen = shared.seen.lock().expect("no panic in the server");
            seen.push(request.clone());
            seen.len() - 1
        };
        let now = shared.under_way.fetch_add(1, Ordering::SeqCst) + 1;
        shared.busiest.fetch_max(now, Ordering::SeqCst);
        let act = (shared.act)(number, &request);
        let act = match act {
            Act::After(wait, act) => {
                thread::sleep(wait);
                *act
            }
            act => act,
        };
        // The client may send its next request before this thread continues.
        shared.under_way.fetch_sub(1, Ordering::SeqCst);
        if !do_act(&mut out, act)? {
            break;
        }
    }
    Ok(())
}

fn read_request(input: &mut impl BufRead) -> std::io::Result<Option<Seen>> {
    let mut line = String::new();
    if input.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let mut headers = Vec::new();
    loop {
        let mut header = String::new();
        input.read_line(&mut header)?;
        let Some((name, value)) = header.trim_end().split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|header| header.0 == "content-length");
    let length = length.and_then(|header| header.1.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    input.read_exact(&mut body)?;
    let line = line.trim_end().trim_end_matches(" HTTP/1.1").to_owned();
    Ok(Some(Seen { line, headers, body }))
}

/// Returns whether the connection is kept.
fn do_act(out: &mut TcpStream, act: Act) -> std::io::Result<bool> {
    match act {
        Act::Answer(status, headers, body) => {
            let mut head = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\n", body.len());
            for (name, value) in headers {
                head.push_str(&format!("{name}: {value}\r\n"));
            }
            out.write_all(format!("{head}\r\n{body}").as_bytes())?;
            return Ok(true);
        }
        Act::After(wait, act) => {
            thread::sleep(wait);
            return do_act(out, *act);
        }
        Act::AnswerAndClose(body) => {
            let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", body.len());
            out.write_all(format!("{head}{body}").as_bytes())?;
        }
        Act::Cut => {}
        Act::CutInBody(body) => {
            let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", body.len());
            out.write_all(head.as_bytes())?;
            out.write_all(&body.as_bytes()[..body.len() / 2])?;
        }
        Act::SlowBytes => {
            out.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n")?;
            loop {
                out.write_all(b" ")?;
                thread::sleep(Duration::from_millis(50));
            }
        }
        Act::Hang => thread::sleep(Duration::from_hours(1)),
        Act::Huge(length) => {
            let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n");
            out.write_all(head.as_bytes())?;
            let block = vec![b' '; 1 << 16];
            for _ in 0..length.div_ceil(block.len()) {
                out.write_all(&block)?;
            }
        }
        Act::Raw(bytes) => out.write_all(&bytes)?,
    }
    Ok(false)
}
