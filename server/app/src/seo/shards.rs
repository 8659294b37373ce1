//! Cuts a long, ordered list of ids into files by their common prefixes.
//!
//! A prefix becomes a file as soon as the ids that share it fit into one; one that is too common is cut by
//! its next character. So the cut depends on which ids exist, never on how many come before.

/// Most addresses of one sitemap file (sitemaps.org).
pub(super) const MAX_URLS: usize = 50_000;

/// A file: the ids that begin with `prefix`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shard {
    /// The common prefix; empty for all ids.
    pub(super) prefix: String,
    /// When the newest of its pages changed, in Unix milliseconds.
    pub(super) updated_at: i64,
}

/// A prefix whose ids are still being counted.
#[derive(Default)]
struct Node {
    count: usize,
    updated_at: i64,
    /// The files it is cut into if it grows too large.
    parts: Vec<Shard>,
}

/// Reads ids in order and keeps only the prefixes that are still open.
pub(super) struct Cutter {
    limit: usize,
    last: String,
    /// The prefixes of `last` with 0, 1, 2 … characters.
    open: Vec<Node>,
}

impl Cutter {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            last: String::new(),
            open: vec![Node::default()],
        }
    }

    /// Adds the next id; ids are ASCII and come in ascending order.
    pub(super) fn add(&mut self, id: &str, updated_at: i64) {
        let shared = self
            .last
            .bytes()
            .zip(id.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        self.close_to(shared);
        self.last.truncate(shared);
        for c in id[shared..].chars() {
            self.last.push(c);
            self.open.push(Node::default());
        }
        // Counting at the longest prefix is enough: closing it adds its count to the shorter ones.
        if let Some(node) = self.open.last_mut() {
            node.count += 1;
            node.updated_at = node.updated_at.max(updated_at);
        }
    }

    pub(super) fn finish(mut self) -> Vec<Shard> {
        self.close_to(0);
        let root = self.open.pop().unwrap_or_default();
        parts(root, String::new(), self.limit)
    }

    fn close_to(&mut self, length: usize) {
        while self.open.len() > length + 1 {
            let Some(node) = self.open.pop() else { return };
            let prefix = self.last[..self.open.len()].to_owned();
            let Some(parent) = self.open.last_mut() else {
                return;
            };
            parent.count += node.count;
            parent.updated_at = parent.updated_at.max(node.updated_at);
            parent.parts.extend(parts(node, prefix, self.limit));
        }
    }
}

fn parts(node: Node, prefix: String, limit: usize) -> Vec<Shard> {
    match node.count {
        0 => Vec::new(),
        count if count <= limit => vec![Shard {
            prefix,
            updated_at: node.updated_at,
        }],
        _ => node.parts,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(ids: &[&str], limit: usize) -> Vec<(String, i64)> {
        let mut cutter = Cutter::new(limit);
        ids.iter()
            .enumerate()
            .for_each(|(at, id)| cutter.add(id, i64::try_from(at).expect("few")));
        cutter
            .finish()
            .into_iter()
            .map(|shard| (shard.prefix, shard.updated_at))
            .collect()
    }

    #[test]
    fn few_ids_are_one_file_and_many_are_cut_by_their_beginnings() {
        assert_eq!(cut(&[], 2), []);
        assert_eq!(cut(&["aa", "ab"], 2), [(String::new(), 1)]);
        assert_eq!(
            cut(&["aa", "ab", "b1"], 2),
            [("a".to_owned(), 1), ("b".to_owned(), 2)]
        );
        assert_eq!(
            cut(&["aaa", "aab", "aba", "b11"], 2),
            [("aa".to_owned(), 1), ("ab".to_owned(), 2), ("b".to_owned(), 3)]
        );
    }

    #[test]
    fn a_new_id_changes_only_the_file_it_is_in() {
        let before = cut(&["aa1", "aa2", "ab1", "ba1", "ba2"], 2);
        let after = cut(&["aa1", "aa2", "ab1", "ba1", "ba2", "bb1"], 2);
        assert!(after.starts_with(&before[..2]), "{before:?} {after:?}");
    }

    proptest::proptest! {
        #[test]
        fn every_id_is_in_exactly_one_file_of_lawful_size(ids in proptest::collection::btree_set("[a-d]{4}", 0..200), limit in 1_usize..20) {
            let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
            let files = cut(&ids, limit);
            for id in &ids {
                proptest::prop_assert_eq!(files.iter().filter(|(prefix, _)| id.starts_with(prefix.as_str())).count(), 1);
            }
            for (prefix, _) in &files {
                let size = ids.iter().filter(|id| id.starts_with(prefix.as_str())).count();
                proptest::prop_assert!((1..=limit).contains(&size));
            }
        }
    }
}
