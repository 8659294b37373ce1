//! Every kind of card file.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use image::ImageFormat;
use platform::both_engines;
use serde_json::{Value, json};

use super::{asset, card, card_with, charx_of, imported, left_out, png, width_of};
use crate::card_files::builders::{
    card_chunk, chunk, exif, jpeg_with, png_with, png_with_early, stored, text_chunk, zip_behind,
};
use crate::testing::test_image;

/// A WebP of this width with a card in its comment.
fn webp_card(width: u32, card: &Value) -> Vec<u8> {
    let plain = test_image(width, 12, ImageFormat::WebP);
    let exif = exif(card.to_string().as_bytes(), false, true);
    let sides = [width - 1, 11].map(|side| side.to_le_bytes());
    // The flag that there is EXIF data, three bytes of nothing, and three bytes for each side.
    let header = [&[8, 0, 0, 0], &sides[0][..3], &sides[1][..3]].concat();
    let mut body = [b"WEBPVP8X\x0a\0\0\0", &header[..], &plain[12..]].concat();
    body.extend(b"EXIF");
    body.extend(u32::try_from(exif.len()).expect("a short text").to_le_bytes());
    body.extend(&exif);
    body.extend(vec![0; exif.len() % 2]);
    let length = u32::try_from(body.len()).expect("a short file").to_le_bytes();
    [b"RIFF", &length[..], &body].concat()
}

fn jpeg_card(card: &Value) -> Vec<u8> {
    jpeg_with(&exif(card.to_string().as_bytes(), true, true))
}

both_engines!(the_picture_around_a_card_is_the_portrait, async |app| {
    let ann = app.person("ann").await;
    let animated = "The picture is animated. Only its first frame is stored.";
    let files = [
        ("PNG", png_with(&[card_chunk("chara", &card())]), 2, None),
        (
            "APNG",
            png_with_early(&[
                chunk(b"acTL", &[0, 0, 0, 1, 0, 0, 0, 0]),
                card_chunk("ccv3", &card()),
            ]),
            2,
            Some(animated),
        ),
        ("JPEG", jpeg_card(&card()), 1, None),
        ("WebP", webp_card(21, &card()), 21, None),
    ];
    for (kind, file, width, notice) in files {
        let (made, draft) = imported(app, &ann, &file).await;
        let actor = &draft["actors"][0];
        assert_eq!(actor["name"], "Ida", "{kind}");
        assert_eq!(
            width_of(app, &actor["portrait"]["key"]).await,
            Some(width),
            "{kind}"
        );
        assert_eq!(made["notices"], json!(notice.as_slice()), "{kind}");
    }
});

both_engines!(texts_bring_no_picture_but_those_within_them, async |app| {
    let ann = app.person("ann").await;
    let url = format!("data:image/png;base64,{}", BASE64_STANDARD.encode(png(23)));
    let assets = json!([
        asset("icon", "main", &url),
        asset("emotion", "joy", &url),
        asset("emotion", "sad", "data:image/png;base64,AAAA"),
        asset("emotion", "calm", "data:image/png,%89PNG"),
    ]);
    let (made, draft) = imported(app, &ann, card_with(assets).to_string().as_bytes()).await;
    let actor = &draft["actors"][0];
    let key = &actor["portrait"]["key"];
    assert_eq!(width_of(app, key).await, Some(23));
    assert_eq!(&actor["expressions"][0]["image"]["key"], key, "stored once");
    assert_eq!(actor["expressions"][1], json!({ "name": "sad", "image": null }));
    assert_eq!(
        left_out(&made),
        [
            "data.assets[2]: Left out: the expression sad of Ida. It isn’t a JPEG, PNG, GIF, WebP or BMP picture.",
            "data.assets[3]: Left out: the expression calm of Ida. The picture can’t be read: it’s damaged.",
        ]
    );

    let yaml = b"name: Aki\ncontext: Keeps bees.\ngreeting: Hello.\n";
    let (_, draft) = imported(app, &ann, yaml).await;
    let actor = &draft["actors"][0];
    assert_eq!(
        (&actor["name"], &actor["description"], &actor["portrait"]),
        (&json!("Aki"), &json!("Keeps bees."), &json!(null))
    );
});

both_engines!(an_archive_brings_its_pictures_and_names_the_rest, async |app| {
    let ann = app.person("ann").await;
    let assets = json!([
        asset("icon", "main", "embeded://assets/icon/images/main.png"),
        asset("emotion", "joy", "embeded://assets/emotion/images/joy.png"),
        asset(
            "background",
            "night",
            "embeded://assets/background/images/night.png"
        ),
        asset("user_icon", "me", "embeded://assets/user_icon/images/me.png"),
        asset("x_map", "map", "embeded://assets/other/images/map.png"),
        asset("x_sound", "rain", "embeded://assets/other/audio/rain.mp3"),
    ]);
    let (main, joy, night, me, map) = (png(31), png(32), png(33), png(34), png(35));
    let files: [(&str, &[u8]); 9] = [
        // The folder is spelled in the singular here and in the plural in the card.
        ("assets/icon/image/main.png", &main),
        ("assets/emotion/images/joy.png", &joy),
        ("assets/background/images/night.png", &night),
        ("assets/user_icon/images/me.png", &me),
        ("assets/other/images/map.png", &map),
        ("assets/other/images/unused.png", &map),
        ("assets/other/audio/rain.mp3", b"sound"),
        ("assets/other/3d/a.glb", b"model"),
        ("module.risum", b"module"),
    ];
    let charx = charx_of(&card_with(assets), &files);
    let behind = [&jpeg_with(b"")[..], &charx].concat();
    for (file, is_behind) in [(charx, false), (behind, true)] {
        let (made, draft) = imported(app, &ann, &file).await;
        let actor = &draft["actors"][0];
        assert_eq!(width_of(app, &actor["portrait"]["key"]).await, Some(31));
        assert_eq!(actor["expressions"][0]["name"], "joy");
        assert_eq!(
            width_of(app, &actor["expressions"][0]["image"]["key"]).await,
            Some(32)
        );
        for (index, (kind, width)) in [
            ("background", Some(33)),
            ("user_icon", Some(34)),
            ("x_map", Some(35)),
            ("x_sound", None),
        ]
        .into_iter()
        .enumerate()
        {
            let picture = &actor["pictures"][index];
            assert_eq!(picture["kind"], kind);
            assert_eq!(width_of(app, &picture["key"]).await, width, "{kind}");
        }
        assert!(left_out(&made).is_empty(), "{}", made["report"]);
        let mut notices = vec![
            "3D models were left out: a.glb.",
            "A module of RisuAI was left out: module.risum.",
            "Pictures that the card doesn’t use were left out: unused.png.",
            "Sounds were left out: rain.mp3.",
        ];
        if is_behind {
            notices.push("The picture around the card was left out: the card has its own portrait.");
        }
        assert_eq!(made["notices"], json!(notices));
    }
});

both_engines!(a_card_behind_a_picture_may_have_it_as_its_portrait, async |app| {
    let ann = app.person("ann").await;
    let card = stored("card.json", card().to_string().as_bytes());
    let (_, draft) = imported(app, &ann, &zip_behind(&png(41), &[card])).await;
    let key = &draft["actors"][0]["portrait"]["key"];
    assert_eq!(width_of(app, key).await, Some(41));
});

both_engines!(chunks_of_a_png_are_assets, async |app| {
    let ann = app.person("ann").await;
    let assets = json!([
        asset("icon", "main", "ccdefault:"),
        asset("emotion", "joy", "__asset:0"),
        asset("x_risu", "map", "__asset:1"),
    ]);
    let file = png_with(&[
        card_chunk("chara", &card()),
        text_chunk("chara-ext-asset_:0", BASE64_STANDARD.encode(png(51)).as_bytes()),
        text_chunk("chara-ext-asset_:1", BASE64_STANDARD.encode(png(52)).as_bytes()),
        text_chunk("chara-ext-asset_:2", b"not base64!"),
        card_chunk("ccv3", &card_with(assets)),
    ]);
    let (made, draft) = imported(app, &ann, &file).await;
    let actor = &draft["actors"][0];
    assert_eq!(width_of(app, &actor["portrait"]["key"]).await, Some(2));
    assert_eq!(
        width_of(app, &actor["expressions"][0]["image"]["key"]).await,
        Some(51)
    );
    assert_eq!(width_of(app, &actor["pictures"][0]["key"]).await, Some(52));
    assert_eq!(
        made["notices"],
        json!([
            "The card in the chunk chara wasn’t used: another card in this file comes first.",
            "The asset __asset:2 was left out: it’s damaged.",
        ])
    );
});
