//! Clients that mean harm. Each attack is a line of [`all`].

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

/// How often a client did its worst.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counter(Arc<AtomicU64>);

impl Counter {
    fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// All of them, on a thread of their own: they share the machine with the server, as they would not in the world, and must
/// not keep the honest clients from asking.
pub(crate) struct Hostile {
    thread: std::thread::JoinHandle<()>,
    stop: tokio::sync::oneshot::Sender<()>,
    counters: Vec<(&'static str, Counter)>,
}

/// Starts them all.
pub(crate) fn start(server: SocketAddr) -> Hostile {
    let mut tasks = JoinSet::new();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let counters = {
        let _context = runtime.enter();
        all(server, &mut tasks)
    };
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let thread = std::thread::spawn(move || {
        runtime.block_on(async move {
            let _ = stopped.await;
            tasks.shutdown().await;
        });
    });
    Hostile { thread, stop, counters }
}

impl Hostile {
    /// Stops them all, and returns how often each did what it does.
    pub(crate) fn stop(self) -> Vec<(&'static str, u64)> {
        self.stop.send(()).unwrap();
        self.thread.join().unwrap();
        self.counters
            .into_iter()
            .map(|(name, counter)| (name, counter.0.load(Ordering::Relaxed)))
            .collect()
    }
}

fn all(server: SocketAddr, tasks: &mut JoinSet<()>) -> Vec<(&'static str, Counter)> {
    let mut counters = Vec::new();
    let mut address = 0;
    let mut start = |name, copies: usize, attack: Attack| {
        let counter = Counter::default();
        counters.push((name, counter.clone()));
        address += 1;
        let from = Ipv4Addr::new(127, 0, 66, address);
        for copy in 0..copies {
            let client = Client { server, from, copy: copy as u64, counter: counter.clone() };
            tasks.spawn(async move { while_alive(client, attack).await });
        }
    };
    start("uploads of a byte now and then", 64, Attack::Trickle);
    start("heads of requests that never end", 1100, Attack::HalfHead);
    start("methods that do not exist", 4, Attack::Methods);
    start("downloads that are not taken", 20, Attack::SlowReader);
    start("hostile files", 8, Attack::Files);
    start("other hostile files", 8, Attack::Files);
    start("names that are not ours", 4, Attack::Names);
    start("floods of lists", 16, Attack::Flood);
    start("huge queries", 4, Attack::Queries);
    start("uploads that break off", 8, Attack::BrokenOff);
    start("connections without a word", 200, Attack::Silent);
    counters
}

#[derive(Clone, Copy, Debug)]
enum Attack {
    Trickle,
    HalfHead,
    Methods,
    SlowReader,
    Files,
    Names,
    Flood,
    Queries,
    BrokenOff,
    Silent,
}

struct Client {
    server: SocketAddr,
    from: Ipv4Addr,
    copy: u64,
    counter: Counter,
}

/// A hostile client tries again whatever the server does about it.
async fn while_alive(client: Client, attack: Attack) {
    for round in 0_u64.. {
        client.counter.add();
        // How it ends is the server's to choose.
        let _ = match attack {
            Attack::Trickle => client.trickle().await,
            Attack::HalfHead => client.half_head().await,
            Attack::Methods => client.methods(round).await,
            Attack::SlowReader => client.slow_reader().await,
            Attack::Files => client.files(round).await,
            Attack::Names => client.names().await,
            Attack::Flood => client.flood().await,
            Attack::Queries => client.queries().await,
            Attack::BrokenOff => client.broken_off(round).await,
            Attack::Silent => client.silent().await,
        };
        // One thread must do for all of them.
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

impl Client {
    async fn connect(&self) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((self.from, 0).into())?;
        socket.connect(self.server).await
    }

    /// Writes a request and reads the answer, as much as comes at once.
    async fn say(&self, stream: &mut TcpStream, request: &[u8]) -> io::Result<()> {
        stream.write_all(request).await?;
        let mut answer = vec![0; 64 << 10];
        match stream.read(&mut answer).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }

    async fn trickle(&self) -> io::Result<()> {
        let mut stream = self.connect().await?;
        stream
            .write_all(
                b"POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n",
            )
            .await?;
        loop {
            tokio::time::sleep(Duration::from_secs(15)).await;
            stream.write_all(b"x").await?;
            self.counter.add();
        }
    }

    async fn half_head(&self) -> io::Result<()> {
        let mut stream = self.connect().await?;
        stream.write_all(b"GET /api/replays HTTP/1.1\r\nHost: local").await?;
        stream.read_u8().await?;
        Ok(())
    }

    async fn silent(&self) -> io::Result<()> {
        self.connect().await?.read_u8().await?;
        Ok(())
    }

    async fn methods(&self, round: u64) -> io::Result<()> {
        let mut stream = self.connect().await?;
        for number in 0..200 {
            let method = format!("M{}X{round}X{number}{}", self.copy, "Y".repeat(20_000));
            let request = format!("{method} /{number} HTTP/1.1\r\nHost: localhost\r\n\r\n");
            self.say(&mut stream, request.as_bytes()).await?;
        }
        Ok(())
    }

    async fn slow_reader(&self) -> io::Result<()> {
        let mut stream = self.connect().await?;
        let request = b"GET /api/replays?limit=200 HTTP/1.1\r\nHost: localhost\r\n\r\n";
        // Many at once: the answers do not fit between us.
        for _ in 0..200 {
            stream.write_all(request).await?;
        }
        loop {
            stream.read_u8().await?;
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    async fn upload(&self, file: &[u8]) -> io::Result<()> {
        let mut stream = self.connect().await?;
        let head = format!(
            "POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n",
            file.len()
        );
        stream.write_all(head.as_bytes()).await?;
        self.say(&mut stream, file).await
    }

    /// Files that are built to cost, of sizes that grow, and damaged ones.
    async fn files(&self, round: u64) -> io::Result<()> {
        let cases: Vec<_> = ghostreel_hostile::cases().collect();
        let (count, seed) = (cases.len() as u64, round * 8 + self.copy);
        let place = usize::try_from(seed % (count + 1)).unwrap();
        let bytes = 100_000 << (seed / count % 6);
        let file = tokio::task::spawn_blocking(move || match cases.get(place) {
            Some(case) => (case.make)(bytes),
            None => damaged(seed),
        });
        let mut file = file.await.unwrap();
        // The same content would be known.
        file.extend_from_slice(&seed.to_le_bytes());
        self.upload(&file).await
    }

    async fn names(&self) -> io::Result<()> {
        let mut stream = self.connect().await?;
        for number in 0..100 {
            let request =
                format!("GET /api/replays HTTP/1.1\r\nHost: n{number}.evil.example\r\n\r\n");
            self.say(&mut stream, request.as_bytes()).await?;
        }
        Ok(())
    }

    async fn flood(&self) -> io::Result<()> {
        let mut stream = self.connect().await?;
        loop {
            self.say(
                &mut stream,
                b"GET /api/replays?limit=200 HTTP/1.1\r\nHost: localhost\r\n\r\n",
            )
            .await?;
            self.counter.add();
        }
    }

    async fn queries(&self) -> io::Result<()> {
        let mut stream = self.connect().await?;
        let words = "ab+".repeat(8000);
        for query in ["q=", "player=", "map=", "cursor=", "sort="] {
            let request =
                format!("GET /api/replays?{query}{words} HTTP/1.1\r\nHost: localhost\r\n\r\n");
            self.say(&mut stream, request.as_bytes()).await?;
        }
        Ok(())
    }

    async fn broken_off(&self, round: u64) -> io::Result<()> {
        let mut stream = self.connect().await?;
        stream.write_all(b"POST /api/replays HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000000\r\n\r\n").await?;
        let piece = vec![u8::try_from(round % 251).unwrap(); 1 << 20];
        for _ in 0..round % 40 {
            stream.write_all(&piece).await?;
        }
        Ok(())
    }
}

/// A sample with many of its bytes changed.
fn damaged(seed: u64) -> Vec<u8> {
    let games: Vec<_> = ghostreel_formats::sample_variants();
    let (game, _) = &games[usize::try_from(seed % games.len() as u64).unwrap()];
    let mut file = ghostreel_formats::sample(game, None, seed).unwrap();
    let mut state = seed | 1;
    for _ in 0..200 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let place = usize::try_from(state % file.len() as u64).unwrap();
        file[place] = state.to_le_bytes()[3];
    }
    file
}
