use super::*;

const CALM: Duration = Duration::ZERO;
/// From the first kind that gives way to the last.
const ORDER: [Class; 7] = [
    Class::Reports,
    Class::Images,
    Class::Pages,
    Class::Search,
    Class::Reads,
    Class::Writes,
    Class::Auth,
];

/// Admits as many as may run now.
fn fill(load: &LoadShedder, class: Class) -> Vec<Running> {
    std::iter::from_fn(|| load.enter(class).ok()).collect()
}

#[test]
fn the_dearest_work_stands_back_first() {
    let load = LoadShedder::new(100);
    let mut running = Vec::new();
    for (refused, class) in ORDER.into_iter().enumerate() {
        running.extend(fill(&load, class));
        assert_eq!(running.len(), share(class));
        for (at, other) in ORDER.into_iter().enumerate() {
            assert_eq!(
                load.enter(other).is_err(),
                at <= refused,
                "{other:?} when {class:?} is refused"
            );
        }
    }
    assert!(load.enter(Class::Files).is_ok());
    running.clear();
    assert_eq!(load.running(), 0);
    assert!(load.enter(Class::Reports).is_ok());
}

#[test]
fn a_standing_line_takes_from_those_who_can_wait_and_from_nobody_else() {
    let load = LoadShedder::new(1_000);
    let limits = |load: &LoadShedder| ORDER.map(|class| fill(load, class).len());
    let all = limits(&load);
    for _ in 0..80 {
        load.adjust(Duration::from_millis(15));
        let _asked_for = limits(&load);
    }
    let [reports, pictures, pages, search, reads, writes, auth] = limits(&load);
    assert_eq!(
        (reports, pictures, pages),
        (2, 16, 8),
        "down to what is always let in"
    );
    assert_eq!(
        [search, reads, writes, auth],
        all[3..],
        "these have more patience"
    );
    for _ in 0..20 {
        load.adjust(Duration::from_secs(2));
        let _asked_for = limits(&load);
    }
    assert_eq!(limits(&load), [2, 16, 8, 8, 16, 32, 16], "nobody is shut out");
    assert!(load.enter(Class::Files).is_ok());
}

#[test]
fn a_limit_falls_from_what_ran_and_not_from_what_might_have() {
    let load = LoadShedder::new(100_000);
    let running: Vec<_> = (0..100)
        .map(|_| load.enter(Class::Pages).expect("room"))
        .collect();
    load.adjust(Duration::from_secs(1));
    assert!(
        load.enter(Class::Pages).is_err(),
        "a hundred were too many, whatever the wall allows"
    );
    drop(running);
    assert_eq!(fill(&load, Class::Pages).len(), 50);
}

#[test]
fn where_the_line_is_gone_there_is_room_again_within_ten_seconds() {
    let load = LoadShedder::new(2_048);
    let wanted = fill(&load, Class::Pages).len();
    for _ in 0..100 {
        load.adjust(Duration::from_secs(1));
    }
    assert_eq!(fill(&load, Class::Pages).len(), 8);
    // One adjustment each tenth of a second.
    for _ in 0..100 {
        load.adjust(CALM);
        let _asked_for = fill(&load, Class::Pages);
    }
    assert_eq!(fill(&load, Class::Pages).len(), wanted);
}

#[test]
fn pages_in_the_making_are_counted_apart_from_those_who_wait_for_them() {
    let load = LoadShedder::new(2_048);
    let _waiting = fill(&load, Class::Pages);
    let mut making: Vec<_> = std::iter::from_fn(|| load.begin_page()).collect();
    assert_eq!(making.len(), MAX_PAGE_BUILDS);
    load.adjust(Duration::from_secs(1));
    making.clear();
    let fewer: Vec<_> = std::iter::from_fn(|| load.begin_page()).collect();
    assert_eq!(fewer.len(), MAX_PAGE_BUILDS / 2);
}
