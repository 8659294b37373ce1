//! What people write never becomes markup or script of the page (reliability S-1, S-2).

use operations::testing::NewScenario;

use crate::fixture::Fixture;

const CORPUS: [&str; 8] = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]>",
    "\u{2028}\u{2029}",
    "\"><img src=x onerror=alert(1)>",
    "__proto__",
    "&lt;b&gt; &amp;",
    "</title><svg/onload=alert(1)>",
];

/// The names of the tags of a page, in order: a page that differs only in what people wrote has the same.
fn tags(html: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let name: String = rest
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '!' | '-'))
            .collect();
        if name == "script" {
            let end = rest.find("</script>").expect("scripts end");
            rest = &rest[end + 1..];
        }
        names.push(name);
    }
    names
}

#[tokio::test]
async fn the_page_has_the_same_elements_whatever_people_wrote() {
    let fixture = Fixture::new().await;
    let harmless = fixture
        .app
        .scenario(NewScenario {
            tagline: "x".to_owned(),
            ..NewScenario::named("harmless")
        })
        .await;
    let expected = tags(fixture.get(&format!("/scenario/{harmless}")).await.text());
    for (at, evil) in CORPUS.into_iter().enumerate() {
        let mut new = NewScenario::named(&format!("{at} {evil}"));
        (new.tagline, new.description) = (evil.to_owned(), evil.to_owned());
        let id = fixture.app.scenario(new).await;
        let reply = fixture.get(&format!("/scenario/{id}")).await;
        assert_eq!(tags(reply.text()), expected, "{evil}");
        let start = reply.text().find("id=\"dramatis-data\">").expect("data") + "id=\"dramatis-data\">".len();
        let end = start + reply.text()[start..].find("</script>").expect("an end");
        let data: serde_json::Value = serde_json::from_str(&reply.text()[start..end]).expect("JSON");
        let scenario = &data["data"][format!("/scenarios/scenario/{id}")]["body"];
        assert_eq!(
            scenario["displayData"]["tagline"], evil,
            "the client reads back exactly what was written"
        );
        assert_eq!(
            fixture
                .echo
                .inputs
                .lock()
                .expect("no panic")
                .last()
                .map(String::as_str),
            Some(&reply.text()[start..end]),
            "one text for both sides"
        );
    }
}

#[tokio::test]
async fn what_is_searched_for_is_text() {
    let fixture = Fixture::new().await;
    let expected = tags(fixture.get("/search?search=x").await.text());
    for evil in CORPUS {
        let query: String = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("search", evil)
            .finish();
        let reply = fixture.get(&format!("/search?{query}")).await;
        assert_eq!(tags(reply.text()), expected, "{evil}");
    }
}
