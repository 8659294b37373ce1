//! Cards in CHARX files.

use std::io::Cursor;

use zip::write::SimpleFileOptions;

use super::builders::{
    ZipFile, charx, deflated, jpeg_with, picture, png_with, stored, text_chunk, zip_behind, zip_of,
};
use super::{asset, card, name_of, opened, refusal, told};
use crate::card_files::limits::{MAX_ASSETS, MAX_NAMED_ASSETS, MAX_PICTURE_BYTES};
use crate::card_files::{AssetKind, FileKind, PictureKind, asset_fault};

/// A picture that is one byte too large.
fn too_large(name: &str) -> ZipFile {
    stored(
        name,
        &vec![0; usize::try_from(MAX_PICTURE_BYTES + 1).expect("a size")],
    )
}

#[test]
fn the_card_and_its_assets_are_found() {
    let png = picture();
    let file = charx(
        &card(3, "Aki"),
        &[
            stored("assets/", b""),
            stored("assets/icon/images/main.png", &png),
            deflated("assets/emotion/image/joy.webp", b"joy"),
            deflated("assets/other/audio/기쁨.mp3", b"sound"),
            deflated("x_meta/main.json", b"{}"),
            stored("module.risum", b"\x6f\0"),
            stored("__MACOSX/card.json", b"{}"),
            stored("assets/.DS_Store", b"x"),
        ],
    );
    let mut file = opened(&file);
    assert_eq!((file.kind(), name_of(&file)), (FileKind::Charx, "Aki"));
    let listed: Vec<_> = file
        .assets()
        .iter()
        .map(|asset| (asset.path.as_str(), asset.kind, asset.size_bytes))
        .collect();
    assert_eq!(
        listed,
        [
            ("assets/icon/images/main.png", AssetKind::Image, png.len() as u64),
            ("assets/emotion/image/joy.webp", AssetKind::Image, 3),
            ("assets/other/audio/기쁨.mp3", AssetKind::Audio, 5),
            ("x_meta/main.json", AssetKind::RisuMetadata, 2),
            ("module.risum", AssetKind::RisuModule, 2),
        ]
    );
    assert_eq!(asset(&mut file, 0).unwrap(), png);
    assert_eq!(asset(&mut file, 2).unwrap(), b"sound");
    assert_eq!(asset(&mut file, 1).unwrap(), b"joy");
    assert!(file.notices().is_empty());
    assert_eq!(file.picture_kind(), None);
    assert!(file.read_picture().is_none());
}

#[test]
fn an_archive_may_stand_behind_a_picture() {
    let json = deflated("card.json", card(3, "Aki").to_string().as_bytes());
    let jpeg = jpeg_with(b"");
    for (front, kind) in [(&jpeg, PictureKind::Jpeg), (&picture(), PictureKind::Png)] {
        let archive = zip_behind(front, &[json.clone(), stored("a.png", b"png")]);
        let mut file = opened(&archive);
        assert_eq!((file.kind(), name_of(&file)), (FileKind::CharxInPicture, "Aki"));
        assert_eq!(file.picture_kind(), Some(kind));
        let mut picture = Vec::new();
        std::io::copy(&mut file.read_picture().unwrap(), &mut picture).unwrap();
        assert_eq!(&picture, front);
        assert_eq!(asset(&mut file, 0).unwrap(), b"png");
    }
    // Positions that count from the file's beginning, as other programs write them.
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    writer
        .start_file("card.json", SimpleFileOptions::default())
        .unwrap();
    std::io::Write::write_all(&mut writer, card(3, "Aki").to_string().as_bytes()).unwrap();
    let plain = writer.finish().unwrap().into_inner();
    assert_eq!(name_of(&opened(&plain)), "Aki");
    assert_eq!(name_of(&opened(&[jpeg.as_slice(), &plain].concat())), "Aki");
    assert_eq!(
        name_of(&opened(&[b"anything at all", &plain[..]].concat())),
        "Aki"
    );
}

#[test]
fn a_card_in_the_picture_gives_way_to_the_archive_behind_it() {
    let front = png_with(&[text_chunk("chara", card(2, "old").to_string().as_bytes())]);
    let json = stored("card.json", card(3, "new").to_string().as_bytes());
    assert_eq!(name_of(&opened(&zip_behind(&front, &[json]))), "new");
    let other = zip_behind(&front, &[stored("other.json", b"{}")]);
    assert_eq!(name_of(&opened(&other)), "old");
}

#[test]
fn only_assets_over_a_limit_are_left_out() {
    let file = charx(
        &card(3, "Aki"),
        &[
            too_large("assets/icon/images/main.png"),
            stored("assets/icon/images/other.png", b"ok"),
            deflated("assets/bomb.bin", &vec![0; 8 << 20]),
            stored("../../etc/passwd", b"x"),
            stored("assets/icon/images/other.png", b"twice"),
            ZipFile {
                flags: 1,
                ..stored("assets/locked.png", b"x")
            },
            ZipFile {
                method: 12,
                ..stored("assets/bzip2.png", b"x")
            },
            ZipFile {
                unpacked_bytes: 2,
                ..stored("assets/odd.png", b"x")
            },
            ZipFile {
                name: b"caf\xe9.png".to_vec(),
                ..stored("", b"x")
            },
        ],
    );
    let mut file = opened(&file);
    assert_eq!(name_of(&file), "Aki");
    assert_eq!(file.assets().len(), 1);
    assert_eq!(asset(&mut file, 0).unwrap(), b"ok");
    assert_eq!(
        told(&file),
        [
            "The asset assets/icon/images/main.png was left out: a picture can have up to 10 MB.",
            "The asset assets/bomb.bin was left out: it grows to more than 100 times its size when it is \
             unpacked.",
            "The asset ../../etc/passwd was left out: its path isn’t a plain path of up to 255 characters.",
            "The asset assets/icon/images/other.png was left out: another asset has the same path.",
            "The asset assets/locked.png was left out: it’s protected with a password.",
            "The asset assets/bzip2.png was left out: it’s compressed in a way that cards don’t use.",
            "The asset assets/odd.png was left out: it’s damaged.",
            "The asset caf\u{fffd}.png was left out: its path isn’t a plain path of up to 255 characters.",
        ]
    );
}

#[test]
fn a_thousand_assets_are_taken_and_the_others_are_named() {
    let mut assets = Vec::new();
    for number in 0..MAX_ASSETS + MAX_NAMED_ASSETS + 5 {
        assets.push(stored(&format!("assets/other/images/{number}.png"), b"x"));
    }
    let file = opened(&charx(&card(3, "Aki"), &assets));
    assert_eq!(file.assets().len(), MAX_ASSETS);
    let told = told(&file);
    assert_eq!(
        told[0],
        "The asset assets/other/images/1000.png was left out: a file can bring up to 1000 assets."
    );
    assert_eq!(told.len(), MAX_NAMED_ASSETS + 1);
    assert_eq!(told[MAX_NAMED_ASSETS], "5 more assets were left out.");
}

#[test]
fn sizes_in_the_64_bit_field_are_read() {
    let content = b"content";
    let mut extra = vec![9, 9, 0, 0, 1, 0, 16, 0];
    extra.extend([7u64.to_le_bytes(), 7u64.to_le_bytes()].concat());
    let large = ZipFile {
        extra,
        packed_bytes: u32::MAX,
        unpacked_bytes: u32::MAX,
        ..stored("a.bin", content)
    };
    let mut file = opened(&charx(&card(3, "Aki"), &[large]));
    assert_eq!(file.assets()[0].size_bytes, 7);
    assert_eq!(asset(&mut file, 0).unwrap(), content);
}

/// The archive with a 64-bit end record, as programs write it that do not know the size beforehand.
fn with_64_bit_end(archive: &[u8]) -> Vec<u8> {
    let (files, end) = archive.split_at(archive.len() - 22);
    let wide = |at: usize, width: usize| {
        let mut bytes = end[at..at + width].to_vec();
        bytes.resize(8, 0);
        bytes
    };
    let (entries, size, offset) = (wide(10, 2), wide(12, 4), wide(16, 4));
    let mut wider = files.to_vec();
    wider.extend(b"PK\x06\x06");
    wider.extend(44u64.to_le_bytes());
    wider.extend([45, 0, 45, 0]);
    wider.extend([0; 8]);
    wider.extend([&entries[..], &entries, &size, &offset].concat());
    wider.extend(b"PK\x06\x07\0\0\0\0");
    wider.extend((files.len() as u64).to_le_bytes());
    wider.extend(1u32.to_le_bytes());
    wider.extend(b"PK\x05\x06\0\0\0\0");
    wider.extend([0xff; 12]);
    wider.extend([0; 2]);
    wider
}

#[test]
fn a_64_bit_end_record_is_read() {
    let archive = charx(&card(3, "Aki"), &[stored("a.png", b"png")]);
    let wide = with_64_bit_end(&archive);
    let other = zip::ZipArchive::new(Cursor::new(&wide)).unwrap();
    assert_eq!(other.len(), 2);
    for file in [wide.clone(), [jpeg_with(b""), wide].concat()] {
        let mut file = opened(&file);
        assert_eq!(name_of(&file), "Aki");
        assert_eq!(asset(&mut file, 0).unwrap(), b"png");
    }
}

#[test]
fn content_that_is_other_than_stated_fails_while_it_is_read() {
    let wrong = [
        ZipFile {
            checksum: 1,
            ..stored("checksum.png", b"abc")
        },
        ZipFile {
            unpacked_bytes: 2,
            ..deflated("longer.png", b"abc")
        },
        ZipFile {
            unpacked_bytes: 4,
            ..deflated("shorter.png", b"abc")
        },
        ZipFile {
            packed: vec![0xff; 9],
            packed_bytes: 9,
            ..deflated("stream.png", b"abc")
        },
        ZipFile {
            header_name: b"other.png".to_vec(),
            ..stored("named.png", b"abc")
        },
    ];
    let mut file = opened(&charx(&card(3, "Aki"), &wrong));
    assert_eq!(file.assets().len(), wrong.len());
    for index in 0..4 {
        let error = asset(&mut file, index).unwrap_err();
        assert!(asset_fault(&error).is_some(), "{index}: {error:?}");
    }
    assert_eq!(
        file.read_asset(4).err().map(|error| error.to_string()).as_deref(),
        Some("The asset named.png can’t be used: it’s damaged.")
    );
}

#[test]
fn an_archive_without_a_readable_card_is_refused() {
    let card = card(3, "Aki").to_string();
    let json = || stored("card.json", card.as_bytes());
    for (file, sentence) in [
        (
            zip_of(&[stored("deep/card.json", b"{}"), stored("Card.json", b"{}")]),
            "This archive has no card.json at its top, so it isn’t a CHARX card.",
        ),
        (
            zip_of(&[]),
            "This archive has no card.json at its top, so it isn’t a CHARX card.",
        ),
        (
            zip_of(&[ZipFile { flags: 1, ..json() }]),
            "This archive is protected with a password. Unpack it, and pack it again without one.",
        ),
        (
            zip_of(&[json(), json()]),
            "This archive has more than one card.json.",
        ),
        (
            zip_of(&[ZipFile { method: 14, ..json() }]),
            "The archive’s card.json can’t be read: it’s compressed in a way that cards don’t use.",
        ),
        (
            zip_of(&[ZipFile {
                checksum: 1,
                ..json()
            }]),
            "The archive’s card.json can’t be read: it’s damaged (the checksum is wrong).",
        ),
        (
            zip_of(&[stored("card.json", b"{\"a\":\n1,}")]),
            "The archive’s card.json can’t be read: it isn’t valid JSON at line 2, column 3.",
        ),
        (
            zip_of(&[ZipFile {
                unpacked_bytes: 9 << 20,
                ..deflated("card.json", b"{}")
            }]),
            "The archive’s card.json can’t be read: a card can have up to 8 MB without its pictures.",
        ),
        (
            zip_of(&[json()])[..60].to_vec(),
            "This archive is damaged. It was probably cut short while downloading.",
        ),
    ] {
        assert_eq!(refusal(&file), sentence);
    }
}
