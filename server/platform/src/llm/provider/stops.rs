//! Ends a streamed text before its stop sequence, whether or not the provider does.
//!
//! If several overlap, the one that is complete first counts, as for a reader of the stream. So the result does not
//! depend on how the text was split.

/// Holds back what may become a stop sequence.
#[derive(Debug)]
pub(super) struct StopFilter {
    stops: Vec<String>,
    held: String,
    is_stopped: bool,
}

impl StopFilter {
    pub(super) fn new(stops: impl IntoIterator<Item = String>) -> Self {
        Self {
            stops: stops.into_iter().filter(|stop| !stop.is_empty()).collect(),
            held: String::new(),
            is_stopped: false,
        }
    }

    /// Whether a stop sequence came.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Takes more text; returns what certainly belongs to the reply.
    pub(super) fn push(&mut self, text: &str) -> String {
        if self.is_stopped {
            return String::new();
        }
        self.held.push_str(text);
        let found = self.stops.iter().filter_map(|stop| {
            self.held
                .find(stop.as_str())
                .map(|start| (start + stop.len(), start))
        });
        if let Some((_, start)) = found.min() {
            self.is_stopped = true;
            self.held.truncate(start);
            return std::mem::take(&mut self.held);
        }
        let keep = self
            .stops
            .iter()
            .map(|stop| overlap(&self.held, stop))
            .max()
            .unwrap_or(0);
        let rest = self.held.split_off(self.held.len() - keep);
        std::mem::replace(&mut self.held, rest)
    }

    /// What was held back, when nothing follows.
    pub(super) fn finish(&mut self) -> String {
        std::mem::take(&mut self.held)
    }
}

/// The length of the longest end of `text` that begins `stop`, in bytes.
fn overlap(text: &str, stop: &str) -> usize {
    let beginnings = stop.char_indices().map(|(place, _)| place).skip(1);
    beginnings
        .filter(|&length| text.ends_with(&stop[..length]))
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn run(pieces: &[&str], stops: &[&str]) -> (String, bool) {
        let mut trimmer = StopFilter::new(stops.iter().map(|stop| (*stop).to_owned()));
        let mut out: String = pieces.iter().map(|piece| trimmer.push(piece)).collect();
        out.push_str(&trimmer.finish());
        (out, trimmer.is_stopped())
    }

    #[test]
    fn text_ends_before_the_stop_that_is_complete_first() {
        assert_eq!(
            run(&["Hi.\nAn", "n: you", " say"], &["\nAnn:", "\nBob:"]),
            ("Hi.".to_owned(), true)
        );
        assert_eq!(
            run(&["Hi.\nAn", "drew: ok"], &["\nAnn:"]),
            ("Hi.\nAndrew: ok".to_owned(), false)
        );
        assert_eq!(run(&["a", "a", "a", "b", "c"], &["aab"]), ("a".to_owned(), true));
        assert_eq!(run(&["Hi.\n"], &["\nAnn:"]), ("Hi.\n".to_owned(), false));
        assert_eq!(
            run(&["x\nBob: y\nAnn: z"], &["\nAnn:", "\nBob:"]),
            ("x".to_owned(), true)
        );
        assert_eq!(run(&["Hi"], &[""]), ("Hi".to_owned(), false));
        for pieces in [&["é::"][..], &["é:", ":"]] {
            assert_eq!(run(pieces, &[":", "é::"]), ("é".to_owned(), true), "{pieces:?}");
        }
        assert_eq!(
            run(&["ab", "c"], &["c", "bc"]),
            ("a".to_owned(), true),
            "complete at the same place: from where the longer one begins"
        );
    }

    proptest! {
        #[test]
        fn any_split_gives_the_same_text(pieces in proptest::collection::vec("[abé\n:]{0,4}", 0..12), stops in proptest::collection::vec("[abé\n:]{0,4}", 0..4)) {
            let stops: Vec<&str> = stops.iter().map(String::as_str).collect();
            let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
            let whole = pieces.concat();
            prop_assert_eq!(run(&pieces, &stops), run(&[&whole], &stops));
            let found = stops.iter().filter(|stop| !stop.is_empty()).filter_map(|stop| whole.find(stop).map(|start| (start + stop.len(), start)));
            prop_assert_eq!(run(&pieces, &stops).0, &whole[..found.min().map_or(whole.len(), |(_, start)| start)]);
        }
    }
}
