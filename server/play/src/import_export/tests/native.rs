//! Random files of our own JSON with everything in them.

use proptest::prelude::*;
use serde_json::{Value, json};

/// The random parts of a message: its parent, state, origin, flags, text, revisions, a number.
type Node = (
    prop::sample::Index,
    &'static str,
    &'static str,
    [bool; 5],
    String,
    usize,
    i64,
);

/// A story as our own file.
pub(super) fn own_file() -> impl Strategy<Value = Value> {
    const STATES: [&str; 4] = ["complete", "stopped", "interrupted", "failed"];
    const ORIGINS: [&str; 7] = [
        "said",
        "reply",
        "regenerated",
        "edited",
        "imported",
        "opening",
        "continued",
    ];
    let node = (
        any::<prop::sample::Index>(),
        prop::sample::select(&STATES[..]),
        prop::sample::select(&ORIGINS[..]),
        any::<[bool; 5]>(),
        "[ -~äß🙂\n]{0,40}",
        0..3_usize,
        0..1000_i64,
    );
    let places = prop::collection::vec(any::<prop::sample::Index>(), 0..4);
    let nodes = prop::collection::vec(node, 1..40);
    (nodes, any::<prop::sample::Index>(), places)
        .prop_map(|(nodes, head, facts)| FileTree::of(nodes).file(head, &facts))
}

fn id(place: usize) -> String {
    format!("m{place}")
}

fn date(offset: i64) -> String {
    kernel::Timestamp(1_700_000_000_000 + offset).to_string()
}

/// The messages of a file as a tree.
struct FileTree {
    nodes: Vec<Node>,
    parents: Vec<Option<usize>>,
    deleted: Vec<bool>,
}

impl FileTree {
    fn of(nodes: Vec<Node>) -> Self {
        let parents: Vec<Option<usize>> = nodes
            .iter()
            .enumerate()
            .map(|(place, node)| (place > 0 && !node.3[0]).then(|| node.0.index(place)))
            .collect();
        let mut deleted = vec![false; nodes.len()];
        for place in 1..nodes.len() {
            let by_itself = nodes[place].6 % 7 == 0;
            deleted[place] = by_itself || parents[place].is_some_and(|parent| deleted[parent]);
        }
        Self {
            nodes,
            parents,
            deleted,
        }
    }

    fn live(&self) -> Vec<usize> {
        (0..self.nodes.len())
            .filter(|place| !self.deleted[*place])
            .collect()
    }

    fn message(&self, place: usize) -> Value {
        let (_, state, origin, flags, text, revisions, number) = &self.nodes[place];
        let author = ["user", "actor", "narrator"][place % 3];
        let shown = self
            .live()
            .into_iter()
            .rfind(|child| self.parents[*child] == Some(place));
        let mut message = json!({
            "id": id(place), "parentId": self.parents[place].map(id), "author": author, "authorId": (author == "actor").then_some("ada"), "name": format!("Name {}", place % 5 + 1),
            "content": format!("{place}: {text}"), "state": state, "presence": flags[1].then(|| json!(["ada"])), "hidden": flags[2], "origin": origin,
            "model": flags[3].then_some("m-1"), "tokens": flags[3].then(|| json!({"prompt": number, "reply": flags[1].then_some(7)})), "price": number % 3, "turnId": flags[4].then(|| format!("t{place}")),
            "version": revisions + 1, "createdOn": date(place as i64 * 1000), "editedOn": flags[0].then(|| date(place as i64 * 1000 + 5)), "activeChildId": shown.map(id),
        });
        if self.deleted[place] {
            message["deletedOn"] = json!(date(10_000_000));
            message["deletedIn"] = json!(place as i64 + 1);
        }
        if *revisions > 0 {
            let old = |version| json!({"version": version, "content": format!("old {version}"), "createdOn": date(*number)});
            message["revisions"] = (1..=*revisions).map(old).collect();
        }
        if flags[1] {
            message["extra"] = json!({"tavern": {"force_avatar": "a.png", "n": number}});
            message["mood"] = json!(["dark", number]);
            message["prompt"] = json!({"hash": "abc"});
        }
        message
    }

    /// All messages; the path to the head is shown.
    fn messages(&self, head: usize) -> Vec<Value> {
        let mut messages: Vec<Value> = (0..self.nodes.len()).map(|place| self.message(place)).collect();
        let mut at = head;
        while let Some(parent) = self.parents[at] {
            messages[parent]["activeChildId"] = json!(id(at));
            at = parent;
        }
        messages
    }

    fn memory(&self, head: usize, facts: &[prop::sample::Index]) -> Value {
        let count = self.nodes.len();
        let fact = |(number, place): (usize, &prop::sample::Index)| {
            let message = place.index(count + 1);
            json!({"text": format!("fact {number}"), "messageId": (message < count).then(|| id(message)), "pinned": number % 2 == 0, "version": number + 1, "createdOn": date(number as i64), "updatedOn": date(number as i64 + 1)})
        };
        let facts: Vec<Value> = facts.iter().enumerate().map(fact).collect();
        let mut root = head;
        while let Some(parent) = self.parents[root] {
            root = parent;
        }
        json!({"facts": facts, "summaries": [
            {"id": "s1", "text": "It began.", "firstMessageId": id(root), "lastMessageId": id(root), "leftOut": [], "edited": true, "basedOn": null, "model": null, "version": 2, "createdOn": date(1), "updatedOn": date(2)},
        ]})
    }

    fn file(&self, head: prop::sample::Index, facts: &[prop::sample::Index]) -> Value {
        let live = self.live();
        let head = live[head.index(live.len())];
        let mut file = json!({
            "format": "dramatis.story", "version": 1, "exportedOn": date(99), "future": {"kept": true},
            "story": {"id": "s", "title": "A title", "themeID": "noir", "scenarioID": null, "cardID": null, "createdOn": date(-1000), "headId": id(head), "odd": 1, "extra": {"tavern": {"integrity": "x"}},
                "setup": {"name": "Harbour", "description": "d", "setting": "s", "exampleDialogue": [{"speaker": "Ada", "text": "x"}], "authorNote": null, "language": "en"},
                "settings": {"responseLength": 10, "npcsEnabled": false, "controlMode": "steer", "puppetID": null, "selectedPersona": null, "chatModel": "understudy", "strategy": "pooled", "maxReplies": 2, "autoReply": false,
                    "speakForPlayer": true, "authorsNote": {"text": "n", "depth": 2, "interval": 3, "role": "user"}, "sampling": {"temperature": 0.5}, "systemPrompt": "sys", "postHistory": null, "chatOption": true}},
            "characters": [{"id": "ada", "name": "Ada", "role": "r", "description": "d", "persona": "p", "examples": "e", "avatar": null, "muted": true, "talkativeness": 0.25}],
            "messages": self.messages(head), "memory": self.memory(head, facts),
        });
        // Files from before the field existed do not have it.
        if head.is_multiple_of(2) {
            file["variables"] = json!({"local": {"mood": "calm"}, "global": {"hp": head.to_string()}});
        }
        file
    }
}
