//! The server of the simulated models: on the loopback only, a thread for each connection.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::Value;

use super::connection::{Request, serve};
use super::declined::Declined;
use super::players::Players;

/// The most connections that are served at once.
const MOST_CONNECTIONS: usize = 512;

/// A server that runs until the program ends.
#[derive(Debug)]
pub struct DemoServer {
    address: SocketAddr,
    accepting: JoinHandle<()>,
}

impl DemoServer {
    /// Starts a server on a free port of 127.0.0.1.
    ///
    /// # Errors
    /// If there is no free port, or no thread.
    pub fn start(players: Players) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let players = Arc::new(players);
        let accepting = thread::Builder::new()
            .name("demo server".into())
            .spawn(move || accept(&listener, &players))?;
        Ok(DemoServer { address, accepting })
    }

    /// The URL that `--url` takes.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Blocks while the server runs: until the program is ended.
    pub fn wait(self) {
        let _ = self.accepting.join();
    }
}

fn accept(listener: &TcpListener, players: &Arc<Players>) {
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // No file descriptor is left: one comes free when a connection ends.
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        if open.load(Ordering::Relaxed) >= MOST_CONNECTIONS {
            continue; // dropped, and so closed
        }
        open.fetch_add(1, Ordering::Relaxed);
        let (players, counted) = (Arc::clone(players), Arc::clone(&open));
        let served = thread::Builder::new().spawn(move || {
            // A broken connection concerns only its client.
            let _ = serve(&stream, |request| answer(&players, request));
            counted.fetch_sub(1, Ordering::Relaxed);
        });
        if served.is_err() {
            open.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// The status and the body for a request.
fn answer(players: &Players, request: &Request) -> (u16, Value) {
    let path = request.path.split('?').next().unwrap_or_default();
    let path = path.trim_end_matches('/');
    let path = path.strip_prefix("/v1").unwrap_or(path);
    let answered = match (request.method.as_str(), path) {
        ("GET", "/models") => Ok(players.list()),
        ("POST", "/chat/completions") => players.complete(&request.body),
        (_, "/models" | "/chat/completions") => Err(Declined::new(
            405,
            "method_not_allowed",
            "models are listed with GET, chat completions are asked with POST",
        )),
        _ => Err(Declined::new(
            404,
            "not_found",
            "the demo's server has /v1/models and /v1/chat/completions",
        )),
    };
    match answered {
        Ok(body) => (200, body),
        Err(declined) => (declined.status, declined.body()),
    }
}
