//! Lines of text as SVG.

/// A font as the SVG names it.
pub(super) struct Face {
    family: &'static str,
    weight: u16,
}

pub(super) const TITLE: Face = Face {
    family: "serif",
    weight: 600,
};
pub(super) const BODY: Face = Face {
    family: "sans-serif",
    weight: 400,
};
pub(super) const STRONG: Face = Face {
    family: "sans-serif",
    weight: 600,
};

impl Face {
    /// A line of text as SVG, from `left` on and with its baseline at `baseline`, in pixels.
    pub(super) fn row(&self, left: f32, text: &str, baseline: f32, size: f32, colour: &str) -> String {
        let Self { family, weight } = self;
        let text = escape(text);
        format!(
            r#"<text x="{left}" y="{baseline}" font-family="{family}" font-weight="{weight}" font-size="{size}" fill="{colour}">{text}</text>"#
        )
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
