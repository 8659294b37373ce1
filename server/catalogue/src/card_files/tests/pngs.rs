//! Cards in PNG and APNG.

use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_STANDARD_NO_PAD, BASE64_URL_SAFE_NO_PAD};

use super::builders::{card_chunk, chunk, picture, png_with, png_with_early, text_chunk, zlib};
use super::{asset, card, name_of, open_bytes, opened, refusal, told};
use crate::card_files::limits::{MAX_CARDS_TRIED, MAX_TEXT_CHUNKS};
use crate::card_files::{AssetKind, CardFileError, FileKind, PictureKind};

#[test]
fn a_card_is_found_wherever_its_chunk_stands() {
    for file in [
        png_with(&[card_chunk("chara", &card(2, "Aki"))]),
        png_with_early(&[card_chunk("Chara", &card(2, "Aki"))]),
        png_with(&[card_chunk("CCV3", &card(2, "Aki"))]),
    ] {
        let file = opened(&file);
        assert_eq!((file.kind(), name_of(&file)), (FileKind::Png, "Aki"));
        assert_eq!(file.card(), &card(2, "Aki"));
        assert!(file.notices().is_empty() && file.assets().is_empty());
    }
}

#[test]
fn every_kind_of_text_chunk_is_read() {
    let text = BASE64_STANDARD.encode(card(3, "Aki").to_string());
    let raw = card(3, "Aki").to_string();
    for chunk in [
        text_chunk("ccv3", BASE64_STANDARD_NO_PAD.encode(&raw).as_bytes()),
        text_chunk("ccv3", BASE64_URL_SAFE_NO_PAD.encode(&raw).as_bytes()),
        text_chunk("ccv3", raw.as_bytes()),
        chunk(b"zTXt", &[b"ccv3\0\0", &zlib(text.as_bytes())[..]].concat()),
        chunk(b"iTXt", &[b"ccv3\0\0\0en\0Karte\0", text.as_bytes()].concat()),
        chunk(
            b"iTXt",
            &[b"ccv3\0\x01\0\0\0", &zlib(text.as_bytes())[..]].concat(),
        ),
        chunk(b"iTXt", &[b"ccv3\0\0\x07\0\0", raw.as_bytes()].concat()),
    ] {
        assert_eq!(opened(&png_with(&[chunk])).card(), &card(3, "Aki"));
    }
}

#[test]
fn the_first_valid_ccv3_counts_and_then_the_first_valid_chara() {
    let broken = text_chunk("ccv3", b"bm8gY2FyZA==");
    let v2 = |name| card_chunk("chara", &card(2, name));
    let v3 = |name| card_chunk("ccv3", &card(3, name));
    let other = |place: &str| format!("{place} wasn’t used: another card in this file comes first.");

    let file = opened(&png_with(&[v2("old"), v3("first"), v3("second")]));
    assert_eq!(name_of(&file), "first");
    assert_eq!(
        told(&file),
        [
            other("The card in the chunk ccv3 number 2"),
            other("The card in the chunk chara")
        ]
    );

    let file = opened(&png_with(&[broken.clone(), v2("old"), v2("older")]));
    assert_eq!(name_of(&file), "old");
    assert_eq!(
        told(&file),
        [
            "The card in the chunk ccv3 wasn’t used: it’s neither JSON nor JSON in base64.".to_owned(),
            other("The card in the chunk chara number 2"),
        ]
    );

    let file = opened(&png_with(&[broken, v3("second"), v2("old")]));
    assert_eq!(name_of(&file), "second");
}

#[test]
fn a_damaged_chunk_is_passed_over() {
    let mut damaged = card_chunk("ccv3", &card(3, "new"));
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    let file = opened(&png_with(&[
        damaged.clone(),
        card_chunk("chara", &card(2, "old")),
    ]));
    assert_eq!(name_of(&file), "old");
    assert_eq!(
        told(&file),
        ["The card in the chunk ccv3 wasn’t used: it’s damaged (the checksum is wrong)."]
    );
    assert_eq!(
        refusal(&png_with(&[damaged])),
        "The card in the chunk ccv3 can’t be read: it’s damaged (the checksum is wrong)."
    );
}

#[test]
fn only_the_first_broken_cards_are_tried() {
    let mut chunks = vec![text_chunk("ccv3", b"%"); MAX_CARDS_TRIED];
    chunks.push(card_chunk("chara", &card(2, "late")));
    assert_eq!(
        refusal(&png_with(&chunks)),
        "The card in the chunk ccv3 can’t be read: it’s neither JSON nor JSON in base64."
    );
    chunks.remove(0);
    assert_eq!(name_of(&opened(&png_with(&chunks))), "late");
}

#[test]
fn text_chunks_are_limited_and_others_do_not_hurt() {
    let others = |count: usize| {
        let mut chunks = vec![text_chunk("parameters", b"a lamp"); count];
        chunks.push(card_chunk("chara", &card(2, "Aki")));
        png_with(&chunks)
    };
    assert_eq!(name_of(&opened(&others(MAX_TEXT_CHUNKS - 1))), "Aki");
    assert_eq!(
        refusal(&others(MAX_TEXT_CHUNKS)),
        "This PNG has more than 64 texts."
    );
}

#[test]
fn old_assets_are_listed_and_read() {
    let png = picture();
    let file = png_with(&[
        text_chunk("chara-ext-asset_:0", BASE64_STANDARD.encode(&png).as_bytes()),
        text_chunk(
            "chara-ext-asset_1",
            BASE64_STANDARD_NO_PAD.encode(b"ID3 sound").as_bytes(),
        ),
        text_chunk("chara-ext-asset_:0", b"QUJD"),
        text_chunk("chara-ext-asset_:2", b"not base64!"),
        text_chunk("chara-ext-asset_:../x", b"QUJD"),
        chunk(b"zTXt", &[b"chara-ext-asset_:3\0\0", &zlib(b"QUJD")[..]].concat()),
        card_chunk("chara", &card(2, "Aki")),
    ]);
    let mut file = opened(&file);
    let listed: Vec<_> = file
        .assets()
        .iter()
        .map(|asset| (asset.path.as_str(), asset.kind, asset.size_bytes))
        .collect();
    assert_eq!(
        listed,
        [
            ("__asset:0", AssetKind::Image, png.len() as u64),
            ("__asset:1", AssetKind::Audio, 9)
        ]
    );
    assert_eq!(asset(&mut file, 0).unwrap(), png);
    assert_eq!(asset(&mut file, 1).unwrap(), b"ID3 sound");
    assert_eq!(
        told(&file),
        [
            "The asset __asset:0 was left out: another asset has the same path.",
            "The asset __asset:2 was left out: it’s damaged.",
            "The asset __asset:../x was left out: its path isn’t a plain path of up to 255 characters.",
            "The asset __asset:3 was left out: it’s compressed in a way that cards don’t use.",
        ]
    );
    assert!(matches!(file.read_asset(2).err(), Some(CardFileError::Io(_))));
}

#[test]
fn the_picture_comes_without_the_card() {
    let plain = picture();
    let kept = text_chunk("Author", b"Aki");
    let early = png_with_early(&[
        card_chunk("ccv3", &card(3, "Aki")),
        kept.clone(),
        text_chunk("chara-ext-asset_:0", b"QUJD"),
        card_chunk("chara", &card(2, "Aki")),
    ]);
    let mut file = opened(&early);
    assert_eq!(file.picture_kind(), Some(PictureKind::Png));
    let mut picture = Vec::new();
    std::io::copy(&mut file.read_picture().unwrap(), &mut picture).unwrap();
    assert_eq!(picture, png_with_early(&[kept]));
    let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().into_rgb8();
    assert_eq!(pixels(&picture), pixels(&plain));
}

#[test]
fn animated_pictures_are_recognised() {
    let file = png_with_early(&[
        chunk(b"acTL", &[0, 0, 0, 1, 0, 0, 0, 0]),
        card_chunk("chara", &card(2, "Aki")),
    ]);
    assert_eq!(opened(&file).kind(), FileKind::Apng);
}

#[test]
fn a_picture_without_a_card_says_what_may_have_happened() {
    let sentence = refusal(&picture());
    assert!(
        sentence.starts_with("This picture holds no character card."),
        "{sentence}"
    );
    assert!(matches!(
        open_bytes(&picture()),
        Err(CardFileError::NoCard { kind: FileKind::Png })
    ));
}

#[test]
fn encrypted_cards_are_named_as_such() {
    let encrypted = text_chunk("ccv3", b"rcc||rccv1||QUJD");
    let broken = text_chunk("ccv3", b"%");
    assert!(refusal(&png_with(&[broken, encrypted.clone()])).starts_with("This card is encrypted by RisuAI"));
    let file = opened(&png_with(&[encrypted, card_chunk("chara", &card(2, "Aki"))]));
    assert_eq!(
        told(&file),
        ["The card in the chunk ccv3 wasn’t used: it’s encrypted by RisuAI."]
    );
}
