//! A match and the words of a row, as each engine spells them.

/// Which words of a row are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// Words of the name.
    Name,
    /// Words of the name, tags and author.
    Labels,
    /// All words.
    Text,
    /// Filter words (tags, author, exact name), which no typed text can equal.
    Facets,
}

/// A match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expr {
    /// A word (or, with `prefix`, the beginning of one) in a scope.
    Word {
        scope: Scope,
        word: String,
        prefix: bool,
    },
    /// All of them. Never empty.
    All(Vec<Expr>),
    /// Any of them. Never empty.
    Any(Vec<Expr>),
    /// The first and not the second.
    Except(Box<Expr>, Box<Expr>),
}

impl Expr {
    pub(super) fn facet(word: impl Into<String>) -> Self {
        Self::Word {
            scope: Scope::Facets,
            word: word.into(),
            prefix: false,
        }
    }

    /// FTS5 query syntax. Words hold letters, digits, marks and `_` only, so quoting cannot be broken out of.
    pub(super) fn fts5(&self) -> String {
        match self {
            Self::Word { scope, word, prefix } => {
                let columns = match scope {
                    Scope::Name => "name",
                    Scope::Labels => "{name labels}",
                    Scope::Text => "{name labels body}",
                    Scope::Facets => "facets",
                };
                format!("{columns} : \"{word}\"{}", if *prefix { " *" } else { "" })
            }
            Self::All(parts) => join(parts, " AND ", Self::fts5),
            Self::Any(parts) => join(parts, " OR ", Self::fts5),
            Self::Except(base, less) => format!("({} NOT {})", base.fts5(), less.fts5()),
        }
    }

    /// `tsquery` syntax; weights A to D are name, labels, body, facets.
    pub(super) fn tsquery(&self) -> String {
        match self {
            Self::Word { scope, word, prefix } => {
                let weights = match scope {
                    Scope::Name => "A",
                    Scope::Labels => "AB",
                    Scope::Text => "ABC",
                    Scope::Facets => "D",
                };
                format!("'{word}':{}{weights}", if *prefix { "*" } else { "" })
            }
            Self::All(parts) => join(parts, " & ", Self::tsquery),
            Self::Any(parts) => join(parts, " | ", Self::tsquery),
            Self::Except(base, less) => format!("({} & !{})", base.tsquery(), less.tsquery()),
        }
    }
}

fn join(parts: &[Expr], with: &str, spell: impl Fn(&Expr) -> String) -> String {
    format!("({})", parts.iter().map(spell).collect::<Vec<_>>().join(with))
}

/// The words of a row, ready for either engine.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    pub(super) name: Vec<String>,
    pub(super) labels: Vec<String>,
    pub(super) body: Vec<String>,
    pub(super) facets: Vec<String>,
}

impl Words {
    /// PostgreSQL's text form of a `tsvector`: each distinct word with one position per weight.
    pub(super) fn tsvector(&self) -> String {
        let mut out = String::new();
        for (words, weight) in [
            (&self.name, 'A'),
            (&self.labels, 'B'),
            (&self.body, 'C'),
            (&self.facets, 'D'),
        ] {
            for word in words {
                out.push('\'');
                out.push_str(word);
                out.push_str("':1");
                out.push(weight);
                out.push(' ');
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_match_is_spelled_for_both_engines() {
        let word = |scope, word: &str, prefix| Expr::Word {
            scope,
            word: word.to_owned(),
            prefix,
        };
        let expr = Expr::Except(
            Box::new(Expr::All(vec![
                word(Scope::Labels, "drag", true),
                Expr::facet("t_1"),
            ])),
            Box::new(Expr::Any(vec![word(Scope::Name, "drag", false)])),
        );
        assert_eq!(
            expr.fts5(),
            "(({name labels} : \"drag\" * AND facets : \"t_1\") NOT (name : \"drag\"))"
        );
        assert_eq!(expr.tsquery(), "(('drag':*AB & 't_1':D) & !('drag':A))");
    }
}
