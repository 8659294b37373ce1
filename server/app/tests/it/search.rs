//! Nothing answers 500 to any query string.

use std::sync::OnceLock;

use operations::testing::NewScenario;
use proptest::prelude::*;
use tokio::runtime::Runtime;

use crate::fixture::Fixture;

fn fixture() -> &'static (Runtime, Fixture) {
    static STAGE: OnceLock<(Runtime, Fixture)> = OnceLock::new();
    STAGE.get_or_init(|| {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("a runtime");
        let fixture = runtime.block_on(async {
            let fixture = Fixture::new().await;
            fixture
                .app
                .scenario(NewScenario::named("The Elf and the \"Lamp\"").tagged(&["fantasy", "quiet"]))
                .await;
            fixture
        });
        (runtime, fixture)
    })
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,20}".prop_map(String::from),
        any::<String>(),
        proptest::sample::select(vec![
            "",
            "*",
            "\"",
            "elf\"",
            "AND",
            "NEAR(a b)",
            "a:b",
            "-",
            "(",
            "^",
            "'; drop table",
            "%",
            "_",
            "\0",
            "cards",
            "tags",
            "scenarios",
            "fantasy"
        ])
        .prop_map(str::to_owned),
        "[a-z\"*()':^-]{0,600}".prop_map(String::from),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_query_of_the_search_page_is_a_fault(pairs in proptest::collection::vec((
        proptest::sample::select(vec!["search", "tab", "wlTags", "blTags", "author", "cursor", "campaign", "redirect", "id", "other"]),
        value(),
    ), 0..6)) {
        let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(&pairs).finish();
        let (runtime, fixture) = fixture();
        for path in ["/search", "/api/v1/scenarios/search", "/"] {
            let reply = runtime.block_on(fixture.get(&format!("{path}?{query}")));
            prop_assert!(reply.status.as_u16() < 500, "{} {path}?{query}", reply.status);
        }
    }

    #[test]
    fn no_raw_query_is_a_fault(query in "[ -~&&[^#<>\"{}|\\\\^` ]]{0,120}") {
        let (runtime, fixture) = fixture();
        let reply = runtime.block_on(fixture.get(&format!("/search?{query}")));
        prop_assert!(reply.status.as_u16() < 500, "{} {query}", reply.status);
    }
}
