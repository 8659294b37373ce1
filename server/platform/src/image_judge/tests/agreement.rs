//! Whether the model finds here what its reference finds (models/explicit/README.md), and what it makes of
//! our own pictures.

use std::path::{Path, PathBuf};

use super::pictures;
use crate::blocking::Stop;
use crate::image_judge::classifier::Classifier;
use crate::image_judge::rules::{CLASSES, sorted};
use crate::image_judge::{ImageJudge, NotJudged, is_explicit};
use crate::media::decode_frames;
use crate::testing::image_judge;

/// The largest difference of a probability from the reference.
const LARGEST_DIFFERENCE: f32 = 0.001;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn classifier() -> Classifier {
    Classifier::load(&repository().join("models/explicit")).expect("the model")
}

#[test]
fn probabilities_are_those_of_the_reference() {
    let mut lines = include_str!("reference.tsv").lines();
    assert_eq!(lines.next().expect("a head"), CLASSES.join("\t"));
    let pictures = pictures::all();
    let expected: Vec<&str> = lines.collect();
    assert_eq!((pictures.len(), expected.len()), (100, 100));
    let classifier = classifier();
    let mut largest = 0.0_f32;
    for (number, (picture, line)) in pictures.iter().zip(expected).enumerate() {
        let found = classifier.classify(picture).expect("probabilities");
        assert!((found.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{found:?}");
        for (found, expected) in found.iter().zip(line.split('\t')) {
            let difference = (found - expected.parse::<f32>().expect("a number")).abs();
            assert!(
                difference <= LARGEST_DIFFERENCE,
                "picture {number}: {found} instead of {expected}"
            );
            largest = largest.max(difference);
        }
    }
    eprintln!("the largest difference is {largest:e}");
}

/// None of the starter catalogue's pictures of this name is explicit. They are drawn and not in the
/// repository: without them this is left out, with a note.
fn none_is_explicit(name: &str, at_least: usize) {
    let folder = repository().join("bundles/starter");
    if !folder.exists() {
        assert!(
            std::env::var_os("CI").is_none(),
            "{} is missing",
            folder.display()
        );
        eprintln!("left out: the starter pictures have not been drawn (`make bundles`)");
        return;
    }
    let (classifier, mut judged) = (classifier(), 0);
    for file in files_below(&folder) {
        if !file
            .file_name()
            .is_some_and(|file| file.to_string_lossy().starts_with(name))
        {
            continue;
        }
        let bytes = std::fs::read(&file).expect("a file");
        for frame in decode_frames(&bytes, &Stop::default()).expect("an image") {
            let metrics = sorted(classifier.classify(&frame).expect("probabilities"));
            assert!(!is_explicit(&metrics), "{}: {metrics:?}", file.display());
            judged += 1;
        }
    }
    assert!(judged >= at_least, "{judged} of {at_least} pictures");
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                files_below(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

#[test]
fn no_cover_of_the_starter_catalogue_is_explicit() {
    none_is_explicit("cover", 100);
}

#[test]
fn no_portrait_of_the_starter_catalogue_is_explicit() {
    none_is_explicit("actor", 250);
}

#[tokio::test]
async fn without_a_readable_model_nothing_is_judged() {
    let file = || bytes::Bytes::from_static(include_bytes!("tiles.webp"));
    let broken = tempfile::tempdir().expect("a folder");
    std::fs::write(broken.path().join("mobilenet_v2_mid.u8.onnx"), b"no network").expect("a file");
    for judge in [
        ImageJudge::none(),
        ImageJudge::of("/nowhere".into()),
        ImageJudge::of(broken.path().to_owned()),
    ] {
        assert!(!judge.is_ready().await, "{judge:?}");
        let refused = judge.judge(file()).await;
        assert!(matches!(refused, Err(NotJudged::NoModel)), "{judge:?}");
    }
    let judge = image_judge();
    assert!(judge.is_ready().await);
    assert_eq!(judge.judge(file()).await.expect("a verdict").len(), CLASSES.len());
    let unreadable = judge.judge(bytes::Bytes::from_static(b"<svg/>")).await;
    assert!(matches!(unreadable, Err(NotJudged::Unreadable(_))));
}
