//! Packing of replays: sizes and speeds beside general methods and the field's.

use std::hint::black_box;
use std::time::{Duration, Instant};

use ghostreel_corpus::files;
use ghostreel_formats::{CODECS, codec, format};
use ghostreel_pack::{Level, general};
use ghostreel_reel::{Original, Reel};

type Files = [(String, Vec<u8>)];

type Pack = dyn Fn(&[u8]) -> Vec<u8>;
type Unpack = dyn Fn(&[u8], usize) -> Vec<u8>;

/// A way to pack a file, and to unpack it to its length.
struct Method {
    name: &'static str,
    pack: Box<Pack>,
    /// `None` where only packing is looked at.
    unpack: Option<Box<Unpack>>,
}

pub(crate) fn run() {
    println!("reel: sizes and speeds of packing, one thread, the least time of each file\n");
    println!("| files | method | of the original | times smaller | pack MB/s | unpack MB/s |");
    println!("|---|---|---|---|---|---|");
    for (folder, id) in
        [("beat-saber/bsor", "bsor"), ("slippi/good", "slp"), ("rocket-league/good", "replay")]
    {
        let Some(files) = files(folder) else { continue };
        for level in [Level::Live, Level::Fast, Level::Archive] {
            print(id, &files, &by_codec(id, level));
        }
        print(id, &files, &as_reel(id));
        if id == "slp" {
            for level in [3, 9, 19] {
                print(id, &files, &by_columns_of_bytes(level));
            }
        }
        for level in [3, 19] {
            print(id, &files, &zstd(level));
        }
        print(id, &files, &xz());
    }
}

/// Packs each file, compares the unpacked bytes, and prints the sums.
fn print(id: &str, files: &Files, method: &Method) {
    let [mut original, mut packed] = [0, 0];
    let [mut packing, mut unpacking] = [Duration::ZERO; 2];
    for (name, bytes) in files {
        let (made, time) = least(|| (method.pack)(bytes));
        packing += time;
        if let Some(unpack) = &method.unpack {
            let (back, time) = least(|| unpack(&made, bytes.len()));
            unpacking += time;
            assert!(back == *bytes, "{name}: {} gives other bytes", method.name);
        }
        original += bytes.len();
        packed += made.len();
    }
    let rate = |time: Duration| match time {
        Duration::ZERO => "–".to_owned(),
        time => format!("{:.1}", original as f64 / time.as_secs_f64() / 1e6),
    };
    let share = packed as f64 / original as f64;
    println!(
        "| {id} | {} | {share:.3} | {:.2} | {} | {} |",
        method.name,
        1.0 / share,
        rate(packing),
        rate(unpacking)
    );
}

/// The least of three runs; one run, if that takes long.
fn least(job: impl Fn() -> Vec<u8>) -> (Vec<u8>, Duration) {
    const LONG: Duration = Duration::from_millis(300);
    let mut least = Duration::MAX;
    let mut output = Vec::new();
    for _ in 0..3 {
        let start = Instant::now();
        output = black_box(job());
        let time = start.elapsed();
        least = least.min(time);
        if time > LONG {
            break;
        }
    }
    (output, least)
}

/// The format's codec alone. Each part has its length in front, and says whether the codec packed it.
fn by_codec(id: &str, level: Level) -> Method {
    let codec = codec(id).unwrap_or_else(|| panic!("no codec packs {id}"));
    let name = match level {
        Level::Live => "codec, live",
        Level::Fast => "**codec, fast**",
        Level::Archive => "**codec, archive**",
    };
    let pack = move |bytes: &[u8]| {
        let mut out = Vec::new();
        for part in codec.pack(bytes, level) {
            let there = &bytes[part.range];
            let (kind, packed) = match &part.packed {
                Some(packed) => (2, packed.as_slice().into()),
                None => general::pack(there, 3),
            };
            out.push(kind);
            out.extend((packed.len() as u32).to_le_bytes());
            out.extend((there.len() as u32).to_le_bytes());
            out.extend_from_slice(&packed);
        }
        out
    };
    let unpack = move |mut packed: &[u8], length: usize| {
        let mut out = Vec::with_capacity(length);
        while let Some((head, rest)) = packed.split_first_chunk::<9>() {
            let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| head[at + byte]));
            let (part, rest) = rest.split_at(word(1) as usize);
            let length = word(5) as usize;
            match head[0] {
                2 => out.extend(codec.unpack(part, length).expect("a packed part")),
                kind => out.extend_from_slice(
                    &general::unpack(kind, part, length, 0, "part").expect("a packed part"),
                ),
            }
            packed = rest;
        }
        out
    };
    Method { name, pack: Box::new(pack), unpack: Some(Box::new(unpack)) }
}

/// A whole reel, which is unpacked and compared as it is made; opened, unpacked and compared with its digest.
fn as_reel(id: &'static str) -> Method {
    let pack = move |bytes: &[u8]| {
        let original = Original { format: id.to_owned(), ..Original::default() };
        let game = format(id).expect("a format").game;
        ghostreel_reel::pack(game, original, bytes, Level::Fast, codec(id)).expect("it packs")
    };
    let unpack = |reel: &[u8], _| {
        let reel = Reel::open(reel).expect("a reel");
        let (bytes, _) = reel.original(CODECS).expect("a codec").expect("an original");
        assert_eq!(reel.is_original(&bytes), Some(true));
        bytes
    };
    Method { name: "reel, fast, compared", pack: Box::new(pack), unpack: Some(Box::new(unpack)) }
}

fn zstd(level: i32) -> Method {
    Method {
        name: if level == 3 { "zstd -3" } else { "zstd -19" },
        pack: Box::new(move |bytes| zstd::bulk::compress(bytes, level).expect("it packs")),
        unpack: Some(Box::new(|packed, length| {
            zstd::bulk::decompress(packed, length).expect("it unpacks")
        })),
    }
}

fn xz() -> Method {
    use liblzma::bufread::{XzDecoder, XzEncoder};
    use liblzma::stream::{Check, Stream};
    use std::io::Read;
    const EXTREME: u32 = 1 << 31;
    let read = |mut from: Box<dyn Read + '_>| {
        let mut out = Vec::new();
        from.read_to_end(&mut out).expect("it reads from memory");
        out
    };
    Method {
        name: "xz -9e",
        pack: Box::new(move |bytes| {
            let stream = Stream::new_easy_encoder(9 | EXTREME, Check::Crc64).expect("a preset");
            read(Box::new(XzEncoder::new_stream(bytes, stream)))
        }),
        unpack: Some(Box::new(move |packed, _| read(Box::new(XzDecoder::new(packed))))),
    }
}

/// The method of slpz: events by kind, their bytes column by column, zstd after.
fn by_columns_of_bytes(level: i32) -> Method {
    let name = match level {
        3 => "columns of bytes, zstd -3 (as slpz)",
        9 => "columns of bytes, zstd -9 (as slpz)",
        _ => "columns of bytes, zstd -19 (as slpz)",
    };
    let pack = move |bytes: &[u8]| {
        let Some((sizes, from, to)) = events(bytes) else {
            return zstd::bulk::compress(bytes, level).expect("it packs");
        };
        let (mut kinds, mut all) = (Vec::new(), vec![Vec::new(); 256]);
        let mut at = from;
        while at < to {
            let kind = bytes[at];
            let size = sizes[usize::from(kind)];
            if size == 0 || at + 1 + size > to {
                break;
            }
            kinds.push(kind);
            all[usize::from(kind)].push(&bytes[at + 1..at + 1 + size]);
            at += 1 + size;
        }
        let mut out = kinds;
        for (kind, events) in all.iter().enumerate() {
            for column in 0..sizes[kind] {
                out.extend(events.iter().map(|event| event[column]));
            }
        }
        out.extend_from_slice(&bytes[..from]);
        out.extend_from_slice(&bytes[at..]);
        zstd::bulk::compress(&out, level).expect("it packs")
    };
    Method { name, pack: Box::new(pack), unpack: None }
}

/// The sizes of events by kind, and where they begin and end in the file.
fn events(bytes: &[u8]) -> Option<([usize; 256], usize, usize)> {
    const RAW: usize = 15;
    let length = u32::from_be_bytes(bytes.get(11..15)?.try_into().ok()?) as usize;
    let end = if length == 0 { bytes.len() } else { (RAW + length).min(bytes.len()) };
    let count = usize::from(*bytes.get(RAW + 1)?);
    let mut sizes = [0; 256];
    for entry in bytes.get(RAW + 2..RAW + 1 + count)?.chunks_exact(3) {
        sizes[usize::from(entry[0])] = usize::from(u16::from_be_bytes([entry[1], entry[2]]));
    }
    Some((sizes, RAW + 1 + count, end))
}
