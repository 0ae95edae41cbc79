//! The memory that sound files need: to hold every value of a file, little more than its length, the input not counted.

use allocation_counter::measure;
use ghostreel_core::{DecodeOptions, PushDecoder};
use ghostreel_corpus::files;
use ghostreel_slp::sample::{generate, variants};
use ghostreel_slp::{Decoder, Outline, View, decode, encode};

/// The bytes that schemas, names and metadata need, however long the game was.
const BASE: f64 = 40_960.0;
/// The bytes that the table of action states needs, however long the game was.
const ACTION_STATES: f64 = 49_152.0;

/// The most memory that was held at once to make something, in bytes, the thing itself included.
fn peak<R>(make: impl FnOnce() -> R) -> f64 {
    measure(|| drop(make())).bytes_max as f64
}

/// Opens a file and gathers every column of every table; all are held at the end.
fn columns(bytes: &[u8]) {
    let view = View::open(bytes, &DecodeOptions::STRICT).unwrap();
    let timeline = view.timeline();
    let columns: Vec<_> =
        timeline.tables().iter().map(|table| table.all_columns().unwrap()).collect();
    assert_eq!(columns.len(), timeline.tables().len());
}

fn stream(bytes: &[u8]) {
    let mut decoder = Decoder::new(&DecodeOptions::STRICT);
    for piece in bytes.chunks(4_096) {
        decoder.push(piece);
        while decoder.next_event().unwrap().is_some() {}
    }
    decoder.finish();
    while decoder.next_event().unwrap().is_some() {}
}

#[test]
fn all_values_fit_into_twice_the_length_of_the_file() {
    let samples = variants().into_iter();
    let samples = samples.map(|(name, options)| (name.to_owned(), encode(&generate(&options))));
    for (name, bytes) in samples.chain(files("slippi/good").into_iter().flatten()) {
        let length = bytes.len() as f64;
        let check = |what: &str, most: f64, used: f64| {
            assert!(used <= most, "{name}, {length} bytes: {used} bytes for {what}, not {most}");
        };
        let whole = peak(|| columns(&bytes));
        let model = peak(|| decode(&bytes, &DecodeOptions::STRICT));
        check("all columns", 1.4 * length + BASE + ACTION_STATES, whole);
        check("the plain data", 1.1 * length + BASE, model);
        check("the outline", 2.0 * BASE, peak(|| Outline::read(&bytes)));
        check("a stream of it", 4.0 * BASE, peak(|| stream(&bytes)));
        if length > 2.0 * BASE {
            check("all columns", 2.0 * length + ACTION_STATES, whole);
        }
        println!(
            "{name}: {:.2} × for all columns, {:.2} × for the plain data",
            whole / length,
            model / length
        );
    }
}
