//! An email message: one content rendered as plain text and as HTML that looks like the product in any client.
//!
//! Clients strip style sheets, scripts and web fonts, and some drop the background. So every colour is set on its
//! element, the text is readable without any colour, and the address of a button is also printed as text.

/// A message, ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailMessage {
    /// Where it goes.
    pub to: String,
    /// Its subject line.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The HTML.
    pub html: String,
}

/// What a message says.
#[derive(Debug, Clone, Copy)]
pub struct Content<'a> {
    /// The subject line, and what stands at the top.
    pub subject: &'a str,
    /// Shown beside the subject in a mailbox.
    pub preview: &'a str,
    /// What it says, paragraph by paragraph.
    pub paragraphs: &'a [&'a str],
    /// The one thing to do: what is on the button, and where it leads.
    pub action: Option<(&'a str, &'a str)>,
    /// Small print at the end: how long the link works, what to do if it was somebody else.
    pub notes: &'a [&'a str],
    /// The site's own address.
    pub site: &'a str,
}

const GROUND: &str = "#000814";
const SURFACE: &str = "#132736";
const PRIMARY: &str = "#ffc300";
const TEXT: &str = "#f2f5f7";
const QUIET: &str = "#a9b8c4";
const FONTS: &str = "Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

impl EmailMessage {
    /// The message with this content.
    #[must_use]
    pub fn new(to: &str, content: &Content<'_>) -> Self {
        Self {
            to: to.to_owned(),
            subject: content.subject.to_owned(),
            text: text(content),
            html: html(content),
        }
    }
}

fn text(content: &Content<'_>) -> String {
    let mut parts = vec![content.subject.to_owned()];
    parts.extend(content.paragraphs.iter().map(|paragraph| (*paragraph).to_owned()));
    if let Some((label, address)) = content.action {
        parts.push(format!("{label}:\n{address}"));
    }
    parts.extend(content.notes.iter().map(|note| (*note).to_owned()));
    parts.push(format!("-- \nDramatis\n{}", content.site));
    parts.join("\n\n") + "\n"
}

fn html(content: &Content<'_>) -> String {
    let subject = escaped(content.subject);
    let preview = escaped(content.preview);
    let site = escaped(content.site);
    let paragraphs: String = content
        .paragraphs
        .iter()
        .map(|text| format!(r#"<p style="margin:0 0 16px;color:{TEXT}">{}</p>"#, escaped(text)))
        .collect();
    let action = content
        .action
        .map(|(label, address)| button(&escaped(label), &escaped(address)))
        .unwrap_or_default();
    let notes: String = content
        .notes
        .iter()
        .map(|text| {
            format!(
                r#"<p style="margin:0 0 10px;font-size:13px;line-height:20px;color:{QUIET}">{}</p>"#,
                escaped(text)
            )
        })
        .collect();
    format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="supported-color-schemes" content="dark">
<title>{subject}</title>
</head>
<body style="margin:0;padding:0;background-color:{GROUND};color:{TEXT}" bgcolor="{GROUND}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">{preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="{GROUND}" style="background-color:{GROUND}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;font-family:{FONTS};font-size:16px;line-height:24px">
<tr><td style="padding:0 8px 20px">
<a href="{site}" style="color:{PRIMARY};font-size:20px;font-weight:700;letter-spacing:0.5px;text-decoration:none">Dramatis</a>
</td></tr>
<tr><td bgcolor="{SURFACE}" style="background-color:{SURFACE};border-top:3px solid {PRIMARY};border-radius:12px;padding:32px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;font-weight:700;color:{TEXT}">{subject}</h1>
{paragraphs}{action}{notes}
</td></tr>
<tr><td style="padding:20px 8px 0;font-size:13px;line-height:20px;color:{QUIET}">
Dramatis, <a href="{site}" style="color:{QUIET}">{site}</a>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
"#
    )
}

fn button(label: &str, address: &str) -> String {
    format!(
        r#"<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td bgcolor="{PRIMARY}" style="background-color:{PRIMARY};border-radius:8px">
<a href="{address}" style="display:inline-block;padding:14px 28px;color:{GROUND};font-weight:700;text-decoration:none">{label}</a>
</td></tr></table>
<p style="margin:0 0 20px;font-size:13px;line-height:20px;color:{QUIET}">If the button does nothing, open this address:<br><a href="{address}" style="color:{PRIMARY};word-break:break-all">{address}</a></p>"#
    )
}

/// The text as HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_parts_say_the_same_and_nothing_escapes() {
        let content = Content {
            subject: "A <b>bold</b> subject & more",
            preview: "p",
            paragraphs: &["One.", "Two \"quoted\"."],
            action: Some(("Go on", "https://play.example/x?a=1&b=2")),
            notes: &["Small print."],
            site: "https://play.example",
        };
        let message = EmailMessage::new("ann@example.org", &content);
        for part in ["One.", "Small print.", "Go on"] {
            assert!(
                message.text.contains(part) && message.html.contains(part),
                "{part}"
            );
        }
        assert!(message.text.contains("https://play.example/x?a=1&b=2"));
        assert!(
            message
                .html
                .contains("href=\"https://play.example/x?a=1&amp;b=2\"")
        );
        assert!(!message.html.contains("<b>"));
        for active in ["<script", "<link", "<style", "<img", "http://"] {
            assert!(!message.html.contains(active), "{active}");
        }
    }
}
