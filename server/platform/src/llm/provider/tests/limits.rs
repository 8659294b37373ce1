//! Time limits, the queue, and callers who leave.

use std::time::{Duration, Instant};

use futures::{FutureExt, StreamExt};

use super::support::{
    LONG, SHORT, Scripted, Step, TIMES, ask, config, delta, finish, finished, good, provider, request, send,
    streamed,
};
use crate::llm::config::{ModelConfig, Times};
use crate::llm::{Finish, ModelError, Models, Piece, TimeoutPhase};
use crate::testing::{Act, ModelDouble, run_test};

/// A server that says this again and again, for as long as any test may take.
fn endless(words: &str) -> Vec<Step> {
    std::iter::repeat_with(|| [send(words), Step::Wait(10)])
        .take(6_000)
        .flatten()
        .collect()
}

#[test]
fn every_wait_has_an_end() {
    run_test(async {
        let timeout = |stage| Some(ModelError::Timeout(stage));
        let (slow, chatter) = (endless(&delta("Hi ")), endless(": still here\n\n"));
        let (first_token, gap, total) = (
            Times {
                first_token: SHORT,
                ..TIMES
            },
            Times { gap: SHORT, ..TIMES },
            Times {
                total: SHORT,
                ..TIMES
            },
        );
        let cases = [
            (
                "no answer",
                Scripted::Never,
                first_token,
                timeout(TimeoutPhase::FirstToken),
                "",
            ),
            (
                "no first token",
                streamed(vec![Step::Wait(60_000)]),
                first_token,
                timeout(TimeoutPhase::FirstToken),
                "",
            ),
            (
                "only signs of life",
                streamed(chatter),
                first_token,
                timeout(TimeoutPhase::FirstToken),
                "",
            ),
            (
                "a gap",
                streamed(vec![send(&delta("Hi")), Step::Wait(60_000)]),
                gap,
                timeout(TimeoutPhase::Gap),
                "Hi",
            ),
            (
                "no end",
                streamed(slow),
                total,
                timeout(TimeoutPhase::Total),
                "Hi",
            ),
        ];
        for (case, line, times, error, text) in cases {
            let (provider, script, _) = provider(ModelConfig { times, ..config() }, vec![line]);
            let begun = Instant::now();
            let asked = ask(&provider, &request()).await;
            assert_eq!(asked.error, error, "{case}");
            assert!(asked.text().starts_with(text), "{case}");
            assert!((SHORT..LONG).contains(&begun.elapsed()), "{case}");
            assert_eq!(
                script.asked.lock().expect("a lock").len(),
                1,
                "{case}: whoever was too slow is not asked again"
            );
        }
    });
}

#[test]
fn a_complete_reply_ends_though_its_connection_stays_open() {
    run_test(async {
        let open = streamed(vec![
            send(&delta("Hi")),
            send(&finish("stop")),
            Step::Wait(600_000),
        ]);
        let (provider, ..) = provider(config(), vec![open]);
        let asked = ask(&provider, &request()).await;
        assert_eq!(
            (asked.error, asked.pieces.last().cloned()),
            (None, finished(Finish::Stop, None))
        );
    });
}

#[test]
fn only_so_many_run_at_once_and_the_next_waits() {
    run_test(async {
        let endless = streamed(vec![send(&delta("Hi")), Step::Wait(600_000)]);
        let times = Times {
            total: Duration::from_secs(2),
            ..TIMES
        };
        let (provider, script, _) = provider(
            ModelConfig {
                concurrency: 1,
                queue: 1,
                times,
                ..config()
            },
            vec![endless, good("Yes")],
        );
        let first = provider.stream(&request()).await.expect("a reply");
        let request = request();
        let mut second = Box::pin(provider.stream(&request));
        assert!(second.as_mut().now_or_never().is_none(), "it waits");
        assert_eq!(
            provider.stream(&request).await.err(),
            Some(ModelError::Busy),
            "and nobody behind it"
        );
        // For longer than a reply may take: its own time has not begun.
        assert!(
            tokio::time::timeout(times.total + SHORT, &mut second)
                .await
                .is_err(),
            "it still waits"
        );
        assert_eq!(
            script.asked.lock().expect("a lock").len(),
            1,
            "nothing is sent before its turn"
        );
        drop(first);
        let mut reply = second.await.expect("its turn");
        assert_eq!(reply.next().await, Some(Ok(Piece::Text("Yes".to_owned()))));
        assert_eq!(script.asked.lock().expect("a lock").len(), 2);
    });
}

#[test]
fn leaving_a_reply_ends_it_at_the_provider() {
    run_test(async {
        let double = ModelDouble::start().await;
        double.set_pace(Duration::from_millis(20));
        double.then(Act::Endless);
        double.then(Act::Hang);
        let models: Models = double.models();
        let mut reply = models.stream(models.get(None), request()).await.expect("a reply");
        reply.next().await.expect("a piece").expect("good");
        assert_eq!(double.open(), 1);
        drop(reply);
        let arrived = async {
            while double.calls().len() < 2 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::select! {
            _ = models.stream(models.get(None), request()) => panic!("it says nothing"),
            () = arrived => {}
        }
        for _ in 0..3_000 {
            if double.hang_ups() == 2 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the provider still works: {} hang-ups", double.hang_ups());
    });
}
