//! Whether the model returns the same vectors here as elsewhere (models/sentences/README.md).

use super::{Packed, Vectors};
use crate::testing::sentence_model;

#[test]
fn meanings_are_those_of_the_reference() {
    let vectors = sentence_model();
    let meaning = |text: &str| vectors.meaning(text).expect("a meaning");
    let keeper = meaning("a lonely lighthouse keeper who hides a secret");
    for (number, expected) in keeper.numbers().iter().zip([-0.0696, 0.0827, -0.0056, 0.0788]) {
        assert!((number - expected).abs() < 0.002, "{:?}", &keeper.numbers()[..4]);
    }
    let same = meaning("The last keeper of a remote lighthouse is concealing something");
    let other = meaning("A cheerful bakery competition");
    assert!(
        (keeper.cosine(&same) - 0.749).abs() < 0.005,
        "{}",
        keeper.cosine(&same)
    );
    assert!(
        (keeper.cosine(&other) - 0.139).abs() < 0.005,
        "{}",
        keeper.cosine(&other)
    );

    let mut bytes = Vec::new();
    same.pack().write(&mut bytes);
    other.pack().write(&mut bytes);
    let packed = Packed::read_all(&bytes).expect("what was written");
    assert_eq!(packed, [same.pack(), other.pack()]);
    assert!((packed[0].cosine(&keeper) - keeper.cosine(&same)).abs() < 0.005);
    assert!((packed[0].near(&packed[1]) - same.cosine(&other)).abs() < 0.005);
    assert!(Packed::read_all(&bytes[1..]).is_none());
}

#[test]
fn texts_are_cut_into_the_tokens_of_the_reference() {
    let vectors = sentence_model();
    // As the tokenizer's own library splits them.
    let cases: [(&str, &[i32]); 6] = [
        ("Hello, world!", &[101, 7592, 1010, 2088, 999, 102]),
        ("Who is the keeper?", &[101, 2040, 2003, 1996, 10684, 1029, 102]),
        ("Où est le café?", &[101, 15068, 9765, 3393, 7668, 1029, 102]),
        (
            "*I don't open it.* \"Who's there?\"",
            &[
                101, 1008, 1045, 2123, 1005, 1056, 2330, 2009, 1012, 1008, 1000, 2040, 1005, 1055, 2045,
                1029, 1000, 102,
            ],
        ),
        (
            "Кто хранит маяк?",
            &[
                101, 1189, 22919, 14150, 1200, 16856, 28995, 10325, 22919, 1191, 10260, 17432, 23925, 1029,
                102,
            ],
        ),
        (
            "灯台守は誰ですか",
            &[101, 100, 100, 100, 1672, 100, 1665, 30184, 30177, 102],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(vectors.tokens(text).expect("tokens"), expected, "{text}");
    }
    assert!(vectors.tokens(&"word ".repeat(5_000)).expect("tokens").len() <= 256);
}

#[tokio::test]
async fn odd_texts_are_no_trouble_and_without_a_model_there_are_no_meanings() {
    let odd = ["", "   ", "\u{0}", "🙂🙂", "日本語の文", &"x".repeat(10_000)]
        .map(str::to_owned)
        .to_vec();
    assert_eq!(sentence_model().meanings(odd).await.expect("a model").len(), 6);
    assert!(
        Vectors::none()
            .meanings(vec!["Hello.".to_owned()])
            .await
            .is_none()
    );
    assert!(Vectors::of("/nowhere".into()).meaning("Hello.").is_none());
}
