//! Neither uploads nor exports block a thread that answers requests.

use crate::testing::{Engine, TestApp, Watched, chat_of, run_on_one_thread, upload};

fn on(test: impl AsyncFnOnce(&TestApp)) {
    run_on_one_thread(async {
        if let Some(app) = TestApp::create(Engine::Sqlite).await {
            test(&app).await;
        }
    });
}

async fn everything(app: &TestApp) {
    let person = app.person("ann").await;
    let made = upload(app, &person, "/stories/import", "file", &chat_of(2_000)).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let mut watched = Watched::new(app, &person.token);
    watched.send("everything", "GET", "/users/me/export", None).await;
    watched.check();
}

async fn pictures(app: &TestApp) {
    let person = app.person("ann").await;
    let mut watched = Watched::new(app, &person.token);
    let png = |width: u32, height: u32| {
        let mut file = Vec::new();
        let picture = image::RgbImage::from_fn(width, height, |x, y| {
            image::Rgb([(x * y) as u8, x as u8, y as u8])
        });
        picture
            .write_to(&mut std::io::Cursor::new(&mut file), image::ImageFormat::Png)
            .expect("a picture");
        file
    };
    let large = png(1_600, 1_600);
    let mut cut = large.clone();
    cut.truncate(large.len() / 2);
    let mut wrong = png(64, 64);
    wrong[16..24].copy_from_slice(&[0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]);
    for (what, file) in [
        ("a large picture", large),
        ("half of it", cut),
        ("one that says it is larger than it is", wrong),
        ("none", vec![0xff; 1 << 20]),
    ] {
        watched.upload(what, "/users/me/avatar", &file).await;
    }
    watched.check();
}

#[test]
fn no_image_blocks_a_thread() {
    on(pictures);
}

#[test]
fn no_export_holds_a_thread() {
    on(everything);
}
