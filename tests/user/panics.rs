//! A panic leaves a terminal that can be read, with the message on it. The program has no key for
//! a panic, so this test runs itself once more in a terminal of its own and panics there.

use std::io::Read;

use assay::tui::terminal::TerminalGuard;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

const INSIDE: &str = "ASSAY_TEST_PANIC_INSIDE";

#[test]
fn after_a_panic_the_terminal_is_as_before_and_says_what_happened() {
    if std::env::var_os(INSIDE).is_some() {
        let _guard = TerminalGuard::enter(true).unwrap();
        panic!("a screen broke");
    }
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let before = format!("{:?}", pair.master.get_termios().unwrap());
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    let name = "panics::after_a_panic_the_terminal_is_as_before_and_says_what_happened";
    command.args(["--exact", name, "--nocapture", "--test-threads=1"]);
    command.env(INSIDE, "1");
    command.env("RUST_BACKTRACE", "0");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut output = Vec::new();
    // The end of a pseudo-terminal is reported as an error.
    let _ = pair.master.try_clone_reader().unwrap().read_to_end(&mut output);
    child.wait().unwrap();

    let rows = std::num::NonZero::new(24).unwrap();
    let columns = std::num::NonZero::new(80).unwrap();
    let mut parser = vt100::Parser::new(rows, columns, 0);
    parser.process(&output);
    let screen = parser.screen();
    assert!(output.windows(8).any(|bytes| bytes == b"\x1b[?1049h"), "the terminal was taken");
    assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    assert!(screen.contents().contains("a screen broke"), "{}", screen.contents());
    assert_eq!(format!("{:?}", pair.master.get_termios().unwrap()), before);
}
