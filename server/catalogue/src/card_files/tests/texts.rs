//! Cards as JSON and YAML, and files that are no cards at all.

use kernel::ErrorCode;
use platform::web::Problem;
use serde_json::json;

use super::{card, open_bytes, opened, refusal};
use crate::card_files::limits::{MAX_CARD_JSON_BYTES, MAX_FILE_BYTES, MAX_JSON_DEPTH};
use crate::card_files::{CardFileError, FileKind};

#[test]
fn json_is_taken_in_every_version() {
    for value in [
        card(2, "Aki"),
        json!({ "name": "Aki", "description": "", "first_mes": "Hi" }),
        json!({ "char_name": "Aki", "char_persona": "Keeps bees." }),
        json!({}),
    ] {
        let mut file = opened(format!("\u{feff}\n{value}").as_bytes());
        assert_eq!((file.kind(), file.card()), (FileKind::Json, &value));
        assert_eq!(file.take_card(), value);
        assert!(file.card().is_null());
    }
}

#[test]
fn yaml_is_taken_in_the_old_form() {
    let file = opened("# Aki\nname: Aki\ncontext: |\n  Keeps bees.\n".as_bytes());
    assert_eq!(file.kind(), FileKind::Yaml);
    assert_eq!(file.card(), &json!({ "name": "Aki", "context": "Keeps bees.\n" }));
}

#[test]
fn what_is_refused_is_told_in_a_sentence() {
    let deep = format!("{{\"a\":{}", "[".repeat(1_000_000));
    let long = format!("{{\"a\":\"{}\"}}", "x".repeat(MAX_CARD_JSON_BYTES));
    let choose = "Choose a PNG, CHARX, JPEG, WebP, JSON or YAML file with a character card.";
    for (file, sentence) in [
        (&b""[..], "This file is empty.".to_owned()),
        (
            b"\0\x01\x02\x03",
            format!("This file format isn’t supported. {choose}"),
        ),
        (
            b"Once upon a time",
            format!("This file format isn’t supported. {choose}"),
        ),
        (
            b"Rar!\x1a\x07\0",
            format!("This is a RAR archive, which can’t hold a character card. {choose}"),
        ),
        (
            b"<!DOCTYPE html><p>Not found</p>",
            format!(
                "This is a web page (the download page rather than the card), which can’t hold a character \
                 card. {choose}"
            ),
        ),
        (
            b"rcc||rccv1||QUJD",
            "This card is encrypted by RisuAI, and only RisuAI can open it. Export it there without \
             protection."
                .to_owned(),
        ),
        (
            b"[{\"name\":\"Aki\"}]",
            "This file can’t be read: a card is a JSON object with named fields.".to_owned(),
        ),
        (
            b"{\"name\": \"Aki\"\n\"a\": 1}",
            "This file can’t be read: it isn’t valid JSON at line 2, column 1.".to_owned(),
        ),
        (
            b"\xff\xfe{\0}\0",
            "This file can’t be read: it’s UTF-16 text; save it as UTF-8.".to_owned(),
        ),
        (
            b"port: 8000\nhost: local\n",
            "This file holds no character card.".to_owned(),
        ),
        (
            b"name: &a Aki\ncontext: *a\n",
            "This file can’t be read: it isn’t plain YAML at line 2, column 10.".to_owned(),
        ),
        (
            deep.as_bytes(),
            format!(
                "This file can’t be read: it’s nested deeper than 64 levels at line 1, column {}.",
                5 + MAX_JSON_DEPTH
            ),
        ),
        (
            long.as_bytes(),
            "This file can’t be read: a card can have up to 8 MB without its pictures.".to_owned(),
        ),
    ] {
        assert_eq!(refusal(file), sentence);
    }
}

#[test]
fn a_refusal_answers_an_upload() {
    let problem = Problem::from(open_bytes(b"[]").map(|file| file.kind()).unwrap_err());
    assert_eq!(problem.code(), ErrorCode::VALIDATION_FAILED);
    assert_eq!(
        problem.detail(),
        "This file can’t be read: a card is a JSON object with named fields."
    );
    let size_bytes = MAX_FILE_BYTES + 1;
    let problem = Problem::from(CardFileError::FileTooLarge { size_bytes });
    assert_eq!(problem.code(), ErrorCode::PAYLOAD_TOO_LARGE);
    let problem = Problem::from(CardFileError::Io(std::io::ErrorKind::StorageFull.into()));
    assert_eq!(problem.code(), ErrorCode::STORAGE_FULL);
    let problem = Problem::from(CardFileError::Io(std::io::Error::other("/secret/path")));
    assert_eq!(problem.code(), ErrorCode::INTERNAL);
    assert!(!problem.detail().contains("secret"));
}
