//! Repeatable random numbers.

/// The most dice of one throw.
const MAX_DICE: u64 = 100;
/// The most sides of a die.
const MAX_SIDES: u64 = 1_000_000;

/// A hash of a text: FNV-1a.
pub(in crate::prompt) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Mixes a number into a pseudo-random one: the last step of SplitMix64.
pub(in crate::prompt) fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Throws dice: `6`, `d6`, `3d6`, `3d6+2`. `None` if it is no such formula.
pub(super) fn roll(formula: &str, mut draw: impl FnMut() -> u64) -> Option<String> {
    let formula = formula.to_ascii_lowercase().replace(' ', "");
    let sign = formula.find(['+', '-']).unwrap_or(formula.len());
    let (dice, plus) = formula.split_at(sign);
    let plus: i64 = if plus.is_empty() { 0 } else { plus.parse().ok()? };
    let (count, sides) = dice.split_once('d').unwrap_or(("1", dice));
    let count: u64 = if count.is_empty() { 1 } else { count.parse().ok()? };
    let sides: u64 = sides.parse().ok()?;
    if !(1..=MAX_DICE).contains(&count) || !(1..=MAX_SIDES).contains(&sides) {
        return None;
    }
    let sum: u64 = (0..count).map(|_| draw() % sides + 1).sum();
    i64::try_from(sum)
        .ok()?
        .checked_add(plus)
        .map(|sum| sum.to_string())
}
