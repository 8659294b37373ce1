//! Both renderers answer the same bytes.
#![cfg(feature = "v8")]

use bytes::Bytes;
use serde_json::{Value, json};

use crate::support::{alone, config, input, renderers};

fn corpus() -> Vec<Bytes> {
    let texts = [
        "",
        "plain",
        "café, naïve, ÿ",
        "Привет, мир: съешь ещё этих мягких французских булок",
        "😀👩‍👩‍👧‍👦🏳️‍🌈",
        "“quotes” ‘and’ „dashes“ — … « »",
        "\"'&<>\u{2028}\u{2029}\u{0}\u{7f}\u{feff}",
        "日本語のテキスト",
        "عربى עברית",
    ];
    let mut inputs: Vec<Bytes> = texts
        .iter()
        .map(|text| input("echo", json!({ "text": text })))
        .collect();
    inputs.extend(
        texts
            .iter()
            .map(|text| input("echo", json!({ "text": text.repeat(4_000) }))),
    );
    // A lone surrogate can only be written as an escape; each becomes U+FFFD.
    inputs.push(r#"{"path":"echo","text":"a\ud800b\udc00c\ud83d"}"#.into());
    inputs.push(r#"{"path":"echo","text":"\udc00\ud800 and a whole pair \ud83d\ude00"}"#.into());
    inputs.push(input(
        "echo",
        json!({ "text": "<p class='x'>text &amp; more</p>".repeat(3_200) }),
    ));
    inputs.push(input("rope", json!({ "length": 100_000 })));
    inputs.push(input("long", json!({ "length": 500_000 })));
    inputs.push(input("intl", json!({})));
    inputs
}

fn addresses() -> Vec<Value> {
    let base = "http://localhost:8080/search?q=elf#top";
    let mut cases: Vec<Value> = [
        "/scenario/a b",
        "/tag/Привет",
        "/é?q=é#é",
        "?q=a b&c='d'",
        "#x y",
        "../up/./x",
        "//other/y",
        "https://u:p@h:443/x",
        "mailto:a@b.c",
        "HTTP://EXAMPLE.com:80/%7Ea/%zz",
        "/a\\b",
        "/q?x=\"<>`{}|^",
        "/p\"<>`{}|^\u{2028}",
        "\u{feff}/x",
        " /trim ",
        "",
        "http://",
        "http://a b/",
        "http://münchen.de/",
        "http://[::1]:9/",
        "http://1.2.3",
        "data:text/plain,hi",
        "/a;b=c/d,e",
        "javascript:alert(1)",
        "/\u{1F600}?\u{1F600}#\u{1F600}",
        "/a?b=%F0%9F%98%80&c=+",
        "http://h/?a=1&a=2",
        "blob:http://h/1",
    ]
    .iter()
    .flat_map(|url| {
        [
            json!({ "url": url, "base": base }),
            json!({ "url": url, "base": null }),
        ]
    })
    .collect();
    cases.push(json!({ "url": "x", "base": "mailto:a" }));
    cases.push(json!({ "url": "x", "base": "" }));
    cases
}

fn queries() -> Vec<Value> {
    [
        "?a=1&b=2&a=3",
        "?q=a+b%20c&x=%D1%8F",
        "?&&=&a&=b",
        "?%",
        "?a=%zz%41",
        "?a=%F0%9F%98&b=%FF%C3%A9%C3",
        "?q=~!'()*-._",
        "?a=%E0%80%80%ED%A0%80%F4%90%80%80",
        "?tag=\u{1F600}",
        "?a[]=1&b=c=d=e",
        "?a=1#h",
        "",
    ]
    .iter()
    .map(|query| json!({ "query": query }))
    .chain([
        json!({ "query": "?b=1&a=2&b=3", "change": [["append", "c", "x y&z='~'"], ["delete", "a"]] }),
        json!({ "query": "?b=1&a=2&b=3", "change": [["set", "b", "я"], ["sort"]] }),
        json!({ "query": "?b=1&a=2&b=3", "change": [["delete", "b", "3"], ["set", "new", "1"]] }),
        json!({ "query": "?b=1", "change": [["delete", "b"]] }),
    ])
    .collect()
}

fn changes() -> Vec<Value> {
    [
        json!([["pathname", "/x y/я"], ["search", "q=1 2"], ["hash", ""]]),
        json!([["search", ""], ["port", "80"], ["username", ""]]),
        json!([["host", "other:99"], ["protocol", "https"], ["hash", "#z"]]),
        json!([
            ["href", "https://new/p?x=y"],
            ["hostname", "h.example"],
            ["port", "bad"]
        ]),
    ]
    .into_iter()
    .map(|change| json!({ "change": change }))
    .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn both_renderers_answer_the_same_bytes() {
    let _alone = alone().await;
    let [(_, embedded), (_, sidecar)] = &renderers(&config(1))[..] else {
        panic!("two renderers")
    };
    let cases = corpus()
        .into_iter()
        .chain(addresses().into_iter().map(|case| input("address", case)))
        .chain(queries().into_iter().map(|case| input("query", case)))
        .chain(changes().into_iter().map(|case| input("parts", case)));
    let mut differences = Vec::new();
    for case in cases {
        let ours = embedded
            .render(case.clone())
            .await
            .expect("the embedded renderer answers");
        let theirs = sidecar.render(case.clone()).await.expect("the sidecar answers");
        if (&ours.header, &ours.markup) != (&theirs.header, &theirs.markup) {
            let text = |page: &Bytes| String::from_utf8_lossy(&page[..page.len().min(500)]).into_owned();
            differences.push(format!(
                "{}\n  V8:   {}\n  node: {}",
                text(&case),
                text(&ours.markup),
                text(&theirs.markup)
            ));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
