//! The messages of a session, and their joint proof.

use ghostreel_reel::Chain;

use crate::envelope::{Signed, open};
use crate::error::Error;
use crate::key::PublicKey;
use crate::limits;
use crate::message::{Challenge, Close, DigestBytes, Head, Receipt};
use crate::report::{FindingKind, Level, Report, seconds};
use crate::timing::{Answered, Timing};
use crate::trust::Trust;

/// The messages of a session, as they are gone through in order.
#[derive(Debug)]
pub(crate) struct SessionMessages {
    key: PublicKey,
    challenge: Option<Signed<Challenge>>,
    /// The heads, and the close after them.
    sent: Vec<Sent>,
    close: Option<Close>,
}

/// A head or close, and when a server had it.
#[derive(Debug)]
struct Sent {
    digest: DigestBytes,
    number: u64,
    chunks: u64,
    time: f64,
    received: Option<i64>,
}

impl SessionMessages {
    /// None yet, of a player's key and a challenge; `challenge` is empty if there was none.
    pub(crate) fn new(key: PublicKey, challenge: &[u8], report: &mut Report) -> Self {
        report.key = Some(key);
        let mut messages = Self { key, challenge: None, sent: Vec::new(), close: None };
        if challenge.is_empty() {
            return messages;
        }
        match open::<Challenge>(challenge) {
            Ok(found) if found.message.key != key => {
                report.inconsistent(format!("the challenge is for {}", found.message.key));
            }
            Ok(found) => messages.challenge = Some(found),
            Err(error) => report.inconsistent(format!("the challenge does not hold: {error}")),
        }
        messages
    }

    pub(crate) fn challenge(&self) -> Option<&Challenge> {
        self.challenge.as_ref().map(|challenge| &challenge.message)
    }

    /// The close; `None` without a valid one.
    pub(crate) fn close(&self) -> Option<&Close> {
        self.close.as_ref()
    }

    /// Whether a server had the close.
    pub(crate) fn is_close_answered(&self) -> bool {
        self.close.is_some() && self.sent.last().is_some_and(|sent| sent.received.is_some())
    }

    /// Up to which second of the session something is signed; `None` if nothing is.
    pub(crate) fn signed_up_to(&self) -> Option<f64> {
        self.sent.last().map(|sent| sent.time)
    }

    /// From the first to the last second of the session that a message covers.
    pub(crate) fn span(&self) -> [f64; 2] {
        [self.sent.first(), self.sent.last()].map(|sent| sent.map_or(0.0, |sent| sent.time))
    }

    /// Takes in a head. `chain` is the chain that it must be of, if that is known.
    pub(crate) fn add_head(&mut self, bytes: &[u8], chain: Option<Chain>, report: &mut Report) {
        match open::<Head>(bytes) {
            Ok(Signed { message, key, digest }) => {
                let Head { challenge, number, chunks, hash, time } = message;
                let chained = (chunks, hash, time);
                let sent =
                    Sent { digest: *digest.as_bytes(), number, chunks, time, received: None };
                let name = format!("head {number}");
                self.add(&name, sent, (key, challenge), chained, chain, report);
            }
            Err(error) => report.altered(format!("head {}: {error}", self.sent.len())),
        }
    }

    /// Takes in the close. `chain` is the chain that it must be of, if that is known.
    pub(crate) fn add_close(&mut self, bytes: &[u8], chain: Option<Chain>, report: &mut Report) {
        match open::<Close>(bytes) {
            Ok(Signed { message: close, key, digest }) => {
                let chained = (close.chunks, close.hash, close.time);
                let (number, chunks, time) = (close.number, close.chunks, close.time);
                let sent =
                    Sent { digest: *digest.as_bytes(), number, chunks, time, received: None };
                if self.add("the close", sent, (key, close.challenge), chained, chain, report) {
                    self.close = Some(close);
                }
            }
            Err(error) => report.altered(format!("the close: {error}")),
        }
    }

    /// Takes in a head or close. Returns whether it is the next of this session.
    fn add(
        &mut self,
        name: &str,
        sent: Sent,
        (key, challenge): (PublicKey, Option<DigestBytes>),
        (chunks, hash, time): (u64, [u8; 32], f64),
        chain: Option<Chain>,
        report: &mut Report,
    ) -> bool {
        let number = self.sent.len() as u64;
        if self.close.is_some() {
            report.altered(format!("{name} is after the close"));
        } else if key != self.key {
            report.altered(format!("{name} is signed by {key}, not by {}", self.key));
        } else if chain.is_some_and(|chain| (chain.chunks, chain.hash) != (chunks, hash)) {
            report.altered(format!("{name} is of other chunks than those in front of it"));
        } else if sent.number != number {
            report.altered(format!("{name} has number {}, and {number} follows", sent.number));
        } else if chain.is_some_and(|chain| chain.time != time) {
            report.inconsistent(format!("{name} names another time than its chunks have"));
        } else if challenge != self.challenge.as_ref().map(|signed| *signed.digest.as_bytes()) {
            report.inconsistent(format!("{name} answers another challenge"));
        } else if self.sent.last().is_some_and(|last| last.chunks >= chunks || last.time > time) {
            report.inconsistent(format!("{name} covers less than the one before"));
        } else {
            self.sent.push(sent);
            return true;
        }
        false
    }

    /// Takes in a receipt, for a head or close that came before.
    pub(crate) fn add_receipt(&mut self, bytes: &[u8], report: &mut Report) {
        if let Err(error) = self.try_receipt(bytes) {
            report.altered(format!("a receipt does not belong here: {error}"));
        }
    }

    fn try_receipt(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let Signed { message: receipt, key, .. } = open::<Receipt>(bytes)?;
        let other = || Error::OtherSession("receipt");
        let challenge = self.challenge.as_ref().ok_or_else(other)?;
        if key != challenge.key {
            return Err(Error::OtherKey { kind: "receipt", expected: challenge.key, found: key });
        }
        let is_it = |sent: &&mut Sent| {
            sent.digest == receipt.message
                && sent.number == receipt.number
                && receipt.session == challenge.message.session
        };
        let sent = self.sent.iter_mut().find(is_it).ok_or_else(other)?;
        // The first answer counts.
        sent.received.get_or_insert(receipt.received);
        Ok(())
    }

    /// Concludes the proof of a session that spans some seconds. `speed`: seconds of its time in a second of real time. `content`: the number of
    /// chunks with the replay and all in front of it; `None` if only the player says which replay it is.
    pub(crate) fn conclude(
        self,
        span: [f64; 2],
        speed: f64,
        content: Option<u64>,
        trust: &Trust,
        mut report: Report,
    ) -> Report {
        if self.sent.is_empty() {
            report.level = Level::Unmarked;
            report.because("Nothing of the session is signed.");
            settle(trust, self.key, &mut report);
            return report;
        }
        report.level = Level::Signed;
        report.because(format!("It is signed by {}.", self.key));
        self.look_at_receipts(span, speed, trust, &mut report);
        let binds = |sent: &&Sent| content.is_some_and(|content| sent.chunks >= content);
        report.bound = self.sent.iter().filter(binds).find_map(|sent| sent.received);
        settle(trust, self.key, &mut report);
        report
    }

    /// Raises the level if a server that is believed received heads as the session went on.
    fn look_at_receipts(&self, span: [f64; 2], speed: f64, trust: &Trust, report: &mut Report) {
        let Some(Signed { message: challenge, key: server, .. }) = &self.challenge else {
            return report.because(
                "It was recorded without a server: when it was made is only the player's word.",
            );
        };
        let answered: Vec<Answered> =
            self.sent.iter().filter_map(|sent| sent.answered(speed)).collect();
        let [Some(first), Some(last)] = [answered.first(), answered.last()] else {
            return report
                .because("There is no receipt: when it was made is only the player's word.");
        };
        if !trust.believes(*server, challenge.issued) {
            let why = match trust.revoked(*server) {
                Some(_) => "whose key is revoked",
                None => "which is not among those that are trusted",
            };
            return report.because(format!("Its receipts are of {server}, {why}."));
        }
        if first.server_ms < challenge.issued || first.server_ms > challenge.expires {
            report.inconsistent("the first head came outside the time of the challenge");
        }
        // Its first row is younger than the challenge.
        let is_too_long = |at: &&Answered| {
            let since = seconds(at.server_ms.saturating_sub(challenge.issued));
            at.played_s - span[0] / speed > since + limits::DRIFT_S
        };
        if let Some(at) = answered.iter().find(is_too_long) {
            let since = seconds(at.server_ms.saturating_sub(challenge.issued));
            let long = at.session_s - span[0];
            report.inconsistent(format!(
                "{long:.1} s of the session were received {since:.1} s after the challenge"
            ));
        }
        if !answered.is_sorted_by_key(|at| at.server_ms) {
            report.inconsistent("the server received a head before the one in front of it");
        }
        let timing = Timing::of(&answered);
        report.received = Some([first.server_ms, last.server_ms]);
        report.share = timing.share(span);
        if !timing.covered.is_empty() && report.share > 0.0 {
            report.level = Level::Witnessed;
            report.server = Some(*server);
            report.because(format!(
                "{server} received its signatures piece by piece while its time went on."
            ));
        } else {
            report.because("No stretch of it was received while its time went on.");
        }
        report.covered = timing.covered;
        report.session = Some(span);
        self.name_gaps(span, timing.gaps, [first, last], report);
    }

    /// Reports the unwitnessed stretches, with their seconds.
    fn name_gaps(
        &self,
        [start, end]: [f64; 2],
        gaps: Vec<String>,
        [first, last]: [&Answered; 2],
        report: &mut Report,
    ) {
        let (before, after) = (first.session_s - start, end - last.session_s);
        if before > 0.0 {
            report.because(format!("The first {before:.1} s are in front of the first receipt."));
        }
        for gap in gaps {
            report.because(gap);
        }
        if after > 0.0 {
            report.because(format!("The last {after:.1} s are after the last receipt."));
        }
    }
}

impl Sent {
    /// With a receipt: what it says of a session whose time has this speed.
    fn answered(&self, speed: f64) -> Option<Answered> {
        let played_s = self.time / speed;
        Some(Answered { session_s: self.time, played_s, server_ms: self.received? })
    }
}

/// Lowers the level by the findings, and by a revocation of the key; names the key's successor.
pub(crate) fn settle(trust: &Trust, key: PublicKey, report: &mut Report) {
    let successor = trust.successor(key);
    if successor != key {
        report.because(format!("The player's key is {successor} now."));
    }
    if let Some(since) = trust.revoked(key) {
        // A thief of a key can date signatures at will, but not a server's receipts.
        let is_older = report.received.is_some_and(|[_, last]| last < since);
        if report.level == Level::Witnessed && is_older {
            report.because("The key was revoked later: what was received before still counts.");
        } else {
            report.level = Level::Unmarked;
            report.because("The key is revoked, and nothing shows that this is older.");
        }
    }
    if report.has(FindingKind::Inconsistent) && report.level == Level::Witnessed {
        report.level = Level::Signed;
        report.because("The session contradicts itself, so the receipts prove nothing.");
    }
    if report.has(FindingKind::Altered) {
        report.level = Level::Unmarked;
        report.because("It is not what was signed, so nothing is proven.");
    }
    if report.level != Level::Witnessed {
        report.forget_receipts();
    }
}
