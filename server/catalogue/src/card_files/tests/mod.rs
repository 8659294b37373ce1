//! Tests of card files over whole files, which they build themselves.

mod archives;
pub(crate) mod builders;
mod documented;
mod hostile;
mod mutations;
mod photos;
mod pngs;
mod texts;
mod written;

use std::io::{Cursor, Read};

use serde_json::{Value, json};

use super::{CardFile, CardFileError, Notice, open};

type Opened = CardFile<Cursor<Vec<u8>>>;

fn open_bytes(bytes: &[u8]) -> Result<Opened, CardFileError> {
    open(Cursor::new(bytes.to_vec()))
}

fn opened(bytes: &[u8]) -> Opened {
    open_bytes(bytes).expect("a card file")
}

/// The sentence with which a file is refused.
fn refusal(bytes: &[u8]) -> String {
    open_bytes(bytes).map(|file| file.kind()).unwrap_err().to_string()
}

/// The notices of a file as sentences.
fn told<R>(file: &CardFile<R>) -> Vec<String>
where
    R: Read + std::io::Seek,
{
    file.notices().iter().map(Notice::to_string).collect()
}

/// A card of version 2 or 3 with this name.
fn card(version: u8, name: &str) -> Value {
    json!({
        "spec": format!("chara_card_v{version}"),
        "spec_version": format!("{version}.0"),
        "data": { "name": name, "description": "Keeps bees. 蜂 🐝", "first_mes": "Hello, {{user}}!" },
    })
}

fn name_of(file: &Opened) -> &str {
    file.card()["data"]["name"].as_str().expect("a name")
}

/// The content of an asset.
fn asset(file: &mut Opened, index: usize) -> std::io::Result<Vec<u8>> {
    let mut content = Vec::new();
    let mut reader = file.read_asset(index).map_err(std::io::Error::other)?;
    reader.read_to_end(&mut content)?;
    Ok(content)
}
