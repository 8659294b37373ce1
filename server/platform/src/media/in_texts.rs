//! Stored images in texts that readers see: `![words](/media/key)`, as in Markdown. Clients show these images
//! and none of any other address. Models get the text without them.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

use super::urls::{MEDIA_PATH, media_url};
use crate::blobs::BlobKey;

static IMAGES: LazyLock<Regex> = LazyLock::new(|| {
    let image = format!(r"!\[[^\[\]\n]*\]\({MEDIA_PATH}[^\s()]+\)");
    // A line of images alone goes with its end.
    Regex::new(&format!(r"(?m)^[ \t]*(?:{image}[ \t]*)+(?:\r?\n|\z)|{image}")).expect("images in texts")
});

/// A stored image as it stands in a text. `words` say what it shows, for readers who do not see it.
#[must_use]
pub fn image_in_text(words: &str, key: &BlobKey) -> String {
    let plain = |c: char| !"[]\\".contains(c) && !c.is_control();
    let words: String = words.chars().map(|c| if plain(c) { c } else { ' ' }).collect();
    format!("![{}]({})", words.trim(), media_url(key.as_str()))
}

/// A text without its stored images, and without the lines that hold nothing else.
#[must_use]
pub fn without_images(text: &str) -> Cow<'_, str> {
    if text.contains(MEDIA_PATH) {
        IMAGES.replace_all(text, "")
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_goes_in_and_comes_out() {
        let key = BlobKey::parse("a/sea.webp").expect("a key");
        let image = image_in_text(" The [grey]\nsea\\", &key);
        assert_eq!(image, "![The  grey  sea](/media/a/sea.webp)");
        let text = format!("One.\n{image}\n  {image} {image} \r\nTwo {image} three.\n{image}");
        assert_eq!(without_images(&text), "One.\nTwo  three.\n");
    }

    #[test]
    fn everything_else_stays() {
        for text in [
            "plain",
            "see /media/ and [a](/media/a.webp)",
            "![x](https://a.example/media/b.png)",
            "![](/media/)",
        ] {
            assert_eq!(without_images(text), text);
        }
    }
}
