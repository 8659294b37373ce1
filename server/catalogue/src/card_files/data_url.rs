//! Pictures that a card contains as data URLs (RFC 2397).

use std::io::Read;

use super::base64::Base64Reader;
use super::error::AssetFault;

/// The content of a data URL in base64, which is how cards contain pictures. It is never longer than the
/// text.
///
/// # Errors
/// It is no such URL, or damaged.
pub fn read_data_url(url: &str) -> Result<Vec<u8>, AssetFault> {
    let (head, content) = url.split_once(',').ok_or(AssetFault::Damaged)?;
    let is_base64 = head
        .rsplit_once(';')
        .is_some_and(|(_, last)| last.trim().eq_ignore_ascii_case("base64"));
    if !is_base64 {
        return Err(AssetFault::Damaged);
    }
    let mut bytes = Vec::new();
    Base64Reader::new(content.as_bytes())
        .read_to_end(&mut bytes)
        .map_err(|_| AssetFault::Damaged)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_base64_is_read() {
        for (url, content) in [
            ("data:image/png;base64,QUJD", Some(&b"ABC"[..])),
            ("DATA:image/png;name=a;BASE64,QUI", Some(b"AB")),
            ("data:image/png;base64,", Some(b"")),
            ("data:image/png;base64,Q?==", None),
            ("data:image/svg+xml,%3Csvg/%3E", None),
            ("data:image/png;base64", None),
        ] {
            assert_eq!(read_data_url(url).ok().as_deref(), content, "{url}");
        }
    }
}
