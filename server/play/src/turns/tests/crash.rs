//! Kill -9 at any token: the history loads, nothing stays on hold, nothing is charged twice, and one tap
//! continues. The killed process is this test's own program; an environment variable makes it play.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use futures::future::join_all;
use kernel::Random;
use platform::db::{Db, query_on};
use serde_json::json;

use super::support::*;
use crate::testing::{Engine, TestApp, run_test};
use crate::turns::{Timing, recover};

const DATABASE: &str = "DRAMATIS_TURN_CRASH_DATABASE";
const ROUND: &str = "DRAMATIS_TURN_CRASH_ROUND";
const PLAYERS: &str = "DRAMATIS_TURN_CRASH_PLAYERS";
/// Players in the child, each with a story.
const MANY: usize = 4;
/// The number of kills.
const ROUNDS: u32 = 25;
/// The longest time until a kill, in milliseconds.
const LONGEST_MILLIS: u64 = 400;
/// Everybody's initial balance, and the price of a reply.
const GIVEN: i64 = 100_000;
const PRICE: i64 = 3;
/// The pieces of a model's reply.
const PIECES: usize = 12;

fn double() -> Double {
    let random = Random::system();
    Double::by(move |_, _| {
        let mut acts: Vec<Act> = (0..PIECES)
            .flat_map(|piece| {
                [
                    text(&format!("Piece {piece}. ")),
                    Act::Rest(Duration::from_micros(random.below(3_000))),
                ]
            })
            .collect();
        acts.push(done());
        acts
    })
}

fn whole() -> String {
    (0..PIECES).map(|piece| format!("Piece {piece}. ")).collect()
}

async fn site(url: &str, round: u32) -> TestApp {
    let app = TestApp::create(Engine::Sqlite).await.expect("SQLite");
    let db = Db::open(url).await.expect("the database");
    app.clock.advance_millis(i64::from(round) * 120_000);
    let timing = Timing {
        checkpoint: Duration::from_millis(2),
        ..quick()
    };
    let app = app.with_state(|state| state.db = db);
    with(&app, &double().models(info("m", PRICE)), dear(), timing)
}

/// The child process; not a test in itself.
#[test]
fn child() {
    let (Ok(url), Ok(round), Ok(players)) = (
        std::env::var(DATABASE),
        std::env::var(ROUND),
        std::env::var(PLAYERS),
    ) else {
        return;
    };
    run_test(async {
        let site = site(&url, round.parse().expect("a number")).await;
        recover(&site.state).await.expect("a recovery");
        say("ready");
        let players: Vec<(&str, &str)> = players
            .split(',')
            .filter_map(|player| player.split_once(' '))
            .collect();
        join_all(players.into_iter().map(async |(token, story)| {
            let caller = Caller::token(&site, token);
            loop {
                site.clock.advance_millis(2_000);
                let events = caller
                    .stream(&json!({ "chatID": story, "message": "Go on." }))
                    .await
                    .all()
                    .await;
                say(&format!(
                    "done {} {}",
                    events.turn_id(),
                    events.end()["price"]["captured"]
                ));
            }
        }))
        .await;
    });
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // One write, so that a line is complete or missing.
    let _ = out
        .write_all(format!("\n{line}\n").as_bytes())
        .and_then(|()| out.flush());
}

/// Kills a child at a random moment; returns what had ended by then.
fn one_round(file: &Path, round: u32, players: &str, random: &Random) -> Vec<String> {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args([
        "--exact",
        "turns::tests::crash::child",
        "--nocapture",
        "--test-threads=1",
    ]);
    command
        .env(DATABASE, format!("sqlite://{}", file.display()))
        .env(ROUND, round.to_string())
        .env(PLAYERS, players);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a child");
    let (ready, is_ready) = mpsc::channel();
    let out = child.stdout.take().expect("its output");
    let reader = std::thread::spawn(move || {
        let mut done = Vec::new();
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            match line.strip_prefix("done ") {
                Some(turn) => done.push(turn.to_owned()),
                None if line == "ready" => drop(ready.send(())),
                None => {}
            }
        }
        done
    });
    is_ready.recv_timeout(PATIENCE).expect("a child that gets ready");
    std::thread::sleep(Duration::from_micros(random.below(LONGEST_MILLIS * 1_000)));
    child.kill().expect("a kill");
    child.wait().expect("its end");
    reader.join().expect("its output")
}

#[test]
fn nothing_is_lost_or_charged_twice_by_kills() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("turns.db");
    let url = format!("sqlite://{}", file.display());
    let players = run_test(async {
        let app = site(&url, 0).await;
        let mut players = Vec::new();
        for number in 0..MANY {
            let person = app.person(&format!("player{number}")).await;
            give(&app, &person, GIVEN).await;
            players.push(format!(
                "{} {}",
                person.token,
                story(&app, &person, &format!("Story {number}")).await
            ));
        }
        app.state.db.close().await;
        players.join(",")
    });
    let random = Random::system();
    let (mut ended, mut cut) = (0, 0);
    for round in 1..=ROUNDS {
        let done = one_round(&file, round, &players, &random);
        ended += done.len();
        cut += run_test(check_after_kill(&url, round, &players, &done));
    }
    assert!(
        ended > 0 && cut > 0,
        "{ended} turns ended and {cut} were cut off: no load"
    );
}

/// A stored turn with its one reply.
#[derive(Debug, sqlx::FromRow)]
struct StoredTurn {
    id: String,
    state: String,
    captured: i64,
    content: String,
    message_state: String,
}

impl StoredTurn {
    /// Checks that the turn ended completely, or was cut and cost nothing.
    fn assert_whole_or_cut(&self) {
        assert!(whole().starts_with(self.content.as_str()), "{}", self.content);
        match self.state.as_str() {
            "complete" => assert_eq!(
                (
                    self.captured,
                    self.message_state.as_str(),
                    self.content == whole()
                ),
                (PRICE, "complete", true),
                "{}",
                self.id
            ),
            "interrupted" => assert!(
                self.captured == 0 && matches!(self.message_state.as_str(), "interrupted" | "failed"),
                "{self:?}"
            ),
            other => panic!("{} is {other}", self.id),
        }
    }
}

async fn stored_turns(app: &TestApp) -> Vec<StoredTurn> {
    let mut conn = app.state.db.read().await.expect("a connection");
    let list = "select t.id, t.state, coalesce(r.captured, 0) as captured, coalesce(m.content, '') as content, \
         coalesce(m.state, '') as message_state from turns t join turn_replies r on r.turn_id = t.id \
         left join messages m on m.id = r.message_id";
    query_on!(conn, |x: D| sqlx::query_as::<D, StoredTurn>(list)
        .fetch_all(x)
        .await)
    .expect("turns")
}

/// Recovers after a kill and checks the result; returns how many turns were cut. `done`: the turns that the
/// child saw end, with their prices.
async fn check_after_kill(url: &str, round: u32, players: &str, done: &[String]) -> usize {
    let app = site(url, round + 1).await;
    let cut = recover(&app.state).await.expect("a recovery");
    assert_settled(&app).await;
    let turns = stored_turns(&app).await;
    turns.iter().for_each(StoredTurn::assert_whole_or_cut);
    for line in done {
        let (id, price) = line.split_once(' ').expect("a price");
        let known = turns
            .iter()
            .find(|turn| turn.id == id)
            .expect("a turn that was announced");
        assert_eq!(
            (known.state.as_str(), known.captured.to_string().as_str()),
            ("complete", price)
        );
    }
    let captured: i64 = turns.iter().map(|turn| turn.captured).sum();
    assert_eq!(
        in_wallets(&app).await,
        GIVEN * MANY as i64 - captured,
        "nothing is charged twice, and nothing is given away"
    );
    assert_goes_on(&app, players).await;
    app.state.db.close().await;
    cut
}

/// The sum of all wallets.
async fn in_wallets(app: &TestApp) -> i64 {
    let mut conn = app.state.db.read().await.expect("a connection");
    let wallets =
        "select cast(coalesce(sum(balance), 0) as bigint) from ledger_accounts where kind = 'wallet'";
    query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(wallets)
        .fetch_one(x)
        .await)
    .expect("a sum")
}

/// Checks that the first player's history loads, and that one tap continues.
async fn assert_goes_on(app: &TestApp, players: &str) {
    let (token, story) = players
        .split(',')
        .next()
        .and_then(|player| player.split_once(' '))
        .expect("a player");
    let caller = Caller::token(app, token);
    let slice = caller.get(&format!("/stories/{story}/slice/up/head")).await;
    let messages = at(&slice, "results").as_array().expect("messages");
    let head = messages.last().expect("a head");
    let kind = match text_at(head, "state") {
        "failed" => "retry",
        "interrupted" => "continue",
        _ => return,
    };
    let turn = caller
        .turn(&json!({ "chatID": story, "kind": kind, "messageId": at(head, "id") }))
        .await;
    assert_eq!(at(&turn, "state"), "complete", "{turn}");
    // Excluded from the next round, which compares replies with what the model writes from the beginning.
    let mut tx = app.state.db.begin().await.expect("a transaction");
    let plain = "update messages set content = $2 where id = $1";
    query_on!(tx, |x: D| sqlx::query::<D>(plain)
        .bind(text_at(&turn, "replies.0.id"))
        .bind(whole())
        .execute(x)
        .await
        .map(drop))
    .expect("a text");
    tx.commit().await.expect("a commit");
}
