//! Splits a text into the word pieces that the model knows, by BERT's uncased vocabulary.

use std::collections::HashMap;

use serde::Deserialize;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Letters of the longest word that is split; longer ones are unknown.
const MAX_WORD_CHARS: usize = 100;

/// The part of a `tokenizer.json` that is read.
#[derive(Deserialize)]
struct File {
    model: Table,
}

#[derive(Deserialize)]
struct Table {
    vocab: HashMap<String, i32>,
}

/// The pieces, and the ids of the special tokens.
pub(super) struct Words {
    pieces: HashMap<String, i32>,
    unknown: i32,
    begin: i32,
    end: i32,
}

impl Words {
    /// Reads a `tokenizer.json`; an error says what is wrong with it.
    pub(super) fn read(json: &str) -> Result<Self, String> {
        let pieces = serde_json::from_str::<File>(json)
            .map_err(|error| error.to_string())?
            .model
            .vocab;
        let number = |piece: &str| {
            pieces
                .get(piece)
                .copied()
                .ok_or_else(|| format!("there is no piece {piece}"))
        };
        let (unknown, begin, end) = (number("[UNK]")?, number("[CLS]")?, number("[SEP]")?);
        Ok(Self {
            pieces,
            unknown,
            begin,
            end,
        })
    }

    /// The ids of a text's pieces between those of its ends, at most `most`.
    pub(super) fn cut(&self, text: &str, most: usize) -> Vec<i32> {
        let mut numbers = vec![self.begin];
        for word in words(text) {
            self.cut_word(&word, &mut numbers);
            if numbers.len() >= most {
                break;
            }
        }
        numbers.truncate(most.saturating_sub(1));
        numbers.push(self.end);
        numbers
    }

    /// The longest matching piece first, then the longest of the rest.
    fn cut_word(&self, word: &str, numbers: &mut Vec<i32>) {
        let begun = numbers.len();
        let mut rest = word;
        while !rest.is_empty() {
            let is_first = rest.len() == word.len();
            let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8());
            let piece = ends.rev().find_map(|end| {
                let piece = if is_first {
                    self.pieces.get(&rest[..end])
                } else {
                    self.pieces.get(&format!("##{}", &rest[..end]))
                };
                piece.map(|number| (*number, end))
            });
            let Some((number, end)) = piece.filter(|_| word.chars().count() <= MAX_WORD_CHARS) else {
                numbers.truncate(begun);
                numbers.push(self.unknown);
                return;
            };
            numbers.push(number);
            rest = &rest[end..];
        }
    }
}

/// The words of a text, in lower case and without accents; signs and Chinese characters are words by
/// themselves.
fn words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut word = String::new();
    let plain = text
        .nfd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase);
    for c in plain {
        let stands_alone = is_sign(c) || is_ideograph(c);
        if (c.is_whitespace() || stands_alone) && !word.is_empty() {
            found.push(std::mem::take(&mut word));
        }
        if stands_alone {
            found.push(c.to_string());
        } else if !c.is_whitespace()
            && !c.is_control()
            && !matches!(c, '\u{fffd}' | '\u{200b}'..='\u{200f}' | '\u{feff}')
        {
            word.push(c);
        }
    }
    found.push(word);
    found.retain(|word| !word.is_empty());
    found
}

fn is_sign(c: char) -> bool {
    let beyond = matches!(c, '¡' | '§' | '«' | '¶' | '·' | '»' | '¿' | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{3001}'..='\u{3003}');
    let wide = matches!(c, '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}' | '\u{30fb}' | '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff3d}');
    c.is_ascii_punctuation() || beyond || wide
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2ebef}')
}
