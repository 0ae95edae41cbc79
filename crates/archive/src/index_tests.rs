use super::*;
use crate::formats::core::Digest;
use crate::{Diagnostic, Sort};

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
            uploaded_at: 1_000 + i64::from(n / 2),
            diagnostics: vec![Diagnostic {
                offset: 7,
                section: "notes".into(),
                severity: "info".into(),
                message: "odd".into(),
            }],
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

async fn index_with(records: &[Record]) -> (tempfile::TempDir, Index) {
    let dir = tempfile::tempdir().unwrap();
    let index = Index::open(&dir.path().join("test.db")).await.unwrap();
    for record in records {
        assert!(index.insert(record, "secret").await.unwrap());
    }
    (dir, index)
}

/// The numbers of the records found, by their file names.
async fn found(index: &Index, query: &Query) -> String {
    let page = index.list(query).await.unwrap();
    page.records.iter().map(|record| record.file_name.trim_end_matches(".bsor")).collect()
}

#[tokio::test]
async fn a_record_comes_back_as_it_went_in() {
    let records = records();
    let (_dir, index) = index_with(&records).await;
    for record in &records {
        assert_eq!(index.get(&record.id).await.unwrap().as_ref(), Some(record));
        assert!(!index.insert(record, "another").await.unwrap(), "the same content again");
    }
    assert_eq!(index.get("nothing").await.unwrap(), None);
    assert_eq!(index.usage().await.unwrap(), Usage { replays: 5, bytes: 15_000 });
}

#[tokio::test]
async fn every_filter_finds_what_it_should() {
    let (_dir, index) = index_with(&records()).await;
    let text = |text: &str| Some(text.to_owned());
    let by_start = Sort { key: crate::SortKey::StartedAt, descending: false };
    let all = Query { sort: by_start, ..Query::default() };
    let check = async |query: Query, expected: &str| {
        assert_eq!(found(&index, &query).await, expected, "{query:?}");
    };
    check(all.clone(), "12345").await;
    check(Query { game: text("melee"), ..all.clone() }, "45").await;
    check(Query { format: text("bsor"), ..all.clone() }, "123").await;
    check(Query { mode: text("Standard"), ..all.clone() }, "24").await;
    check(Query { player: text("7656"), ..all.clone() }, "12").await;
    check(Query { player: text("765"), ..all.clone() }, "").await;
    check(Query { player: text("BOB"), ..all.clone() }, "34").await;
    check(Query { player: text("ZOÉ"), ..all.clone() }, "2").await;
    check(Query { player: text("'; DROP TABLE replays; --"), ..all.clone() }, "").await;
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
async fn every_order_is_the_same_in_one_page_and_in_many() {
    let (_dir, index) = index_with(&records()).await;
    let cases = [
        ("started_at", "12345"),
        ("-started_at", "43215"),
        ("duration", "54321"),
        ("-duration", "12345"),
    ];
    for (sort, expected) in cases {
        let query = Query { sort: sort.parse().unwrap(), ..Query::default() };
        assert_eq!(found(&index, &query).await, expected, "{sort}");
    }
    for sort in ["uploaded_at", "-uploaded_at", "score", "-score", "started_at", "-duration"] {
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
            index.insert(record, "secret").await.unwrap();
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
    assert!(index.contains(id).await.unwrap());
    assert!(index.delete(id, "secret").await.unwrap());
    assert!(!index.contains(id).await.unwrap());
    assert!(!index.delete(id, "secret").await.unwrap());
    let players: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM players").fetch_one(&index.pool).await.unwrap();
    assert_eq!(players, 4);
}

/// A sort without an index reads and sorts every row for each page.
#[tokio::test]
async fn no_order_needs_a_sort() {
    let (_dir, index) = index_with(&records()).await;
    for sort in ["uploaded_at", "-uploaded_at", "score", "-score", "started_at", "duration"] {
        let query = Query { sort: sort.parse().unwrap(), ..Query::default() };
        let sql = Search::new(COLUMNS, &query).sql();
        let plan = sqlx::query(sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}")))
            .fetch_all(&index.pool)
            .await
            .unwrap();
        let plan: Vec<String> = plan.iter().map(|row| row.get("detail")).collect();
        assert!(plan.iter().all(|step| !step.contains("TEMP B-TREE")), "{sort}: {plan:?}");
    }
}
