use ghostreel_analysis::beat_saber::documents::{
    Judged, MapMatch, MissingNote, Motion, Observation, OffNote, ScoreVerdict,
};
use ghostreel_analysis::{Occasion, Side, SidePlayer};
use ghostreel_formats::timeline::Player;
use sqlx::Row as _;

use super::*;
use crate::damage::Damage;
use crate::index::copy_finding::CopyFinding;
use crate::index::cursor::Cursor;
use crate::index::query::Query;
use crate::index::sort::Sort;
use crate::index::sqlite::replays::{MOST_MODES, search_text};
use crate::index::sqlite::search::{FewRows, QueryFacts, Search, TextCondition, folded};
use crate::index::waiting::Job;
use crate::index::{Copies, Jobs, Replays, Rows, Statistics};
use crate::records::kind::Kind;
use crate::records::replay::Diagnostic;
use crate::records::replay::{MapInfo, Record};
use crate::records::usage::Usage;
use crate::sets::{GameSet, sets_of};

/// Whether it was not there before.
async fn insert(index: &SqliteIndex, record: &Record, token_hash: &str) -> bool {
    index.insert(record, token_hash, &CopyFinding::default()).await.unwrap().is_some()
}

/// Looking at an original takes a while, in which a reader may find it damaged.
#[tokio::test]
async fn a_look_that_began_before_damage_was_found_does_not_hide_it() {
    let records = records();
    let (_folder, index) = index_with(&records).await;
    let digest = records[0].digest;
    let note = async |damage: Option<Damage>, begun_ms, now_ms| {
        index.note(Kind::Replay, &[(digest, damage)], begun_ms, now_ms).await.unwrap();
        index.damaged().await.unwrap()
    };
    assert_eq!(note(Some(Damage::Altered), 5_000, 5_000).await, 1);
    assert_eq!(note(None, 4_900, 5_100).await, 1, "the older look");
    assert_eq!(note(None, 5_000, 5_100).await, 1, "of the same moment");
    assert_eq!(note(None, 5_200, 5_300).await, 0, "a newer one");
    assert_eq!(
        note(Some(Damage::Altered), 5_000, 5_400).await,
        1,
        "damage counts whenever it was looked for"
    );
}

/// A game of two.
fn sides() -> Vec<Side> {
    let side = |name: &str, character: &str, stocks| Side {
        name: None,
        players: vec![SidePlayer {
            name: name.into(),
            character: Some(character.into()),
            person: Some(name.into()),
        }],
        score: Some(stocks),
        won: stocks > 0,
    };
    vec![side("Bob", "Jigglypuff", 2), side("Zoë", "Fox", 0)]
}

/// Three players on two maps; the last replay knows neither start nor score.
fn records() -> Vec<Record> {
    let record = |n: u8, player: (&str, &str), map: (&str, &str)| {
        let digest = Digest::of(&[n]);
        Record {
            id: digest.id(),
            digest,
            size: u64::from(n) * 1_000,
            file_name: format!("{n}.bsor"),
            game: if n < 4 { "beat-saber" } else { "melee" }.into(),
            format: if n < 4 { "bsor" } else { "slp" }.into(),
            version: "1".into(),
            players: vec![Player { id: Some(player.0.into()), name: player.1.into() }],
            map: Some(MapInfo {
                name: map.0.into(),
                id: Some(map.1.into()),
                author: Some("Ann".into()),
                difficulty: None,
            }),
            mode: Some(if n.is_multiple_of(2) { "Standard" } else { "OneSaber" }.into()),
            started_at: (n < 5).then_some(i64::from(n) * 100),
            duration_s: 50.5 - f64::from(n),
            score: (n < 5).then_some(i64::from(n % 3)),
            accuracy: (n < 4).then_some(f64::from(n) / 10.0),
            sides: Some(if n < 4 { Vec::new() } else { sides() }),
            occasion: Some(Occasion::default()),
            uploaded_at: 1_000 + i64::from(n / 2),
            is_held: false,
            diagnostic_count: 1,
            diagnostics: vec![Diagnostic {
                offset: 7,
                section: "notes".into(),
                severity: "info".into(),
                message: "odd".into(),
            }],
            motion: None,
            stored_map: None,
            map_match: None,
        }
    };
    vec![
        record(1, ("7656", "Zoë"), ("100% Sure_Thing", "AB12")),
        record(2, ("7656", "zoé"), ("Été", "CD34")),
        record(3, ("1234", "Bob"), ("été two", "CD35")),
        record(4, ("55", "Bob Bobsen"), ("1005 SureXThing", "EF")),
        record(5, ("56", "Straße"), ("x\\y", "GH")),
    ]
}

async fn index_with(records: &[Record]) -> (tempfile::TempDir, SqliteIndex) {
    let dir = tempfile::tempdir().unwrap();
    let index = SqliteIndex::open(&dir.path().join("test.db")).await.unwrap();
    for record in records {
        assert!(insert(&index, record, "secret").await);
    }
    (dir, index)
}

/// The numbers of the records found, by their file names.
async fn names_found(index: &SqliteIndex, query: &Query) -> String {
    let page = index.list(query).await.unwrap();
    page.records.iter().map(|record| record.file_name.trim_end_matches(".bsor")).collect()
}

#[tokio::test]
async fn a_record_comes_back_as_it_went_in() {
    let records = records();
    let (_dir, index) = index_with(&records).await;
    for record in &records {
        assert_eq!(index.get(&record.id).await.unwrap().as_ref(), Some(record));
        assert!(!insert(&index, record, "another").await, "the same content again");
    }
    assert_eq!(index.get("nothing").await.unwrap(), None);
    assert_eq!(index.usage(Kind::Replay).await.unwrap(), Usage { originals: 5, bytes: 15_000 });
}

#[tokio::test]
async fn every_filter_finds_what_it_should() {
    let (_dir, index) = index_with(&records()).await;
    let text = |text: &str| Some(text.to_owned());
    let by_start = Sort { key: crate::index::sort::SortKey::StartedAt, descending: false };
    let all = Query { sort: by_start, ..Query::default() };
    let check = async |query: Query, expected: &str| {
        assert_eq!(names_found(&index, &query).await, expected, "{query:?}");
    };
    check(all.clone(), "12345").await;
    check(Query { game: text("melee"), ..all.clone() }, "45").await;
    check(Query { format: text("bsor"), ..all.clone() }, "123").await;
    check(Query { mode: text("Standard"), ..all.clone() }, "24").await;
    check(Query { mode: text("one saber"), ..all.clone() }, "135").await;
    check(Query { mode: text("stand"), ..all.clone() }, "24").await;
    check(Query { mode: text("aber"), ..all.clone() }, "").await;
    check(Query { player: text("7656"), ..all.clone() }, "12").await;
    check(Query { player: text("765"), ..all.clone() }, "").await;
    check(Query { player: text("BOB"), ..all.clone() }, "34").await;
    check(Query { player: text("ZOÉ"), ..all.clone() }, "2").await;
    check(Query { player: text("'; DROP TABLE replays; --"), ..all.clone() }, "").await;
    check(Query { player: text("bob"), opponent: text("55"), ..all.clone() }, "4").await;
    check(Query { player: text("bob"), opponent: text("zoë"), ..all.clone() }, "").await;
    check(Query { character: text("PUFF"), ..all.clone() }, "45").await;
    check(Query { character: text("fox"), player: text("bob"), ..all.clone() }, "4").await;
    check(Query { character: text("ma"), ..all.clone() }, "").await;
    check(Query { map: text("été"), ..all.clone() }, "23").await;
    check(Query { map: text("CD34"), ..all.clone() }, "2").await;
    check(Query { map: text("0% sure_"), ..all.clone() }, "1").await;
    check(Query { map: text("\\"), ..all.clone() }, "5").await;
    check(Query { from: Some(200), to: Some(300), ..all.clone() }, "23").await;
    check(Query { from: Some(201), ..all.clone() }, "34").await;
    check(Query { text: text("ann  bob"), ..all.clone() }, "34").await;
    check(Query { text: text("onesaber zoë"), ..all.clone() }, "1").await;
    check(Query { text: text("nobody"), ..all.clone() }, "").await;
    check(Query { game: text("beat-saber"), player: text("bob"), ..all.clone() }, "3").await;
}

#[tokio::test]
async fn all_that_are_asked_for_are_counted_whatever_the_page() {
    let (_dir, index) = index_with(&records()).await;
    let counted = async |query: Query| index.list(&query).await.unwrap().total;
    assert_eq!(counted(Query::default()).await, None);
    let all = Query { with_total: true, limit: 2, ..Query::default() };
    assert_eq!(counted(all.clone()).await, Some(5));
    let after = index.list(&all).await.unwrap().next;
    assert_eq!(counted(Query { after, ..all.clone() }).await, Some(5));
    assert_eq!(counted(Query { player: Some("bob".into()), ..all.clone() }).await, Some(2));
    assert_eq!(counted(Query { mode: Some("one".into()), ..all.clone() }).await, Some(3));
    assert_eq!(counted(Query { mode: Some("none".into()), ..all.clone() }).await, Some(0));
    assert_eq!(counted(Query { text: Some("nobody".into()), ..all }).await, Some(0));
}

/// Files may claim any mode; one that many others stand in front of is found by its name.
#[tokio::test]
async fn modes_are_found_among_many() {
    let template = records().remove(0);
    let record = |n: u32| {
        let digest = Digest::of(&n.to_le_bytes());
        Record { id: digest.id(), digest, mode: Some(format!("{n:04}")), ..template.clone() }
    };
    let records: Vec<Record> = (0..600).map(record).collect();
    let (_dir, index) = index_with(&records).await;
    let counted = async |mode: &str| {
        let query = Query { mode: Some(mode.into()), with_total: true, ..Query::default() };
        index.list(&query).await.unwrap().total
    };
    assert_eq!(counted("0007").await, Some(1));
    assert_eq!(counted("0599").await, Some(1));
    assert_eq!(counted("0").await, Some(u32::try_from(MOST_MODES).unwrap()));
}

#[tokio::test]
async fn every_order_is_the_same_in_one_page_and_in_many() {
    let (_dir, index) = index_with(&records()).await;
    let cases = [
        ("started_at", "12345"),
        ("-started_at", "43215"),
        ("duration", "54321"),
        ("-duration", "12345"),
        ("accuracy", "123"),
        ("-accuracy", "321"),
    ];
    for (sort, expected) in cases {
        let query = Query { sort: sort.parse().unwrap(), ..Query::default() };
        // Those without a value come last, in the order of their ids.
        assert!(names_found(&index, &query).await.starts_with(expected), "{sort}");
    }
    for sort in
        ["uploaded_at", "-uploaded_at", "score", "-score", "started_at", "accuracy", "-duration"]
    {
        let query = Query { sort: sort.parse().unwrap(), ..Query::default() };
        let whole = index.list(&query).await.unwrap();
        assert_eq!((whole.records.len(), &whole.next), (5, &None), "{sort}");
        for limit in 1..=5 {
            let mut paged = Vec::new();
            let mut page_query = Query { limit, ..query.clone() };
            loop {
                let page = index.list(&page_query).await.unwrap();
                paged.extend(page.records);
                let Some(next) = page.next else { break };
                // Through text, as a client passes it.
                page_query.after = Some(Cursor::parse(&next.to_string(), query.sort).unwrap());
            }
            assert_eq!(paged, whole.records, "{sort} by {limit}");
        }
    }
}

#[tokio::test]
async fn pages_neither_skip_nor_repeat_when_replays_arrive_in_between() {
    let mut records = records();
    let late = records.split_off(3);
    let (_dir, index) = index_with(&records).await;
    let mut query = Query { limit: 1, sort: "-score".parse().unwrap(), ..Query::default() };
    let mut seen = String::new();
    let mut late = late.iter();
    loop {
        let page = index.list(&query).await.unwrap();
        seen.extend(page.records.iter().map(|record| record.file_name.chars().next().unwrap()));
        if let Some(record) = late.next() {
            insert(&index, record, "secret").await;
        }
        let Some(next) = page.next else { break };
        query.after = Some(next);
    }
    // 4 scores 1 like 1, and comes before or after it by its id; 5 has no score and comes last.
    for n in '1'..='3' {
        assert_eq!(seen.matches(n).count(), 1, "{n} in {seen}");
    }
    assert!(seen.starts_with('2') && seen.ends_with('5'), "{seen}");
}

#[tokio::test]
async fn only_the_right_token_removes_a_record_and_its_players() {
    let records = records();
    let (_dir, index) = index_with(&records).await;
    let id = &records[0].id;
    assert!(!index.delete(id, "wrong").await.unwrap());
    assert!(index.get(id).await.unwrap().is_some());
    assert!(index.delete(id, "secret").await.unwrap());
    assert!(index.get(id).await.unwrap().is_none());
    assert!(!index.delete(id, "secret").await.unwrap());
    let players: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM player_ids").fetch_one(&index.pool).await.unwrap();
    assert_eq!(players, 4);
}

/// A sort without an index reads and sorts every row for each page.
#[tokio::test]
async fn no_order_needs_a_sort() {
    let (_dir, index) = index_with(&records()).await;
    for sort in
        ["uploaded_at", "-uploaded_at", "score", "-score", "started_at", "accuracy", "duration"]
    {
        let query = Query { sort: sort.parse().unwrap(), ..Query::default() };
        let sql = Search::all("*", &query, &QueryFacts::default()).into_string();
        let plan = sqlx::query(sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}")))
            .fetch_all(&index.pool)
            .await
            .unwrap();
        let plan: Vec<String> = plan.iter().map(|row| row.get("detail")).collect();
        assert!(plan.iter().all(|step| !step.contains("TEMP B-TREE")), "{sort}: {plan:?}");
    }
}

/// The trigrams leave the rows that walking all rows finds, in the same order.
#[tokio::test]
async fn narrowing_changes_nothing_but_the_time_it_takes() {
    let (_dir, index) = index_with(&records()).await;
    let text = |text: &str| Some(text.to_owned());
    let texts = [
        "bob",
        "BOB",
        "7656",
        "été",
        "t\u{e9} t",
        "100%",
        "_thing",
        "\"",
        "zo",
        "sure",
        "aß",
        "cd35",
        "x\\y",
    ];
    let mut narrowed = 0;
    for given in texts {
        let queries = [
            Query { player: text(given), ..Query::default() },
            Query { map: text(given), ..Query::default() },
            Query { text: text(given), ..Query::default() },
            Query { text: text(given), player: text("bob"), map: text("sur"), ..Query::default() },
        ];
        for query in queries {
            let ids = async |few: Option<FewRows>| {
                let known = QueryFacts { few, modes: None };
                let mut search = Search::all("id", &query, &known);
                let rows = search.build().fetch_all(&index.pool).await.unwrap();
                rows.iter().map(|row| row.get(0)).collect::<Vec<String>>()
            };
            let walked = ids(None).await;
            for narrowing in TextCondition::all(&query) {
                let few = index.left_by(&narrowing).await.unwrap().unwrap();
                assert_eq!(ids(Some(few)).await, walked, "{query:?} by {narrowing:?}");
                narrowed += usize::from(!walked.is_empty());
            }
        }
    }
    assert!(narrowed > 5, "{narrowed} of the queries found anything");
}

/// Lengths so near to each other that SQLite's seventeen digits do not distinguish them. Only a built file has them.
#[tokio::test]
async fn pages_neither_skip_nor_repeat_whatever_the_lengths() {
    let base = 1.633_092_958_763_191_4e-288_f64.to_bits();
    let template = records().remove(0);
    let records: Vec<Record> = (0..40_u64)
        .map(|n| {
            let digest = Digest::of(&n.to_le_bytes());
            let duration_s = f64::from_bits(base + n / 2);
            Record { id: digest.id(), digest, duration_s, ..template.clone() }
        })
        .collect();
    let (_dir, index) = index_with(&records).await;
    for sort in ["duration", "-duration"] {
        let mut query = Query { limit: 3, sort: sort.parse().unwrap(), ..Query::default() };
        let mut seen = std::collections::BTreeSet::new();
        loop {
            let page = index.list(&query).await.unwrap();
            for record in &page.records {
                assert!(seen.insert(record.id.clone()), "{sort}: repeated");
            }
            let Some(next) = page.next else { break };
            query.after = Some(next);
        }
        assert_eq!(seen.len(), records.len(), "{sort}");
    }
}

#[tokio::test]
async fn lists_have_the_first_diagnostics_and_their_number() {
    let mut record = records().remove(0);
    record.diagnostics = vec![record.diagnostics[0].clone(); 9];
    record.diagnostic_count = 1_000;
    let (_dir, index) = index_with(std::slice::from_ref(&record)).await;
    let listed = index.list(&Query::default()).await.unwrap().records.remove(0);
    assert_eq!(listed.diagnostics, record.diagnostics[..Record::MAX_DIAGNOSTICS_IN_LISTS]);
    assert_eq!(listed.diagnostic_count, 1_000);
    assert_eq!(index.get(&record.id).await.unwrap(), Some(record));
}

fn motion(verdict: &str) -> Judged<Motion> {
    let off = OffNote { note: 7, frame: None, what: "cut-normal".into(), by: Some(0.1 + 0.2) };
    let seen =
        Observation { what: "teleport".into(), time: Some(1.0 / 3.0), ..Observation::default() };
    let document = Motion {
        verdict: verdict.into(),
        checked: 100,
        notes_off: 2,
        off: vec![off; 2],
        reason: Some("because".into()),
        observations: vec![seen; 3],
        observations_left_out: 4,
        ..Motion::default()
    };
    Judged { document, ..Judged::default() }
}

#[tokio::test]
async fn motion_comes_back_whole_and_in_lists_without_its_rows() {
    let mut records = records();
    records[0].motion = Some(motion("inconsistent"));
    records[1].motion = Some(motion("consistent"));
    let (_dir, index) = index_with(&records).await;
    assert_eq!(index.get(&records[0].id).await.unwrap().as_ref(), records.first());
    let query = |verdict: &str| Query { motion: Some(verdict.to_owned()), ..Query::default() };
    let listed = index.list(&query("inconsistent")).await.unwrap().records.remove(0);
    let expected = Motion {
        off: Vec::new(),
        observations: Vec::new(),
        observations_left_out: 7,
        ..motion("inconsistent").document
    };
    assert_eq!(listed.motion.map(|motion| motion.document), Some(expected));
    assert_eq!(names_found(&index, &query("consistent")).await, "2");
    assert_eq!(names_found(&index, &query("not-enough-data")).await, "");
}

#[tokio::test]
async fn replays_that_were_not_judged_or_otherwise_are_judged_later() {
    let mut records = records();
    records[0].motion = Some(motion("consistent"));
    let (dir, index) = index_with(&records).await;
    let next = |after| {
        let index = index.clone();
        async move { index.next(Job::Motion, after).await.unwrap() }
    };
    let second = next(0).await.unwrap();
    assert_eq!(second.id, records[1].id);
    let third = next(second.key).await.unwrap();
    assert_eq!(third.id, records[2].id);
    assert!(next(third.key).await.is_none(), "of Melee none is judged");
    for judged in [&second, &third] {
        index.note_motion(judged, &motion("consistent"), Some(0.75)).await.unwrap();
    }
    assert!(next(0).await.is_none());
    let judged = index.get(&records[1].id).await.unwrap().unwrap();
    assert!(judged.motion.is_some());
    assert_eq!(judged.accuracy, Some(0.75), "it is found out along with that");
    sqlx::query("UPDATE motion_version SET version = version + 1")
        .execute(&index.pool)
        .await
        .unwrap();
    let index = SqliteIndex::open(&dir.path().join("test.db")).await.unwrap();
    let first = index.next(Job::Motion, 0).await.unwrap().unwrap();
    assert_eq!(first.id, records[0].id, "it was judged by another version");
    assert!(
        index.get(&first.id).await.unwrap().unwrap().motion.is_some(),
        "and is shown until then"
    );
    assert!(index.delete(&first.id, "secret").await.unwrap());
    index.note_motion(&first, &motion("consistent"), None).await.unwrap();
    assert_eq!(
        index.next(Job::Motion, 0).await.unwrap().unwrap().id,
        second.id,
        "nothing is left of it"
    );
}

#[tokio::test]
async fn who_played_against_whom_is_found_out_later_where_it_was_not() {
    let mut records = records();
    for record in &mut records {
        record.sides = record.sides.take().filter(|sides| sides.is_empty());
        record.occasion = record.occasion.take().filter(|_| record.sides.is_some());
    }
    let (_dir, index) = index_with(&records).await;
    let with_text = |text: &str| Query { text: Some(text.to_owned()), ..Query::default() };
    assert!(index.list(&with_text("jigglypuff")).await.unwrap().records.is_empty());
    let mut after = 0;
    while let Some(waiting) = index.next(Job::Sides, after).await.unwrap() {
        after = waiting.key;
        let occasion = Occasion { saved_at: Some(7_000), ..Occasion::default() };
        index.note_sides(&waiting, &sides(), &occasion).await.unwrap();
    }
    assert!(index.next(Job::Sides, 0).await.unwrap().is_none());
    let found = index.list(&with_text("jigglypuff")).await.unwrap().records;
    let expected: Vec<_> = records.iter().filter(|record| record.sides.is_none()).collect();
    assert_eq!(found.len(), expected.len());
    assert!(!found.is_empty() && found.iter().all(|record| record.sides == Some(sides())));
    let duels = index.list(&with_text("1v1")).await.unwrap().records;
    assert_eq!(duels.len(), expected.len(), "and by how many play on each side");
    let mut starts: Vec<_> = found.iter().map(|record| record.started_at).collect();
    starts.sort_unstable();
    assert_eq!(starts, [Some(400), Some(7_000)], "when it was saved stands in for its start");
    let old = index.list(&with_text(&expected[0].file_name)).await.unwrap().records;
    assert_eq!(old.len(), 1, "it is found by all else as before");
}

/// A game of Bob and Zoë that began at a minute and lasted three.
fn game_at(minute: u8, has_bob_won: bool) -> Record {
    let digest = Digest::of(&[200, minute]);
    let mut sides = sides();
    (sides[0].won, sides[1].won) = (has_bob_won, !has_bob_won);
    Record {
        id: digest.id(),
        digest,
        sides: Some(sides),
        started_at: Some(i64::from(minute) * 60),
        duration_s: 180.0,
        ..records().remove(3)
    }
}

#[tokio::test]
async fn games_of_the_same_people_in_a_row_are_a_set() {
    let games = [(0, true), (5, false), (10, true), (60, true)];
    let games = games.map(|(minute, has_bob_won)| game_at(minute, has_bob_won));
    let (_dir, index) = index_with(&games).await;
    let sets = async || sets_of(&index, &games).await.unwrap();
    let id = |at: usize| Some(games[at].id.clone());
    let place = |number, games, previous, next| GameSet {
        id: id(0).unwrap(),
        number,
        games,
        score: vec![games - 1, 1],
        previous,
        next,
    };
    let all = [
        Some(place(1, 3, None, id(1))),
        Some(place(2, 3, id(0), id(2))),
        Some(place(3, 3, id(1), None)),
        None,
    ];
    assert_eq!(sets().await, all, "the last was an hour later");
    // As for one of a list, and on its own page.
    assert_eq!(sets_of(&index, &games[1..2]).await.unwrap(), all[1..2]);

    // Without the game between them, the others are still within ten minutes of each other.
    index.set_held(&[(games[1].id.clone(), true)]).await.unwrap();
    let mut without = [Some(place(1, 2, None, id(2))), None, Some(place(2, 2, id(0), None)), None];
    without.iter_mut().flatten().for_each(|set| set.score = vec![2, 0]);
    assert_eq!(sets().await, without, "one that is held is in none");
    assert!(index.delete(&games[0].id, "secret").await.unwrap());
    assert_eq!(sets().await, [const { None }; 4], "one that is gone neither");
}

/// A database of the first version, with the rows of [`records`] as that version wrote them.
async fn first_version(path: &Path) {
    let pool = pool(options(path).create_if_missing(true)).await.unwrap();
    migrations::up_to(1).run(&pool).await.unwrap();
    for record in records() {
        let map = record.map.clone().unwrap();
        sqlx::query(
            "INSERT INTO replays VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?, ?, ?, 'secret', ?, ?)",
        )
        .bind(&record.id)
        .bind(record.digest.to_string())
        .bind(i64::try_from(record.size).unwrap())
        .bind(&record.file_name)
        .bind(&record.game)
        .bind(&record.format)
        .bind(&record.version)
        .bind(&map.name)
        .bind(&map.id)
        .bind(&map.author)
        .bind(&record.mode)
        .bind(record.started_at)
        .bind(record.duration_s)
        .bind(record.score)
        .bind(record.uploaded_at)
        .bind(serde_json::to_string(&record.diagnostics).unwrap())
        .bind(folded(&map.name))
        .bind(search_text(&record))
        .execute(&pool)
        .await
        .unwrap();
        for (position, player) in (0_i64..).zip(&record.players) {
            sqlx::query("INSERT INTO players VALUES (?, ?, ?, ?, ?)")
                .bind(&record.id)
                .bind(position)
                .bind(&player.id)
                .bind(&player.name)
                .bind(folded(&player.name))
                .execute(&pool)
                .await
                .unwrap();
        }
    }
    pool.close().await;
}

#[tokio::test]
async fn an_index_of_the_first_version_is_brought_along() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("test.db");
    first_version(&path).await;
    assert!(matches!(SqliteIndex::open_beside(&path).await, Err(Error::OtherVersion)));
    let index = SqliteIndex::open(&path).await.unwrap();
    let records: Vec<Record> = records()
        .into_iter()
        .map(|record| Record { accuracy: None, sides: None, occasion: None, ..record })
        .collect();
    for record in &records {
        assert_eq!(index.get(&record.id).await.unwrap().as_ref(), Some(record));
    }
    let (_dir, new) = index_with(&records).await;
    let query = |player: &str| Query { player: Some(player.to_owned()), ..Query::default() };
    for query in [Query::default(), query("bob"), query("7656"), query("straß")] {
        assert_eq!(index.list(&query).await.unwrap(), new.list(&query).await.unwrap());
    }
    assert_eq!(
        index.unverified_since(Kind::Replay, 1, 9).await.unwrap().len(),
        5,
        "none was ever verified"
    );
    assert!(index.next(Job::Motion, 0).await.unwrap().is_some(), "none was ever judged");
    assert!(index.delete(&records[0].id, "secret").await.unwrap());
    assert_eq!(index.list(&query("7656")).await.unwrap().records.len(), 1);
}

/// Which of three replays have stored statistics.
async fn stored_statistics(index: &SqliteIndex, definition: &str) -> Vec<usize> {
    let mut kept = Vec::new();
    for (at, record) in records().iter().take(3).enumerate() {
        if index.statistics(&record.id, definition).await.unwrap().is_some() {
            kept.push(at);
        }
    }
    kept
}

#[tokio::test]
async fn statistics_are_kept_until_there_are_too_many_or_others() {
    let dir = tempfile::tempdir().unwrap();
    let index = SqliteIndex::open(&dir.path().join("index.db")).await.unwrap();
    let records = records();
    let json = "x".repeat(100);
    for (at, record) in (0..).zip(&records[..3]) {
        // Of what is not there, nothing is kept.
        index.keep_statistics(&record.id, "1", (&json, false), 1000, at).await.unwrap();
        assert!(!stored_statistics(&index, "1").await.contains(&(at as usize)));
        assert!(insert(&index, record, "").await);
        index.keep_statistics(&record.id, "1", (&json, false), 1000, at).await.unwrap();
    }
    assert_eq!(stored_statistics(&index, "1").await, [0, 1, 2]);
    assert_eq!(index.statistics(&records[1].id, "1").await.unwrap(), Some((json.clone(), false)));
    assert_eq!(stored_statistics(&index, "2").await, [0; 0]);

    // The oldest go, whichever came first; the newest stays.
    index.keep_statistics(&records[0].id, "1", (&json, false), 250, 9).await.unwrap();
    assert_eq!(stored_statistics(&index, "1").await, [0, 2]);
    index.keep_statistics(&records[1].id, "2", (&json, true), 1000, 10).await.unwrap();
    index.forget_other_statistics("2").await.unwrap();
    assert_eq!(
        (stored_statistics(&index, "1").await, stored_statistics(&index, "2").await),
        (vec![], vec![1])
    );

    // They go with their replay.
    assert!(index.delete(&records[1].id, "").await.unwrap());
    assert!(insert(&index, &records[1], "").await);
    assert_eq!(stored_statistics(&index, "2").await, [0; 0]);
}

/// The data that version 11 kept of a motion and of a replay beside its map, under the names of then.
const KEPT_MOTION: &str = r#"{"verdict":"not-enough-data","checked":12,"notesOff":1,"withoutDetails":2,
    "off":[{"note":7,"frame":null,"what":"cut-normal","by":0.25}],"score":{"recorded":1000,"byEvents":990,"confirmed":869,
    "byMapOnly":0,"unconfirmed":131,"confirmedShare":0.869},"suggests":null,"reason":"because","observations":[],
    "observationsLeftOut":3,"finding":"off","said":["Most fit."]}"#;
const KEPT_MATCH: &str = r#"{"verdict":"inconsistent","matched":20,"invented":1,"inventedNotes":[4],"missing":1,
    "missingNotes":[{"timeS":1.5,"noteId":-7}],"notReached":3,"recordedScore":1000,"scoreByMap":900,"maxScore":2000,
    "cutsChecked":11,"cutsOff":2,"scoreByMotion":800,"score":{"confirmed":500,"confirmedShare":0.5},"said":["No."],
    "cutsReason":null,"finding":"another map","cutsFinding":"other cuts","reason":null}"#;

#[tokio::test]
async fn verdicts_of_an_earlier_version_are_documents_now() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("test.db");
    let pool = pool(options(&path).create_if_missing(true)).await.unwrap();
    migrations::up_to(11).run(&pool).await.unwrap();
    let digests = [1_u8, 2, 3].map(|n| Digest::of(&[n]));
    for (digest, map) in digests.iter().zip(["AB", "AB", "CD"]) {
        sqlx::query(
            "INSERT INTO replays (id, digest, size, file_name, game, format, version, map_name, map_id, duration_s, \
             uploaded_at, diagnostics, delete_token_hash, map_folded, text_folded, verified_at, players, players_folded, \
             diagnostic_count, diagnostics_listed) VALUES (?, ?, 1, 'a.bsor', 'beat-saber', 'bsor', '1', 'x', ?, 1.0, \
             0, '[]', 'secret', 'x', 'x', 0, '[]', '', 0, '[]')",
        )
        .bind(digest.id())
        .bind(digest.to_string())
        .bind(map)
        .execute(&pool)
        .await
        .unwrap();
    }
    sqlx::query("INSERT OR REPLACE INTO motions (replay_key, is_judged, verdict, listed, motion) SELECT key, 1, 'not-enough-data', ?1, ?1 FROM replays WHERE key < 3")
        .bind(KEPT_MOTION)
        .execute(&pool)
        .await
        .unwrap();
    sqlx::query("INSERT INTO maps (hash, digest, size, verified_at, uploaded_at, file_name, text_folded, about) VALUES ('AB', ?, 1, 0, 0, 'a.zip', '', '{}')")
        .bind(digests[0].to_string())
        .execute(&pool)
        .await
        .unwrap();
    sqlx::query("INSERT INTO map_matches (replay_key, map_key, is_compared, listed, found) VALUES (1, 1, 1, ?1, ?1)")
        .bind(KEPT_MATCH)
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;

    let index = SqliteIndex::open(&path).await.unwrap();
    let record = index.get(&digests[0].id()).await.unwrap().unwrap();
    let off = OffNote { note: 7, frame: None, what: "cut-normal".into(), by: Some(0.25) };
    let motion = Motion {
        verdict: "not-enough-data".into(),
        checked: 12,
        notes_off: 1,
        without_details: 2,
        off: vec![off],
        reason: Some("because".into()),
        observations_left_out: 3,
        ..Motion::default()
    };
    let score = ScoreVerdict {
        verdict: "not-enough-data".into(),
        confirmed: 869,
        unconfirmed: 131,
        confirmed_share: 0.869,
        label: "86.90% by motion".into(),
        said: vec!["Most fit.".into()],
        ..ScoreVerdict::default()
    };
    let cuts_finding = Some("off".to_owned());
    let of_motion = Judged { document: motion, score: Some(score), finding: None, cuts_finding };
    assert_eq!(record.motion.as_ref(), Some(&of_motion));
    // A map is found by its zip file's digest until the index is rebuilt.
    assert_eq!(record.stored_map, Some(digests[0].id()));
    let found = MapMatch {
        verdict: "inconsistent".into(),
        matched: 20,
        invented: 1,
        invented_notes: vec![4],
        missing: 1,
        missing_notes: vec![MissingNote { time_s: Some(1.5), note_id: -7 }],
        not_reached: 3,
        recorded_score: 1000,
        score_by_map: 900,
        max_score: 2000,
        cuts_checked: 11,
        cuts_off: 2,
        score_by_motion: Some(800),
        ..MapMatch::default()
    };
    let score = ScoreVerdict {
        verdict: "inconsistent".into(),
        by_map: true,
        confirmed: 500,
        confirmed_share: 0.5,
        label: "motion does not fit".into(),
        said: vec!["No.".into()],
        ..ScoreVerdict::default()
    };
    let (finding, cuts_finding) = (Some("another map".to_owned()), Some("other cuts".to_owned()));
    let by_map = Judged { document: found, score: Some(score.clone()), finding, cuts_finding };
    assert_eq!(record.map_match, Some(by_map));
    assert_eq!(record.score_verdict(), Some(&score), "that by the map counts");
    let query = Query { motion: Some("inconsistent".into()), ..Query::default() };
    let listed = index.list(&query).await.unwrap().records;
    assert_eq!(listed.iter().map(|record| &record.id).collect::<Vec<_>>(), [&digests[0].id()]);
    let without = index.get(&digests[1].id()).await.unwrap().unwrap();
    assert_eq!((without.motion, without.map_match), (Some(of_motion), None));
    assert_eq!(index.get(&digests[2].id()).await.unwrap().unwrap().motion, None);
}
