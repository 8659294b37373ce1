//! Follows are counted correctly, also under concurrent calls.

use platform::both_engines;
use serde_json::json;

both_engines!(following_is_counted_on_both_sides, async |app| {
    let mut people = Vec::new();
    for number in 0..6 {
        people.push(app.person(&format!("p{number}")).await);
    }
    // Everybody follows everybody else at once, some change their minds, and every call is sent twice.
    let pairs: Vec<(usize, usize)> = (0..6)
        .flat_map(|a| (0..6).map(move |b| (a, b)))
        .filter(|(a, b)| a != b)
        .collect();
    let follow = async |(a, b): &(usize, usize)| {
        people[*a]
            .post(&format!("/users/me/follow/{}", people[*b].user_id), &json!({}))
            .await
            .ok()
    };
    let unfollow = async |(a, b): &(usize, usize)| {
        people[*a]
            .delete(&format!("/users/me/follow/{}", people[*b].user_id))
            .await
            .ok()
    };
    futures::future::join_all(pairs.iter().chain(&pairs).map(follow)).await;
    let leavers: Vec<(usize, usize)> = pairs.iter().filter(|(a, b)| (a + b) % 3 == 0).copied().collect();
    futures::future::join_all(leavers.iter().chain(&leavers).map(unfollow)).await;
    for (number, person) in people.iter().enumerate() {
        let expected = pairs
            .iter()
            .filter(|pair| pair.1 == number && !leavers.contains(pair))
            .count();
        let public = app.get(&format!("/users/user/{}", person.user_id)).await.ok();
        assert_eq!(public["stats"]["followers"], expected);
        assert_eq!(
            public["stats"]["following"], expected,
            "the pattern is the same both ways"
        );
        let list = person.get("/users/me/followers").await;
        assert_eq!(
            (list.json["count"].clone(), list.each("userID").len()),
            (json!(expected), expected)
        );
        assert_eq!(
            app.get(&format!("/users/{}/following", person.user_id))
                .await
                .each("userID")
                .len(),
            expected
        );
    }
    let (a, b) = (&people[0], &people[1]);
    assert_eq!(
        a.get(&format!("/users/me/following/{}", b.user_id)).await.ok(),
        json!({ "following": true })
    );
    assert_eq!(
        app.get(&format!("/users/{}/following/{}", a.user_id, b.user_id))
            .await
            .ok(),
        json!({ "following": true })
    );
    assert_eq!(
        a.delete(&format!("/users/me/follow/{}", b.user_id)).await.ok()["following"],
        false
    );
    assert_eq!(
        a.get(&format!("/users/me/following/{}", b.user_id)).await.ok(),
        json!({ "following": false })
    );
});

both_engines!(
    lists_of_follows_are_paged_and_refuse_what_they_cannot_read,
    async |app| {
        let ann = app.person("ann").await;
        for number in 0..5 {
            let fan = app.person(&format!("fan{number}")).await;
            app.clock.advance_millis(1000);
            fan.post(&format!("/users/me/follow/{}", ann.user_id), &json!({}))
                .await
                .ok();
            ann.post(&format!("/users/me/follow/{}", fan.user_id), &json!({}))
                .await
                .ok();
        }
        let first = ann.get("/users/me/followers?limit=3").await;
        assert_eq!(first.each("authorname"), ["fan4", "fan3", "fan2"]);
        let cursor = first.json["nextCursor"].as_str().expect("more").to_owned();
        let second = ann
            .get(&format!("/users/me/followers?limit=3&cursor={cursor}"))
            .await;
        assert_eq!(second.each("authorname"), ["fan1", "fan0"]);
        assert_eq!(second.json["nextCursor"], json!(null));
        ann.get(&format!("/users/me/following?cursor={cursor}"))
            .await
            .assert_problem(400, "BAD_REQUEST");
        assert_eq!(
            ann.get("/user/get-followed-users?limit=0")
                .await
                .each("authorname"),
            ["fan4"]
        );

        ann.post(&format!("/users/me/follow/{}", ann.user_id), &json!({}))
            .await
            .assert_problem(422, "VALIDATION_FAILED");
        for unknown in ["nobody", "..%2f"] {
            ann.post(&format!("/users/me/follow/{unknown}"), &json!({}))
                .await
                .assert_problem(404, "NOT_FOUND");
            ann.delete(&format!("/users/me/follow/{unknown}"))
                .await
                .assert_problem(404, "NOT_FOUND");
            ann.get(&format!("/users/me/following/{unknown}"))
                .await
                .assert_problem(404, "NOT_FOUND");
            app.get(&format!("/users/{unknown}/followers"))
                .await
                .assert_problem(404, "NOT_FOUND");
        }
        app.post(&format!("/users/me/follow/{}", ann.user_id), &json!({}))
            .await
            .assert_unauthenticated("missing_token");
        app.get("/users/me/following")
            .await
            .assert_unauthenticated("missing_token");
        app.get("/user/get-followed-users")
            .await
            .assert_unauthenticated("missing_token");
    }
);
