//! `record slippi`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};

use crate::kit::{Place, program, signal};

/// The program that records from a port, and what it prints.
fn start(place: &Place, port: u16) -> (Child, BufReader<ChildStdout>) {
    let mut command = program();
    let line = format!("record slippi --console 127.0.0.1:{port} --folder games");
    command.args(line.split(' ')).current_dir(place.path("")).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    (child, stdout)
}

/// The file that a line is about, and what the line says of it.
fn next(stdout: &mut BufReader<ChildStdout>) -> (String, String) {
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    let (path, what) = line.trim_end().split_once(": ").unwrap();
    assert!(Path::new(path).starts_with("games"), "{path}");
    (path.to_owned(), what.to_owned())
}

/// The events of a file, by the length that it gives.
fn events(file: &[u8]) -> &[u8] {
    assert!(file.starts_with(b"{U\x03raw[$U#l") && file.ends_with(b"}}"));
    let length = u32::from_be_bytes(file[11..15].try_into().unwrap());
    &file[15..15 + length as usize]
}

#[test]
fn each_game_becomes_a_file_and_the_last_is_closed_at_the_end() {
    let sample = ghostreel_formats::sample("melee", Some("small"), 1).unwrap();
    let game = events(&sample);
    let place = Place::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (mut child, mut stdout) = start(&place, listener.local_addr().unwrap().port());
    let (mut console, _) = listener.accept().unwrap();
    console.write_all(game).unwrap();
    console.write_all(b"HELO\0").unwrap();
    console.write_all(&game[..game.len() - 500]).unwrap();

    let (first, what) = next(&mut stdout);
    assert_eq!(what, "began");
    assert_eq!(next(&mut stdout), (first.clone(), "whole".to_owned()));
    let (second, what) = next(&mut stdout);
    assert_eq!(what, "began");
    assert_ne!(first, second, "nothing is overwritten");
    assert_eq!(events(&place.read(&first)), game);
    // It can be read while it is written.
    while place.read(&second).len() < game.len() - 1_000 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(game.starts_with(&place.read(&second)[15..]));

    signal("INT", child.id());
    assert_eq!(next(&mut stdout), (second.clone(), "broken off".to_owned()));
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let file = place.read(&second);
    assert!(game.starts_with(events(&file)));
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert!(!stderr.contains("error"), "{stderr}");
}
