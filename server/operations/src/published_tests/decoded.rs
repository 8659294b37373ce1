//! Finds a word in bytes, however it is packed in them.

use std::io::{Cursor, Read};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use percent_encoding::percent_decode;
use serde_json::Value;

/// How often bytes are unpacked: base64 in a text of an archive is two.
const MAX_DEPTH: usize = 3;
/// Shorter runs of letters and digits are words.
const MIN_BASE64_CHARS: usize = 16;

/// Whether the word, in lower case, is in the bytes: as it is, escaped in JSON or in an address, in base64, or in a
/// ZIP archive.
pub(super) fn contains(bytes: &[u8], word: &str) -> bool {
    contains_at(bytes, word, MAX_DEPTH)
}

fn contains_at(bytes: &[u8], word: &str, depth: usize) -> bool {
    if has(bytes, word) {
        return true;
    }
    depth > 0
        && unpacked(bytes)
            .iter()
            .any(|inner| contains_at(inner, word, depth - 1))
}

fn has(bytes: &[u8], word: &str) -> bool {
    bytes
        .to_ascii_lowercase()
        .windows(word.len())
        .any(|part| part == word.as_bytes())
}

/// What the bytes are once they are unpacked in each way that fits.
fn unpacked(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut found = entries(bytes);
    let text = String::from_utf8_lossy(bytes);
    if bytes.contains(&b'%') {
        let decoded: Vec<u8> = percent_decode(bytes).collect();
        found.extend((decoded != bytes).then_some(decoded));
    }
    // Answers with their heads, streams of events and files of lines have JSON in their lines.
    for line in text.lines() {
        let line = line.strip_prefix("data: ").unwrap_or(line);
        if let Ok(value) = serde_json::from_str::<Value>(line) {
            let mut texts = String::new();
            collect(&value, &mut texts);
            found.extend((texts != line).then(|| texts.into_bytes()));
        }
    }
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || "+/-_".contains(c);
    for run in text.split(|c| !is_base64(c)) {
        // Without the last digits of a run that is no multiple, it can be read all the same.
        let run = &run[..run.len() - run.len() % 4];
        if run.len() >= MIN_BASE64_CHARS {
            found.extend(STANDARD_NO_PAD.decode(run).ok());
            found.extend(URL_SAFE_NO_PAD.decode(run).ok());
        }
    }
    found
}

/// The files of an archive, which may stand behind the head of an answer.
fn entries(bytes: &[u8]) -> Vec<Vec<u8>> {
    let Some(begin) = bytes.windows(4).position(|four| four == b"PK\x03\x04") else {
        return Vec::new();
    };
    let Ok(mut archive) = zip::ZipArchive::new(Cursor::new(&bytes[begin..])) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for number in 0..archive.len() {
        let mut content = Vec::new();
        if let Ok(mut file) = archive.by_index(number)
            && file.read_to_end(&mut content).is_ok()
        {
            found.push(content);
        }
    }
    found
}

/// All keys and texts of a JSON value.
fn collect(value: &Value, texts: &mut String) {
    match value {
        Value::String(text) => {
            texts.push_str(text);
            texts.push('\n');
        }
        Value::Array(list) => list.iter().for_each(|inner| collect(inner, texts)),
        Value::Object(fields) => fields.iter().for_each(|(key, inner)| {
            texts.push_str(key);
            texts.push('\n');
            collect(inner, texts);
        }),
        _ => {}
    }
}

#[test]
fn a_word_is_found_however_it_is_packed() {
    use std::io::Write;
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    archive
        .start_file("a.json", zip::write::SimpleFileOptions::default())
        .expect("a file");
    archive.write_all(b"the hiddenword of it").expect("its content");
    let zipped = archive.finish().expect("an archive").into_inner();
    let in_base64 = STANDARD_NO_PAD.encode("long before the hiddenword stands");
    for packed in [
        b"A HiddenWord.".to_vec(),
        br#"{"a":["\u0068iddenword"]}"#.to_vec(),
        b"data: {\"a\":\"hidden\\u0077ord\"}".to_vec(),
        b"/search?q=hidden%77ord".to_vec(),
        format!("{{\"chara\":\"{in_base64}\"}}").into_bytes(),
        [b"content-type: application/zip\n\n".to_vec(), zipped].concat(),
    ] {
        assert!(
            contains(&packed, "hiddenword"),
            "{}",
            String::from_utf8_lossy(&packed)
        );
    }
    assert!(!contains(b"a hidden word", "hiddenword"));
}
