//! What the judge of minors is given: who is in a story, and what was said.

/// Somebody in a story: their name, and what is said of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Role<'a> {
    /// Their name.
    pub name: &'a str,
    /// Everything that describes them.
    pub text: &'a str,
}

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The player, as themselves.
    Player,
    /// One of the cast, by their place in it.
    Cast(usize),
    /// Nobody in the story.
    Narrator,
}

/// Something that was said, or a text that somebody wrote about the story.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Said<'a> {
    /// Who said it.
    pub by: By,
    /// What.
    pub text: &'a str,
}

/// All the texts of a story that tell who is a minor.
#[derive(Debug, Clone, Default)]
pub struct InPlay<'a> {
    /// The player.
    pub player: Option<Role<'a>>,
    /// Everybody else.
    pub cast: Vec<Role<'a>>,
    /// What is said of the world: setting, lore, memory, instructions.
    pub world: Vec<&'a str>,
    /// What was said so far, the earliest first.
    pub said: Vec<Said<'a>>,
}
