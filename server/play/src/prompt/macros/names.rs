//! Fills in names, and expands nothing else.

/// Fills in names only: `{{char}}`, `{{user}}` and their older forms. For messages of the story, in which
/// nothing else is ever expanded.
pub(in crate::prompt) fn names_only(text: &str, char: &str, user: &str) -> String {
    if !text.contains("{{") && !text.contains('<') {
        return text.to_owned();
    }
    let mut done = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '<']) {
        done.push_str(&rest[..at]);
        rest = &rest[at..];
        const FORMS: [(&str, bool); 5] = [
            ("{{char}}", true),
            ("{{user}}", false),
            ("<BOT>", true),
            ("<CHAR>", true),
            ("<USER>", false),
        ];
        let form = FORMS.into_iter().find(|(form, _)| {
            rest.get(..form.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(form))
        });
        match form {
            Some((form, is_char)) => {
                done.push_str(if is_char { char } else { user });
                rest = &rest[form.len()..];
            }
            None => {
                done.push_str(&rest[..1]);
                rest = &rest[1..];
            }
        }
    }
    done.push_str(rest);
    done
}
