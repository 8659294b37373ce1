//! The rules and limits of folders.

/// The most characters of a folder's name.
pub const MAX_NAME_CHARS: usize = 80;
/// How deep folders nest.
pub const MAX_DEPTH: usize = 8;
/// Folders that a person may have.
pub const MAX_FOLDERS: usize = 500;
/// The largest position of a folder among its siblings; the smallest is 0.
pub const MAX_SORT_INDEX: i64 = 1_000_000;

/// A folder and its parent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderNode {
    /// The folder.
    pub id: String,
    /// The folder it is in.
    pub parent_id: Option<String>,
}

/// The reason why a folder cannot be put somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlacementError {
    /// The parent does not belong to the owner.
    NoParent,
    /// It would be inside itself.
    Cycle,
    /// A folder would be nested too deep.
    TooDeep,
}

/// A name in its stored form: trimmed, on one line (spec section 5, "Folder names").
///
/// # Errors
/// The fault.
pub fn check_name(name: &str) -> Result<String, String> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    match name.chars().count() {
        0 => Err("Enter a folder name.".to_owned()),
        chars if chars > MAX_NAME_CHARS => Err(format!("Use at most {MAX_NAME_CHARS} characters.")),
        _ if name.chars().any(char::is_control) => {
            Err("This name contains characters that can’t be shown.".to_owned())
        }
        _ => Ok(name),
    }
}

/// Checks that a folder (a new one if it has no id) may be put into `parent`, among all folders of its owner.
///
/// # Errors
/// The reason why not.
pub fn check_place(
    folders: &[FolderNode],
    id: Option<&str>,
    parent: Option<&str>,
) -> Result<(), PlacementError> {
    let find = |id: &str| folders.iter().find(|folder| folder.id == id);
    let mut above = 0;
    let mut at = parent;
    while let Some(here) = at {
        if Some(here) == id {
            return Err(PlacementError::Cycle);
        }
        above += 1;
        // More steps than folders: there is a circle already.
        if above > folders.len() {
            return Err(if find(here).is_some() {
                PlacementError::Cycle
            } else {
                PlacementError::NoParent
            });
        }
        at = find(here).ok_or(PlacementError::NoParent)?.parent_id.as_deref();
    }
    let height = id.map_or(1, |id| height_of(folders, id, MAX_DEPTH + 1));
    if above + height > MAX_DEPTH {
        Err(PlacementError::TooDeep)
    } else {
        Ok(())
    }
}

/// The number of folders on the longest path down from this one, including itself; counts at most `most`.
fn height_of(folders: &[FolderNode], id: &str, most: usize) -> usize {
    if most <= 1 {
        return 1;
    }
    let inside = folders
        .iter()
        .filter(|folder| folder.parent_id.as_deref() == Some(id));
    1 + inside
        .map(|folder| height_of(folders, &folder.id, most - 1))
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn chain(length: usize) -> Vec<FolderNode> {
        (0..length)
            .map(|at| FolderNode {
                id: at.to_string(),
                parent_id: at.checked_sub(1).map(|above| above.to_string()),
            })
            .collect()
    }

    #[test]
    fn folders_nest_eight_deep_and_never_in_a_circle() {
        let folders = chain(MAX_DEPTH);
        assert_eq!(check_place(&folders, None, None), Ok(()));
        assert_eq!(check_place(&folders, None, Some("6")), Ok(()));
        assert_eq!(
            check_place(&folders, None, Some("7")),
            Err(PlacementError::TooDeep)
        );
        assert_eq!(
            check_place(&folders, None, Some("x")),
            Err(PlacementError::NoParent)
        );
        assert_eq!(
            check_place(&folders, Some("0"), Some("0")),
            Err(PlacementError::Cycle)
        );
        assert_eq!(
            check_place(&folders, Some("0"), Some("7")),
            Err(PlacementError::Cycle)
        );
        assert_eq!(check_place(&folders, Some("3"), None), Ok(()));
        let mut folders = folders;
        folders.push(FolderNode {
            id: "top".to_owned(),
            parent_id: None,
        });
        assert_eq!(
            check_place(&folders, Some("0"), Some("top")),
            Err(PlacementError::TooDeep)
        );
        assert_eq!(check_place(&folders, Some("1"), Some("top")), Ok(()));
    }

    #[test]
    fn names_are_trimmed() {
        assert_eq!(check_name("  The \n best "), Ok("The best".to_owned()));
        for bad in ["", "  ", "a\u{0}b", &"x".repeat(81)] {
            assert!(check_name(bad).is_err(), "{bad:?}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_allowed_leaves_no_circle(moves in prop::collection::vec((0_usize..12, prop::option::of(0_usize..12)), 0..60)) {
            let mut folders: Vec<FolderNode> = (0..12).map(|at| FolderNode { id: at.to_string(), parent_id: None }).collect();
            for (what, into) in moves {
                let into = into.map(|into| into.to_string());
                if check_place(&folders, Some(&what.to_string()), into.as_deref()).is_ok() {
                    folders[what].parent_id = into;
                }
            }
            for folder in &folders {
                let mut steps = 0;
                let mut at = Some(folder.id.clone());
                while let Some(here) = at {
                    steps += 1;
                    prop_assert!(steps <= MAX_DEPTH);
                    at = folders.iter().find(|one| one.id == here).and_then(|one| one.parent_id.clone());
                }
            }
        }
    }
}
