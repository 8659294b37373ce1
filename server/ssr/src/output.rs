//! Checks what a bundle returned and cuts it into header and markup.

use bytes::Bytes;
use memchr::memmem;

use crate::RenderError;

/// What React's string renderer leaves where a Suspense boundary failed and its fallback was written instead.
const FAILED_BOUNDARY: &[u8] = b"<!--$!-->";

/// Splits an answer at its first newline into header and markup, without copying.
pub(crate) fn split(answer: String, limit_bytes: usize) -> Result<(Bytes, Bytes), RenderError> {
    if answer.len() > limit_bytes {
        return Err(RenderError::TooLong { limit_bytes });
    }
    let Some(end) = memchr::memchr(b'\n', answer.as_bytes()) else {
        return Err(RenderError::Contract("the answer has no header line".into()));
    };
    if end == 0 {
        return Err(RenderError::Contract("the header line is empty".into()));
    }
    if memmem::find(&answer.as_bytes()[end..], FAILED_BOUNDARY).is_some() {
        return Err(RenderError::Suspended);
    }
    let mut header = Bytes::from(answer);
    let mut markup = header.split_off(end);
    bytes::Buf::advance(&mut markup, 1);
    Ok((header, markup))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(answer: &str) -> Result<(Bytes, Bytes), RenderError> {
        split(answer.to_owned(), 100)
    }

    #[test]
    fn the_first_newline_ends_the_header() {
        assert_eq!(cut("{}\n<p>a\nb</p>"), Ok(("{}".into(), "<p>a\nb</p>".into())));
        assert_eq!(
            cut("{\"status\":404}\n"),
            Ok(("{\"status\":404}".into(), "".into()))
        );
    }

    #[test]
    fn an_answer_without_header_breaks_the_contract() {
        assert!(matches!(cut("<p></p>"), Err(RenderError::Contract(_))));
        assert!(matches!(cut("\n<p></p>"), Err(RenderError::Contract(_))));
        assert!(matches!(cut(""), Err(RenderError::Contract(_))));
    }

    #[test]
    fn a_failed_boundary_is_an_error_and_an_escaped_one_is_text() {
        assert_eq!(cut("{}\n<div><!--$!--></div>"), Err(RenderError::Suspended));
        assert!(cut("{}\n<div>&lt;!--$!--&gt;</div>").is_ok());
        assert!(cut("{\"title\":\"<!--$!-->\"}\n<div></div>").is_ok());
    }

    #[test]
    fn a_long_answer_is_refused_by_its_bytes() {
        assert!(cut(&format!("{{}}\n{}", "x".repeat(97))).is_ok());
        assert_eq!(
            cut(&format!("{{}}\n{}", "x".repeat(98))),
            Err(RenderError::TooLong { limit_bytes: 100 })
        );
    }
}
