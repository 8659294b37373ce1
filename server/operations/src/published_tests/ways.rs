//! Ways by which a scenario can become public or unlisted.

use std::time::Duration;

use serde_json::{Value, json};

use super::{complete, create, publish, save, stored, text_of};
use crate::testing::{Actor, Answer, TestApp, upload};

/// A phrase that an admin has to look at.
const DOUBTED: &str = "Ida is an elf of 300 years with a childlike laugh.";

/// A way. At the end of each, the scenario is published as it is then, and an admin lets pass what waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    AtOnce,
    PrivateFirst,
    Update,
    RatedLater,
    RatedInBulk,
    FromTrash,
    FromTrashInBulk,
    PublishedThenTrash,
    Withdrawn,
    CardCreate,
    CardEdit,
    CardImport,
    FolderImport,
    FolderUpdate,
    LorebookFile,
    ExportOfAnother,
    OlderVersion,
    EditWhilePublishing,
    StaleReview,
    Doubted,
    SplitByMacros,
    SplitBySigns,
}

impl Way {
    pub(super) const ALL: [Self; 22] = [
        Self::AtOnce,
        Self::PrivateFirst,
        Self::Update,
        Self::RatedLater,
        Self::RatedInBulk,
        Self::FromTrash,
        Self::FromTrashInBulk,
        Self::PublishedThenTrash,
        Self::Withdrawn,
        Self::CardCreate,
        Self::CardEdit,
        Self::CardImport,
        Self::FolderImport,
        Self::FolderUpdate,
        Self::LorebookFile,
        Self::ExportOfAnother,
        Self::OlderVersion,
        Self::EditWhilePublishing,
        Self::StaleReview,
        Self::Doubted,
        Self::SplitByMacros,
        Self::SplitBySigns,
    ];

    /// Whether a text can stand in this place by this way: cards and lorebooks have not all of them.
    pub(super) fn takes(self, place: &str) -> bool {
        let of_card = ["/actors/0/description", "/openings/0/text"];
        match self {
            Self::CardCreate => of_card.contains(&place),
            Self::CardImport | Self::FolderImport | Self::FolderUpdate => {
                of_card.contains(&place) || place == super::sixteen::LORE
            }
            Self::LorebookFile => place == super::sixteen::LORE,
            _ => true,
        }
    }
}

/// A text that its author tries to publish.
pub(super) struct Attempt<'a> {
    pub(super) app: &'a TestApp,
    pub(super) author: &'a Actor<'a>,
    pub(super) place: &'a str,
    pub(super) text: &'a str,
    /// The title of what has the text; what is published without it has another.
    pub(super) title: &'a str,
    pub(super) access: &'a str,
}

impl Attempt<'_> {
    /// Goes this way; returns the scenario and the answer to publishing it at last.
    pub(super) async fn go(&self, way: Way) -> (String, Answer) {
        let id = self.prepare(way).await;
        let answer = publish(self.author, &id, self.access).await;
        (id, answer)
    }

    /// For adults, with this text in the place.
    fn with(&self, text: &str) -> Value {
        let mut draft = super::sixteen::adult(self.title);
        *draft.pointer_mut(self.place).expect("a place") = json!(text);
        draft
    }

    fn draft(&self) -> Value {
        self.with(self.text)
    }

    /// Up to the last step. By no way does it become visible to others before.
    async fn prepare(&self, way: Way) -> String {
        let (app, author) = (self.app, self.author);
        match way {
            Way::AtOnce => create(app, author, &self.draft()).await,
            Way::PrivateFirst => {
                let id = create(app, author, &self.draft()).await;
                publish(author, &id, "private").await.ok();
                id
            }
            Way::Update => self.update(|_| {}).await,
            Way::RatedLater | Way::RatedInBulk => self.rated_later(way).await,
            Way::FromTrash | Way::FromTrashInBulk => {
                let id = create(app, author, &self.draft()).await;
                self.through_trash(&id, way == Way::FromTrashInBulk).await;
                id
            }
            Way::PublishedThenTrash => {
                let id = self.update(|_| {}).await;
                self.through_trash(&id, false).await;
                id
            }
            Way::Withdrawn => {
                let id = self.update(|_| {}).await;
                let path = format!("/scenarios/scenario/{id}/withdraw");
                author.post(&path, &json!({})).await.ok();
                id
            }
            Way::CardCreate => self.card_create().await,
            Way::CardEdit => self.card_edit().await,
            Way::CardImport | Way::FolderImport | Way::FolderUpdate => self.imported(way).await,
            Way::LorebookFile => self.lorebook_file().await,
            Way::ExportOfAnother => self.export_of_another().await,
            Way::OlderVersion => {
                let id = create(app, author, &complete("Harmless")).await;
                save(author, &id, &self.draft()).await;
                let path = format!("/scenarios/scenario/{id}/publish");
                let older = json!({ "version": 1, "access": self.access });
                author
                    .post(&path, &older)
                    .await
                    .assert_problem(412, "DRAFT_CHANGED");
                id
            }
            Way::EditWhilePublishing => {
                let id = create(app, author, &complete("Harmless")).await;
                let draft = self.draft();
                tokio::join!(publish(author, &id, self.access), save(author, &id, &draft));
                id
            }
            Way::StaleReview => self.stale_review().await,
            Way::Doubted => {
                let mut draft = self.draft();
                draft["setting"] = json!(DOUBTED);
                create(app, author, &draft).await
            }
            Way::SplitByMacros => create(app, author, &self.with(&split(self.text, "{{// }}"))).await,
            Way::SplitBySigns => create(app, author, &self.with(&split(self.text, "\u{2060}"))).await,
        }
    }

    /// Publishes a harmless scenario, and edits it.
    async fn update(&self, change: impl FnOnce(&mut Value)) -> String {
        let mut first = complete("Harmless");
        change(&mut first);
        let id = create(self.app, self.author, &first).await;
        publish(self.author, &id, self.access).await.ok();
        save(self.author, &id, &self.draft()).await;
        id
    }

    /// Publishes it for everybody, and rates it for adults afterwards.
    async fn rated_later(&self, way: Way) -> String {
        let mut school = self.draft();
        school["rating"] = json!("everyone");
        school["title"] = json!("Harmless");
        let id = create(self.app, self.author, &school).await;
        publish(self.author, &id, self.access).await.ok();
        if way == Way::RatedLater {
            save(self.author, &id, &self.draft()).await;
            return id;
        }
        school["title"] = json!(self.title);
        save(self.author, &id, &school).await;
        let change = json!({ "ids": [id], "change": { "rating": "explicit" } });
        let changed = self.author.post("/scenarios/my/bulk", &change).await.ok();
        assert_eq!(changed["changed"], json!([id]));
        id
    }

    async fn through_trash(&self, id: &str, in_bulk: bool) {
        let path = format!("/scenarios/scenario/{id}");
        if in_bulk {
            for trash in [true, false] {
                let change = json!({ "ids": [id], "change": { "trash": trash } });
                let changed = self.author.post("/scenarios/my/bulk", &change).await.ok();
                assert_eq!(changed["changed"], json!([id]));
            }
        } else {
            assert_eq!(self.author.delete(&path).await.status, 204);
            let restored = self.author.post(&format!("{path}/restore"), &json!({})).await;
            assert_eq!(restored.status, 204);
        }
    }

    /// The draft in the fields of a card that is to be public.
    fn own_card(&self) -> Value {
        let draft = self.draft();
        let actor = &draft["actors"][0];
        json!({
            "cardModel": {
                "format": 0,
                "name": actor["name"],
                "description": actor["description"],
                "personality": "",
                "scenario": "",
                "messages": [draft["openings"][0]["text"]],
                "mes_example": "",
            },
            "displayData": {
                "displayName": draft["title"],
                "tagline": "",
                "authorNotes": "",
                "language": "en",
                "tags": [],
                "rating": draft["rating"],
                "contentNotes": draft["contentNotes"],
                "origin": draft["origin"],
                "public": true,
            },
        })
    }

    async fn card_create(&self) -> String {
        let made = self.author.post("/card/create", &self.own_card()).await;
        assert!([201, 422].contains(&made.status.as_u16()), "{}", made.json);
        text_of(&made.json["id"])
    }

    async fn card_edit(&self) -> String {
        let id = create(self.app, self.author, &self.draft()).await;
        let mut edit = self.own_card();
        edit["id"] = json!(id);
        edit["version"] = json!(1);
        let edited = self.author.put("/card/edit", &edit).await;
        assert!([200, 422].contains(&edited.status.as_u16()), "{}", edited.json);
        id
    }

    /// A card of another program with this text in the place.
    fn card(&self, text: &str) -> String {
        let at = |place: &str| if self.place == place { text } else { "A lamp." };
        json!({
            "spec": "chara_card_v3",
            "spec_version": "3.0",
            "data": {
                "name": "Ida",
                "creator": "Somebody",
                "description": at("/actors/0/description"),
                "first_mes": at("/openings/0/text"),
                "character_book": {
                    "entries": [{ "keys": ["lamp"], "content": at(super::sixteen::LORE), "enabled": true, "extensions": {} }],
                    "extensions": {},
                },
            },
        })
        .to_string()
    }

    async fn imported(&self, way: Way) -> String {
        let card = self.card(self.text);
        let id = match way {
            Way::CardImport => {
                let made = upload(
                    self.app,
                    self.author,
                    "/scenarios/import",
                    "file",
                    card.as_bytes(),
                )
                .await;
                assert_eq!(made.status, 201, "{}", made.json);
                text_of(&made.json["scenario"]["id"])
            }
            Way::FolderImport => self.import_folder(&card).await,
            _ => {
                let id = self.import_folder(&self.card("Hello there.")).await;
                self.complete(&id, "Harmless").await;
                publish(self.author, &id, self.access).await.ok();
                assert_eq!(self.import_folder(&card).await, id);
                id
            }
        };
        self.complete(&id, self.title).await;
        id
    }

    /// Imports a folder of one card, which updates what was imported from it before; returns its scenario.
    async fn import_folder(&self, card: &str) -> String {
        let made = self
            .author
            .post("/scenarios/imports", &json!({ "name": null }))
            .await;
        let path = format!("/scenarios/imports/{}", text_of(&made.json["id"]));
        let update = json!({ "changed": "update" });
        self.author.post(&format!("{path}/answer"), &update).await.ok();
        let file = format!("{path}/files?name=ida.json&position=0");
        let sent = upload(self.app, self.author, &file, "file", card.as_bytes()).await;
        assert_eq!(sent.status, 202, "{}", sent.json);
        self.author.post(&format!("{path}/seal"), &json!({})).await.ok();
        for _ in 0..2_000 {
            let file = self.author.get(&format!("{path}/files/0")).await.ok();
            if ["imported", "updated"].contains(&file["state"].as_str().expect("a state")) {
                return text_of(&file["scenario"]["id"]);
            }
            for job in crate::all_jobs(&self.app.state) {
                if job.name.starts_with("card_import") {
                    job.run().await.expect("a round");
                }
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!(
            "it is never imported: {}",
            self.author.get(&format!("{path}/files/0")).await.json
        );
    }

    /// Adds to an imported draft what publishing asks for.
    async fn complete(&self, id: &str, title: &str) {
        let mut draft = stored(self.author, id).await.0;
        let full = super::sixteen::adult(title);
        for field in ["title", "language", "rating", "contentNotes", "origin"] {
            draft[field] = full[field].clone();
        }
        save(self.author, id, &draft).await;
    }

    async fn lorebook_file(&self) -> String {
        let book = json!({ "name": "Lore", "entries": { "0": { "uid": 0, "key": ["lamp"], "content": self.text } } });
        let path = "/scenarios/lorebooks/read";
        let read = upload(self.app, self.author, path, "file", book.to_string().as_bytes())
            .await
            .ok();
        let mut draft = super::sixteen::adult(self.title);
        draft["lorebooks"] = json!([read["lorebook"]]);
        create(self.app, self.author, &draft).await
    }

    /// Brings the whole scenario of somebody else, from their file.
    async fn export_of_another(&self) -> String {
        let owner = self
            .app
            .person(&format!("{}owner", self.title.to_lowercase()))
            .await;
        let id = create(self.app, &owner, &self.draft()).await;
        let reader = super::reader::Reader::person(self.app, "owner", &owner);
        let export = format!("/scenarios/scenario/{id}/export");
        let file = reader.bytes("GET", &export, None).await;
        let begin = file.windows(4).position(|four| four == b"PK\x03\x04");
        let file = &file[begin.expect("an archive")..];
        let made = upload(self.app, self.author, "/scenarios/import", "file", file).await;
        assert_eq!(made.status, 201, "{}", made.json);
        let id = text_of(&made.json["scenario"]["id"]);
        self.complete(&id, self.title).await;
        id
    }

    /// What waits for an admin is approved after it was edited.
    async fn stale_review(&self) -> String {
        let mut doubted = super::sixteen::adult("Harmless");
        doubted["setting"] = json!(DOUBTED);
        let id = create(self.app, self.author, &doubted).await;
        let waits = publish(self.author, &id, self.access).await.ok();
        assert_eq!(waits["state"], "inReview", "{waits}");
        save(self.author, &id, &self.draft()).await;
        id
    }
}

/// The text with this in the middle of each of its words and numbers.
fn split(text: &str, by: &str) -> String {
    let cut = |word: &str| match word.char_indices().nth(1) {
        Some((at, _)) => format!("{}{by}{}", &word[..at], &word[at..]),
        None => word.to_owned(),
    };
    text.split(' ').map(cut).collect::<Vec<_>>().join(" ")
}
