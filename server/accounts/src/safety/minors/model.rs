//! The input of the judge of minors: the people and the texts of a story.

/// A person of a story: their name and description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DescribedPerson<'a> {
    /// Their name.
    pub name: &'a str,
    /// Everything that describes them.
    pub text: &'a str,
}

/// The speaker of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StorySpeaker {
    /// The player, as themselves.
    Player,
    /// One of the cast, by their place in it.
    Cast(usize),
    /// A narrator, who is not a person of the story.
    Narrator,
}

/// A message of the story, or a text that somebody wrote about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Utterance<'a> {
    /// Its speaker.
    pub by: StorySpeaker,
    /// The text.
    pub text: &'a str,
}

/// All the texts of a story that may show who is a minor.
#[derive(Debug, Clone, Default)]
pub struct StoryTexts<'a> {
    /// The player.
    pub player: Option<DescribedPerson<'a>>,
    /// The cast.
    pub cast: Vec<DescribedPerson<'a>>,
    /// Texts about the world: setting, lore, memory, instructions.
    pub world: Vec<&'a str>,
    /// The messages so far, the earliest first.
    pub utterances: Vec<Utterance<'a>>,
}
