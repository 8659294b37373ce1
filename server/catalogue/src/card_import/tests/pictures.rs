//! Pictures of a card that are many, broken, or no pictures.

use platform::both_engines;
use serde_json::{Value, json};

use super::{asset, card_with, charx_of, imported, left_out, png, width_of};
use crate::authoring::rules::MAX_EXPRESSIONS;
use crate::card_files::MAX_PICTURE_BYTES;
use crate::card_files::builders::{ZipFile, card_chunk, charx, chunk, deflated, png_with, stored};
use crate::card_import::rules::MAX_NAMED_PICTURES;

fn emotion(name: &str) -> (Value, String) {
    let path = format!("assets/emotion/images/{name}.png");
    (asset("emotion", name, &format!("embeded://{path}")), path)
}

both_engines!(sixty_pictures_arrive_in_their_places, async |app| {
    let ann = app.person("ann").await;
    let names: Vec<String> = (0..60).map(|number| format!("mood {number}")).collect();
    let (assets, paths): (Vec<Value>, Vec<String>) = names.iter().map(|name| emotion(name)).unzip();
    let pictures: Vec<Vec<u8>> = (0..60).map(|number| png(100 + number)).collect();
    let files: Vec<(&str, &[u8])> = paths
        .iter()
        .zip(&pictures)
        .map(|(path, png)| (path.as_str(), png.as_slice()))
        .collect();
    let (made, draft) = imported(app, &ann, &charx_of(&card_with(json!(assets)), &files)).await;
    assert!(
        left_out(&made).is_empty() && made["notices"] == json!([]),
        "{made}"
    );
    let expressions = draft["actors"][0]["expressions"].as_array().expect("a list");
    assert_eq!(expressions.len(), 60);
    for (number, expression) in expressions.iter().enumerate() {
        assert_eq!(expression["name"], names[number]);
        let width = width_of(app, &expression["image"]["key"]).await;
        assert_eq!(width, Some(100 + number as u32));
    }
    // The draft may name each of them from now on.
    let id = made["scenario"]["id"].as_str().expect("an id");
    let mut edited = draft.clone();
    edited["cover"] = json!({ "key": expressions[59]["image"]["key"] });
    let path = format!("/scenarios/scenario/{id}?version=1");
    ann.put(&path, &edited).await.ok();
});

both_engines!(a_broken_picture_is_named_and_the_rest_taken, async |app| {
    let ann = app.person("ann").await;
    let whole = png(61);
    let damaged = |name: &str| ZipFile {
        checksum: 7,
        ..stored(name, &whole)
    };
    let huge = [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(b"IHDR", &[0, 1, 0, 0, 0, 1, 0, 0, 8, 2, 0, 0, 0]),
        chunk(b"IDAT", b""),
        chunk(b"IEND", b""),
    ]
    .concat();
    let names = ["whole", "avif", "cut", "checksum", "huge", "heavy", "packed"];
    let (assets, paths): (Vec<Value>, Vec<String>) = names.iter().map(|name| emotion(name)).unzip();
    let heavy = vec![0; usize::try_from(MAX_PICTURE_BYTES + 1).expect("a size")];
    let file = charx(
        &card_with(json!(assets)),
        &[
            stored(&paths[0], &whole),
            stored(&paths[1], b"\0\0\0\x20ftypavif"),
            stored(&paths[2], &whole[..whole.len() / 2]),
            damaged(&paths[3]),
            stored(&paths[4], &huge),
            stored(&paths[5], &heavy),
            deflated(&paths[6], &heavy[..heavy.len() / 2]),
        ],
    );
    let (made, draft) = imported(app, &ann, &file).await;
    let expressions = &draft["actors"][0]["expressions"];
    assert_eq!(width_of(app, &expressions[0]["image"]["key"]).await, Some(61));
    for (at, name) in names.iter().enumerate().skip(1) {
        assert_eq!(
            expressions[at],
            json!({ "name": name, "image": null }),
            "it waits for another"
        );
    }
    assert_eq!(
        left_out(&made),
        [
            "data.assets[1]: Left out: the expression avif of Ida. It isn’t a JPEG, PNG, GIF, WebP or BMP picture.",
            "data.assets[2]: Left out: the expression cut of Ida. This picture is damaged.",
            "data.assets[3]: Left out: the expression checksum of Ida. The picture can’t be read: it’s damaged.",
            "data.assets[4]: Left out: the expression huge of Ida. This picture has too many pixels.",
        ]
    );
    assert_eq!(
        made["notices"],
        json!([
            "The asset assets/emotion/images/heavy.png was left out: a picture can have up to 10 MB.",
            "The asset assets/emotion/images/packed.png was left out: it grows to more than 100 times \
             its size when it is unpacked.",
        ])
    );
});

both_engines!(a_broken_portrait_is_named_and_the_card_taken, async |app| {
    let ann = app.person("ann").await;
    let card = json!({ "name": "Ida", "description": "x", "first_mes": "Hello." });
    let mut file = png_with(&[card_chunk("chara", &card)]);
    // The first chunk behind the header holds the pixels.
    let pixels = file.windows(4).position(|name| name == b"IDAT").expect("pixels");
    let length = u32::from_be_bytes(file[pixels - 4..pixels].try_into().expect("four bytes")) as usize;
    let end = pixels + 4 + length;
    file[pixels + 4..end].fill(0);
    let checksum = crc32fast::hash(&file[pixels..end]).to_be_bytes();
    file[end..end + 4].copy_from_slice(&checksum);
    let (made, draft) = imported(app, &ann, &file).await;
    assert_eq!(draft["actors"][0]["portrait"], json!(null));
    assert_eq!(
        left_out(&made),
        [": Left out: the portrait of Ida. This picture is damaged."]
    );
});

both_engines!(one_picture_in_many_places_is_stored_once, async |app| {
    let ann = app.person("ann").await;
    let uri = "embeded://assets/icon/images/main.png";
    let other = "embeded://assets/other/images/copy.png";
    let assets = json!([
        asset("icon", "main", uri),
        asset("emotion", "joy", uri),
        asset("background", "night", other),
    ]);
    let files: [(&str, &[u8]); 2] = [
        ("assets/icon/images/main.png", &png(71)),
        ("assets/other/images/copy.png", &png(71)),
    ];
    let (_, draft) = imported(app, &ann, &charx_of(&card_with(assets), &files)).await;
    let actor = &draft["actors"][0];
    let key = &actor["portrait"]["key"];
    assert_eq!(width_of(app, key).await, Some(71));
    assert_eq!(&actor["expressions"][0]["image"]["key"], key);
    assert_eq!(&actor["pictures"][0]["key"], key);
});

both_engines!(only_the_first_broken_pictures_are_named, async |app| {
    let ann = app.person("ann").await;
    let count = MAX_NAMED_PICTURES + 20;
    assert!(count < MAX_EXPRESSIONS);
    let names: Vec<String> = (0..count).map(|number| format!("mood {number}")).collect();
    let (assets, paths): (Vec<Value>, Vec<String>) = names.iter().map(|name| emotion(name)).unzip();
    let files: Vec<(&str, &[u8])> = paths.iter().map(|path| (path.as_str(), &b"x"[..])).collect();
    let (made, _) = imported(app, &ann, &charx_of(&card_with(json!(assets)), &files)).await;
    let rows = left_out(&made);
    assert_eq!(rows.len(), MAX_NAMED_PICTURES + 1);
    assert_eq!(
        rows[MAX_NAMED_PICTURES],
        "data.assets: Left out: 20 more pictures."
    );
});
