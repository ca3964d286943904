//! The pictures of the screens, from a request to cells: asks for what is shown, prepares
//! neighbours, reports what is ready. No method blocks.

use std::io;
use std::sync::Arc;
use std::thread;

use crate::messages::{speak, spoken};
use assay_core::benchmark::ImageHash;

use super::fit::{Look, View};
use super::mode::Surface;
use super::painted::pane;
use super::requests::{Loader, PictureState, Request, Requests, Waker};
use super::worker::Worker;

/// Name of the worker thread. A panic there is caught and becomes a broken picture: a panic hook
/// that restores the terminal must ignore this thread.
pub const THREAD_NAME: &str = "pictures";

/// The worker thread and what it shares with the screen. The thread ends when this is dropped.
pub struct PictureService {
    requests: Arc<Requests>,
    wake: Waker,
}

impl PictureService {
    /// Starts the worker, which describes broken pictures in the language of this thread.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn start(surface: Surface, load: Loader, wake: Waker) -> io::Result<Self> {
        let requests = Arc::new(Requests::new(surface));
        let language = spoken();
        let worker = Worker::new(Arc::clone(&requests), load, Arc::clone(&wake));
        thread::Builder::new().name(THREAD_NAME.into()).spawn(move || {
            speak(language);
            worker.run();
        })?;
        Ok(PictureService { requests, wake })
    }

    /// Requests what is on screen, the most important first, and what may be on screen next. Replaces
    /// the earlier requests; the same requests again cost nothing.
    pub fn want(&self, on_screen: &[Request], neighbours: &[Request]) {
        {
            let state = self.requests.lock();
            if state.on_screen == on_screen && state.neighbours == neighbours {
                return;
            }
        }
        let is_requested = |hash: &ImageHash| {
            on_screen.iter().chain(neighbours).any(|request| request.hash == *hash)
        };
        self.requests.change(|state| {
            state.on_screen = on_screen.to_vec();
            state.neighbours = neighbours.to_vec();
            state.no_room.clear();
            // A failure is forgotten with its request, so that coming back tries again.
            state.broken.retain(|hash, _| is_requested(hash));
        });
    }

    /// The state of a picture.
    pub fn state(&self, request: &Request) -> PictureState {
        let mut state = self.requests.lock();
        if let Some(painted) = state.painted.get(request) {
            return PictureState::Ready(painted);
        }
        if let Some(reason) = state.broken.get(&request.hash) {
            return PictureState::Broken(Arc::clone(reason));
        }
        let meanwhile = state.painted.latest(|other| other.hash == request.hash).cloned();
        PictureState::Loading { meanwhile }
    }

    /// Causes the screen to be drawn again, as if a picture on it had just become ready.
    pub(super) fn wake(&self) {
        (self.wake)();
    }

    /// Width and height of a picture in pixels, once it has been painted.
    pub fn natural(&self, hash: ImageHash) -> Option<(u32, u32)> {
        let state = self.requests.lock();
        state.painted.latest(|request| request.hash == hash).map(|painted| painted.natural)
    }

    /// The view after one look; unchanged while the picture is not known yet.
    pub fn view_after(&self, request: &Request, look: Look) -> View {
        match self.natural(request.hash) {
            Some(natural) => {
                request.view.after(look, &pane(natural, request.area, &self.surface()))
            }
            None => request.view,
        }
    }

    /// The properties of the terminal that painters need.
    pub fn surface(&self) -> Surface {
        self.requests.lock().surface
    }

    /// Another painter, or cells of another size (the font was changed). Painted pictures are dropped.
    pub fn set_surface(&self, surface: Surface) {
        if surface != self.surface() {
            self.requests.change(|state| {
                state.surface = surface;
                state.painted.clear();
                state.no_room.clear();
            });
        }
    }
}

impl Drop for PictureService {
    fn drop(&mut self) {
        self.requests.change(|state| state.closed = true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::mode::ColourDepth;
    use crate::picture::tests::{PATIENCE, png};
    use ratatui::layout::Size;
    use std::sync::Mutex;
    use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
    use std::time::Instant;

    fn request(name: &str) -> Request {
        Request {
            hash: ImageHash::compute(name.as_bytes()),
            area: Size::new(10, 5),
            view: View::default(),
        }
    }

    fn started(load: Loader) -> (PictureService, Receiver<()>) {
        let (send, woken) = channel();
        let wake: Waker = Arc::new(move || {
            let _ = send.send(());
        });
        let surface = Surface::for_cells(ColourDepth::True);
        (PictureService::start(surface, load, wake).unwrap(), woken)
    }

    fn settled(service: &PictureService, request: &Request) -> PictureState {
        let start = Instant::now();
        loop {
            match service.state(request) {
                PictureState::Loading { .. } if start.elapsed() < PATIENCE => thread::yield_now(),
                state => return state,
            }
        }
    }

    #[test]
    fn a_picture_on_screen_gets_ready_and_wakes_the_screen() {
        let (service, woken) = started(Arc::new(|_| Ok(png(40, 30))));
        let wanted = request("a");
        assert!(matches!(service.state(&wanted), PictureState::Loading { meanwhile: None }));
        service.want(&[wanted], &[]);
        woken.recv_timeout(PATIENCE).unwrap();
        let PictureState::Ready(painted) = service.state(&wanted) else { panic!("not ready") };
        assert_eq!(painted.natural, (40, 30));
        assert_eq!(service.natural(wanted.hash), Some((40, 30)));
    }

    #[test]
    fn while_a_picture_loads_no_other_one_is_in_its_place() {
        let (open, gate) = channel::<()>();
        let gate = Mutex::new(gate);
        let [first, second] = ["first", "second"].map(request);
        let (service, _woken) = started(Arc::new(move |hash| {
            if hash == second.hash {
                let _ = gate.lock().unwrap().recv_timeout(PATIENCE);
            }
            Ok(png(8, 8))
        }));
        service.want(&[first], &[]);
        assert!(matches!(settled(&service, &first), PictureState::Ready(_)));
        service.want(&[second], &[]);
        assert!(matches!(service.state(&second), PictureState::Loading { meanwhile: None }));
        drop(open);
    }

    #[test]
    fn the_latest_request_wins_over_those_that_wait() {
        let (open, gate) = channel::<()>();
        let gate = Mutex::new(gate);
        let loaded = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&loaded);
        let (service, _woken) = started(Arc::new(move |hash| {
            log.lock().unwrap().push(hash);
            let _ = gate.lock().unwrap().recv_timeout(PATIENCE);
            Ok(png(8, 8))
        }));
        let [first, stale, latest] = ["first", "stale", "latest"].map(request);
        service.want(&[first], &[]);
        while loaded.lock().unwrap().is_empty() {
            thread::yield_now();
        }
        service.want(&[stale], &[]);
        service.want(&[latest], &[first]);
        for _ in 0..3 {
            open.send(()).unwrap();
        }
        assert!(matches!(settled(&service, &latest), PictureState::Ready(_)));
        assert!(matches!(settled(&service, &first), PictureState::Ready(_)));
        assert_eq!(*loaded.lock().unwrap(), [first.hash, latest.hash]);
    }

    #[test]
    fn neighbours_are_made_ready_without_waking_anyone() {
        let (service, woken) = started(Arc::new(|_| Ok(png(8, 8))));
        let [here, next] = ["here", "next"].map(request);
        service.want(&[here], &[next]);
        assert!(matches!(settled(&service, &next), PictureState::Ready(_)));
        assert_eq!(woken.recv_timeout(PATIENCE), Ok(()), "for the one on screen");
        assert_eq!(woken.try_recv().ok(), None);
    }

    #[test]
    fn a_loader_that_fails_or_panics_makes_one_broken_picture() {
        let panics = ImageHash::compute(b"panics");
        let fails = ImageHash::compute(b"fails");
        let (service, woken) = started(Arc::new(move |hash| match hash {
            hash if hash == panics => panic!("a decoder went mad"),
            hash if hash == fails => Err("the database is gone".into()),
            _ => Ok(png(8, 8)),
        }));
        for (name, reason) in [("panics", "its decoder failed"), ("fails", "the database is gone")]
        {
            service.want(&[request(name)], &[]);
            woken.recv_timeout(PATIENCE).unwrap();
            let PictureState::Broken(said) = service.state(&request(name)) else {
                panic!("{name}")
            };
            assert_eq!(&*said, reason);
        }
        service.want(&[request("good")], &[]);
        assert!(matches!(settled(&service, &request("good")), PictureState::Ready(_)));
    }

    #[test]
    fn a_neighbour_that_is_broken_wakes_the_screen_that_shows_it_in_another_size() {
        let ((open, gate), (begin, asked)) = (channel::<()>(), channel());
        let (gate, begin) = (Mutex::new(gate), Mutex::new(begin));
        let (service, woken) = started(Arc::new(move |_| {
            begin.lock().unwrap().send(()).unwrap();
            let _ = gate.lock().unwrap().recv_timeout(PATIENCE);
            Err("its file is gone".into())
        }));
        let larger = request("a");
        let here = Request { area: Size::new(4, 2), ..larger };
        service.want(&[], &[larger]);
        asked.recv_timeout(PATIENCE).unwrap();
        service.want(&[here], &[]);
        open.send(()).unwrap();
        woken.recv_timeout(PATIENCE).unwrap();
        assert!(matches!(service.state(&here), PictureState::Broken(_)));
    }

    #[test]
    fn coming_back_to_a_broken_picture_tries_again() {
        let tries = Arc::new(Mutex::new(0));
        let count = Arc::clone(&tries);
        let (service, woken) = started(Arc::new(move |_| {
            *count.lock().unwrap() += 1;
            if *count.lock().unwrap() == 1 { Err("busy".into()) } else { Ok(png(8, 8)) }
        }));
        let wanted = request("a");
        service.want(&[wanted], &[]);
        woken.recv_timeout(PATIENCE).unwrap();
        assert!(matches!(service.state(&wanted), PictureState::Broken(_)));
        service.want(&[], &[]);
        service.want(&[wanted], &[]);
        assert!(matches!(settled(&service, &wanted), PictureState::Ready(_)));
        assert_eq!(*tries.lock().unwrap(), 2);
    }

    #[test]
    fn another_size_shows_the_old_painting_meanwhile() {
        let (service, woken) = started(Arc::new(|_| Ok(png(40, 30))));
        let wanted = request("a");
        service.want(&[wanted], &[]);
        woken.recv_timeout(PATIENCE).unwrap();
        let wider = Request { area: Size::new(20, 5), ..wanted };
        let PictureState::Loading { meanwhile: Some(old) } = service.state(&wider) else {
            panic!("nothing to show")
        };
        assert_eq!(old.area, wanted.area);
    }

    #[test]
    fn zooming_needs_to_know_the_picture_first() {
        let (service, woken) = started(Arc::new(|_| Ok(png(400, 300))));
        let wanted = request("a");
        assert!(service.view_after(&wanted, Look::Closer).is_whole());
        service.want(&[wanted], &[]);
        woken.recv_timeout(PATIENCE).unwrap();
        assert!(!service.view_after(&wanted, Look::Closer).is_whole());
    }

    #[test]
    fn the_thread_ends_with_the_service() {
        let loader: Loader = Arc::new(|_| Ok(png(8, 8)));
        let (service, woken) = started(Arc::clone(&loader));
        drop(service);
        assert_eq!(woken.recv_timeout(PATIENCE), Err(RecvTimeoutError::Disconnected));
        assert_eq!(Arc::strong_count(&loader), 1);
    }
}
