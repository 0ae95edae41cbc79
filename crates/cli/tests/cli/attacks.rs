//! Random attacks on claims of proof: what thieves do with replays of others, in any order, made up from a seed and tried against
//! a real server and the real program.
//!
//! A replay that was accepted first stays as it was accepted, whatever they do: in its record, its proof, its bytes and its place; nothing that was changed is
//! said to be its author's; and the server stays small and quick.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ghostreel_formats::bsor::{self, Frame};
use ghostreel_formats::core::{DecodeOptions, Digest, Random};
use ghostreel_formats::{AnyView, CODECS, open, sample};
use ghostreel_mark::{
    Evidence, FileMark, Marked, PublicKey, Revoke, SecretKey, mark_file, sign, signed_reel, strip,
};
use ghostreel_reel::{Header, Kind, Original, Reel, Settings, Stream, Writer};
use serde_json::{Value, json};

use crate::kit::{Place, program};
use crate::soak::process::Server;

/// Thieves, each with a key.
const THIEVES: i32 = 3;
/// Steps that an attack is made of. Each is tried alone first.
const STEPS: i32 = 14;
/// Attacks in a short run, and how long a whole one goes on.
const FEW: i32 = STEPS + 10;
const LONG: Duration = Duration::from_secs(75);
/// The longest that the server may take to say that it is well.
const QUICK: Duration = Duration::from_secs(3);
/// The most memory that the server itself may ever have taken, in MiB.
const MEMORY_MIB: u64 = 320;
/// How long the recording that is witnessed takes.
const SECONDS: u32 = 9;

/// The replay that was accepted first.
struct Authored {
    id: String,
    /// The file as it was uploaded, or the reel.
    upload: Vec<u8>,
    /// The game's own file without a mark.
    file: Vec<u8>,
    /// The key of its author, if it is signed.
    key: Option<String>,
    /// The server's answer about it when it was there alone.
    said: Value,
}

fn thief(number: i32) -> SecretKey {
    SecretKey::from_random(&[u8::try_from(100 + number).unwrap(); 32])
}

#[test]
fn no_combination_of_attacks_takes_anything_over() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seed = number("GHOSTREEL_ATTACK_SEED").unwrap_or(1);
    let is_whole = number("GHOSTREEL_NIGHTLY").is_some();
    println!("GHOSTREEL_ATTACK_SEED={seed}");
    let (server, place) = (Server::start(), Place::new());
    let authored = upload_originals(&server, &place);
    let (mut random, begun) = (Random::new(seed), Instant::now());
    let (mut tried, mut taken, mut held) = (0, 0_u32, 0_u32);
    while if is_whole { begun.elapsed() < LONG } else { tried < FEW } {
        let steps: Vec<i32> = if tried < STEPS {
            vec![tried]
        } else {
            (0..random.between(1, 4)).map(|_| random.between(0, STEPS - 1)).collect()
        };
        let victim = if tried < STEPS { 0 } else { pick(&mut random, authored.len()) };
        tried += 1;
        let mut done = Vec::new();
        let stolen = attack(&mut random, &authored, victim, &steps, &mut done);
        let what = format!("attack {tried} of seed {seed}: {}", done.join(", "));
        check_verdict(&place, &authored, &stolen, &what);
        annoy(&mut random, &server, &authored[victim]);
        let (status, answer) = post(server.address, "/api/replays", &stolen);
        assert!([201, 409, 413, 422, 429].contains(&status), "{what}: {status} {answer}");
        if status == 201 {
            taken += 1;
            held += u32::from(answer["held"] == true);
            assert!(authored.iter().all(|it| answer["id"] != *it.id), "{what}: {answer}");
        }
        check_unchanged(&server, &authored[victim], &what);
        if status == 201 && random.chance(0.5) {
            let token = answer["delete_token"].as_str().unwrap();
            let path = format!("/api/replays/{}", answer["id"].as_str().unwrap());
            let bearer = format!("Authorization: Bearer {token}\r\n");
            assert_eq!(request(server.address, "DELETE", &path, &bearer, b"").0, 204, "{what}");
            check_unchanged(&server, &authored[victim], &what);
        }
    }
    for it in &authored {
        check_unchanged(&server, it, "in the end");
        let (_, file) = get_bytes(server.address, &format!("/api/replays/{}/file", it.id));
        assert_eq!(Digest::of(&file).to_string(), it.said["record"]["digest"], "its bytes");
    }
    let listed = get(server.address, "/api/replays?sort=uploaded_at&limit=200");
    let listed = listed["replays"].as_array().unwrap();
    let first: Vec<_> = listed.iter().take(authored.len()).map(|it| &it["id"]).collect();
    let ids: Vec<_> = authored.iter().map(|it| &it.id).collect();
    assert_eq!(first, ids, "who came first is listed first");
    println!("{tried} attacks: {taken} were taken in, and {held} of these held");
    assert!(held > 0, "no copy was held: {taken} of {tried} were taken in");
    if let Some(memory) = server.memory_mib_of("VmHWM:") {
        assert!(memory < MEMORY_MIB, "the server took {memory} MiB");
    }
}

/// Uploads what the thieves are after: unmarked, signed, in a signed reel, and one that the server witnessed.
fn upload_originals(server: &Server, place: &Place) -> Vec<Authored> {
    place.check("key new --key author.pem", 0, &[]);
    let key = SecretKey::from_pem(&String::from_utf8(place.read("author.pem")).unwrap(), None);
    let key = key.unwrap();
    let keys = get(server.address, "/api/keys");
    place.write("server.txt", keys["first"].as_str().unwrap().as_bytes());
    let played = sample("beat-saber", None, 14).unwrap();
    place.write("played.bsor", &played);
    let line = format!(
        "record replay --key author.pem --seconds {SECONDS} --server {} -o out played.bsor",
        server.url
    );
    let recording = run_in(place, &line);

    let plain = sample("beat-saber", None, 11).unwrap();
    let to_sign = sample("beat-saber", None, 12).unwrap();
    let Marked::Inside(signed) = mark_file(&to_sign, &key, 5, None).unwrap() else { panic!() };
    let game = sample("melee", None, 13).unwrap();
    let Marked::Inside(signed_game) = mark_file(&game, &key, 5, None).unwrap() else { panic!() };
    let matched = sample("rocket-league", None, 13).unwrap();
    let reel = signed_reel(&matched, "match.replay", &key).unwrap();

    let ended = recording.wait_with_output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    let witnessed = place.read("out/played.reel");
    let public = Some(key.public().to_string());
    [
        (plain.clone(), plain, None),
        (signed, to_sign, public.clone()),
        (signed_game, game, public.clone()),
        (reel, matched, public.clone()),
        (witnessed, played, public),
    ]
    .map(|(upload, file, key)| {
        let (status, answer) = post(server.address, "/api/replays", &upload);
        assert_eq!((status, &answer["held"]), (201, &json!(false)), "{answer}");
        let id = answer["id"].as_str().unwrap().to_owned();
        let said = proof_and_record(server, &id);
        assert_eq!(said["proof"]["key"], json!(key));
        Authored { id, upload, file, key, said }
    })
    .into()
}

fn run_in(place: &Place, line: &str) -> std::process::Child {
    let mut command: Command = program();
    command.args(line.split(' ')).current_dir(place.path(""));
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn pick(random: &mut Random, length: usize) -> usize {
    usize::try_from(random.between(0, i32::try_from(length).unwrap() - 1)).unwrap()
}

/// Makes something of another's upload, in one step or several.
fn attack(
    random: &mut Random,
    authored: &[Authored],
    victim: usize,
    steps: &[i32],
    done: &mut Vec<&'static str>,
) -> Vec<u8> {
    let victim = &authored[victim];
    let mut stolen = if random.chance(0.3) { &victim.upload } else { &victim.file }.clone();
    for step in steps {
        let key = thief(random.between(1, THIEVES));
        let (what, next) = match step {
            0 => ("renamed", changed(&stolen, |it| it.info.player_name = "Thief".into())),
            1 => ("without names", redacted(&stolen)),
            2 => ("a higher score", changed(&stolen, |it| it.info.score += 50_000)),
            3 => ("another date", changed(&stolen, |it| it.info.timestamp = "1000000000".into())),
            4 => {
                let by = random.range(-2.0, 3.0);
                ("later", moved(&stolen, |frame| frame.time += by))
            }
            5 => {
                let mut noise = Random::new(7);
                let shake = |frame: &mut Frame| frame.head.position.x += noise.range(-0.002, 0.002);
                ("noisy", moved(&stolen, shake))
            }
            6 => ("cut", changed(&stolen, |it| it.frames.truncate(it.frames.len() * 4 / 5))),
            7 => ("signed", sign_as(&stolen, &key, i64::from(random.between(0, 2)) << 40)),
            8 => ("without its mark", strip(&stolen).ok()),
            9 => ("with another's mark", with_mark(&stolen, &mark_of(authored))),
            10 => ("with another's session", with_stolen_session(&stolen, &key, authored)),
            11 => ("in a reel", signed_reel(&stolen, "a", &key).ok()),
            12 => ("in a padded reel", Some(padded(&stolen, random.between(1, 90)))),
            _ => ("a bit flipped", flipped(&stolen, random)),
        };
        if let Some(next) = next.filter(|next| *next != stolen) {
            stolen = next;
            done.push(what);
        }
    }
    stolen
}

fn view(file: &[u8]) -> Option<AnyView<'_>> {
    open(file, &DecodeOptions::STRICT).ok()
}

/// A play of Beat Saber with something changed; its mark stays where it is. `None` for anything else.
fn changed(file: &[u8], change: impl FnOnce(&mut bsor::Replay)) -> Option<Vec<u8>> {
    let mut replay = bsor::decode(file, &DecodeOptions::STRICT).ok()?.value;
    change(&mut replay);
    Some(bsor::encode(&replay))
}

fn moved(file: &[u8], change: impl FnMut(&mut Frame)) -> Option<Vec<u8>> {
    changed(file, |replay| replay.frames.iter_mut().for_each(change))
}

fn redacted(file: &[u8]) -> Option<Vec<u8>> {
    let mut replay = view(file)?.to_replay().ok()?;
    replay.redact().ok()?;
    Some(replay.encode())
}

fn sign_as(file: &[u8], key: &SecretKey, made: i64) -> Option<Vec<u8>> {
    match mark_file(file, key, made, None).ok()? {
        Marked::Inside(marked) => Some(marked),
        Marked::Beside(_) => None,
    }
}

/// A mark that an author signed, of another file.
fn mark_of(authored: &[Authored]) -> Vec<u8> {
    view(&authored[1].upload).unwrap().split_marks().1.swap_remove(0)
}

fn with_mark(file: &[u8], mark: &[u8]) -> Option<Vec<u8>> {
    let bare = view(file)?.split_marks().0;
    view(&bare)?.with_mark(mark)
}

/// A mark by a thief, with the session that a server witnessed of somebody else.
fn with_stolen_session(file: &[u8], key: &SecretKey, authored: &[Authored]) -> Option<Vec<u8>> {
    let bare = view(file)?.split_marks().0;
    let evidence = Evidence::of_reel(&authored.last()?.upload)?;
    let format = view(&bare)?.format().id.to_owned();
    let sha256 = *Digest::of(&bare).as_bytes();
    let mark = FileMark { format, sha256, made: 1, evidence: Some(evidence) };
    view(&bare)?.with_mark(&sign(&mark, key))
}

/// In a reel with so many broken messages.
fn padded(file: &[u8], messages: i32) -> Vec<u8> {
    let Some(format) = view(file).map(|view| view.format()) else { return file.to_vec() };
    let original = Original { format: format.id.into(), ..Original::default() };
    let header = Header {
        game: format.game.into(),
        streams: vec![Stream::Original(original)],
        ..Header::default()
    };
    let mut writer = Writer::new(header, Settings::default()).unwrap();
    writer.original(1, file, 1.0).unwrap();
    writer.flush();
    for _ in 0..messages {
        writer.mark(Kind::SignedHead, &[0xd2; 60_000]).unwrap();
    }
    writer.finish()
}

fn flipped(file: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let mut file = file.to_vec();
    let at = pick(random, file.len());
    file[at] ^= 1 << random.between(0, 7);
    Some(file)
}

/// Looks what `verify` says of something stolen.
fn check_verdict(place: &Place, authored: &[Authored], stolen: &[u8], what: &str) {
    place.write("stolen", stolen);
    let run = place.run("verify --json --trust server.txt stolen");
    assert!((0..=3).contains(&run.code), "{what}: {}", run.stderr);
    // A file that cannot be read is not verified.
    let Some(found) = run.json_lines().into_iter().next() else { return };
    let (level, key) = (found["level"].as_str().unwrap(), found["key"].as_str());
    assert_ne!(found["verdict"], "consistent", "{what}: {found}");
    let original = Reel::open(stolen).and_then(|reel| reel.whole_original(CODECS)).ok().flatten();
    let file = strip(original.as_deref().unwrap_or(stolen)).unwrap_or_default();
    let is_authors = |it: &&Authored| it.key.as_deref() == key && it.key.is_some();
    if level != "unmarked" {
        let mut authors = authored.iter().filter(is_authors).peekable();
        let is_theirs = authors.peek().is_none() || authors.any(|it| it.file == file);
        assert!(is_theirs, "{what}: it is said to be its author's: {found}");
    }
    if level == "witnessed" {
        assert_eq!(stolen, authored.last().unwrap().upload, "{what}: {found}");
    }
}

/// Other things that a client may send without a right to them.
fn annoy(random: &mut Random, server: &Server, victim: &Authored) {
    let key = thief(random.between(1, THIEVES));
    let owner = victim.key.as_ref().map(|key| key.parse::<PublicKey>().unwrap());
    let revoke = |revoked| sign(&Revoke { key: revoked, made: 0, reason: None }, &key);
    let status = match random.between(0, 3) {
        0 => post(server.address, "/api/keys", &revoke(key.public())).0,
        1 => {
            let status = owner.map(|owner| post(server.address, "/api/keys", &revoke(owner)).0);
            assert_ne!(status, Some(200), "somebody else revoked a key");
            422
        }
        2 => {
            let owner = owner.unwrap_or_else(|| key.public()).to_string();
            let body = json!({"key": owner, "game": "beat-saber"}).to_string();
            let head = "Content-Type: application/json\r\n";
            request(server.address, "POST", "/api/sessions", head, body.as_bytes()).0
        }
        _ => post(server.address, &format!("/api/sessions/{:032x}/heads", 7), &[0xd2; 500]).0,
    };
    assert!(status < 500, "{status}");
}

/// A replay's proof, without the members that grow with the log.
fn proof_and_record(server: &Server, id: &str) -> Value {
    let mut proof = get(server.address, &format!("/api/replays/{id}/proof"));
    proof.as_object_mut().unwrap().remove("claims");
    let log = proof["log"].as_object_mut().unwrap();
    log.retain(|name, _| ["number", "entry"].contains(&name.as_str()));
    assert_eq!(log.len(), 2, "{proof}");
    json!({"proof": proof, "record": get(server.address, &format!("/api/replays/{id}"))})
}

fn check_unchanged(server: &Server, it: &Authored, what: &str) {
    let asked = Instant::now();
    assert_eq!(request(server.address, "GET", "/healthz", "", b"").0, 200, "{what}");
    assert!(asked.elapsed() < QUICK, "{what}: {:?}", asked.elapsed());
    let now = proof_and_record(server, &it.id);
    assert_eq!(now, it.said, "{what}: the first accepted replay has changed");
    let copies = get(server.address, &format!("/api/replays/{}/copies", it.id));
    let roles = copies["copies"].as_array().unwrap().iter().map(|copy| &copy["role"]);
    assert!(roles.clone().all(|role| role == "original"), "{what}: {copies}");
    assert_eq!(copies["held"], false, "{what}");
}

fn get(address: SocketAddr, path: &str) -> Value {
    let (status, body) = get_bytes(address, path);
    assert_eq!(status, 200, "{path}");
    serde_json::from_slice(&body).unwrap()
}

fn get_bytes(address: SocketAddr, path: &str) -> (u16, Vec<u8>) {
    request(address, "GET", path, "", b"")
}

fn post(address: SocketAddr, path: &str, body: &[u8]) -> (u16, Value) {
    let (status, body) = request(address, "POST", path, "", body);
    (status, serde_json::from_slice(&body).unwrap_or_default())
}

/// Asks once, over a connection of its own.
fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    fields: &str,
    body: &[u8],
) -> (u16, Vec<u8>) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nContent-Length: {length}\r\n{fields}Connection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    // One that refuses early does not read on.
    let _ = stream.write_all(body);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let end = answer.windows(4).position(|part| part == b"\r\n\r\n").expect("no answer");
    let status = std::str::from_utf8(&answer[9..12]).unwrap().parse().unwrap();
    (status, answer.split_off(end + 4))
}
