//! A rule of the site: every character of the starter catalogue is an adult, and their own text states it.
//!
//! Each actor and card quotes, in `grown`, the words of their description that state it. The check refuses
//! words that are not in the description or state no adult age, and a missing field. The statement stands in
//! the description, where readers and every model see it.

/// Words that state or deny an adult age in one language.
struct Words {
    language: &'static str,
    /// Numbers from eighteen up, and words for an adult. `~` before a word: it may also begin or end a longer
    /// one.
    grown: &'static str,
    /// Ages below eighteen, in the form in which a description or role would begin with them.
    few: &'static str,
    /// Words for minors.
    minors: &'static str,
}

/// The languages of the catalogue. Add a language here before the first text in it.
const LANGUAGES: &[Words] = &[
    Words {
        language: "en",
        grown: "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand century centuries adult grown full-grown grown-up elderly ancient old \
                widow widower",
        few: "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen",
        minors: "girl girls boy boys child children kid kids teen teenager teenage adolescent toddler infant schoolgirl schoolboy schoolchild underage minor",
    },
    Words {
        language: "de",
        grown: "achtzehn neunzehn ~zwanzig ~dreißig ~vierzig ~fünfzig ~sechzig ~siebzig ~achtzig ~neunzig ~hundert ~tausend ~erwachsen ~älter steinalt uralt",
        few: "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn",
        minors: "kind mädchen junge bub knabe schüler schülerin jugendliche jugendlicher teenager",
    },
    Words {
        language: "fr",
        grown: "dix-huit dix-neuf vingt trente quarante cinquante soixante quatre-vingt cent mille adulte âgé âgée",
        few: "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept",
        minors: "enfant fillette garçon gamin gamine écolier écolière adolescent adolescente lycéen lycéenne",
    },
    Words {
        language: "es",
        grown: "dieciocho diecinueve veinte ~veinti treinta cuarenta cincuenta sesenta setenta ochenta noventa cien mil adulto adulta anciano anciana",
        few: "dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete",
        minors: "niño niña chico chica muchacho muchacha adolescente escolar colegial colegiala",
    },
    Words {
        language: "pt",
        grown: "dezoito dezenove dezanove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem mil adulto adulta idoso idosa",
        few: "dois três quatro cinco seis sete oito nove dez onze doze treze catorze quatorze quinze dezesseis dezessete",
        minors: "criança menino menina garoto garota rapazinho adolescente estudante-criança",
    },
    Words {
        language: "ru",
        grown: "восемнадцать девятнадцать двадцать тридцать тридцати сорок сорока пятьдесят шестьдесят семьдесят восемьдесят девяносто сто тысяча ~взросл пожилой пожилая",
        few: "два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать",
        minors: "ребёнок девочка мальчик подросток школьник школьница дитя малыш",
    },
    Words {
        language: "ja",
        grown: "~十八歳 ~十九歳 ~二十 ~三十 ~四十 ~五十 ~六十 ~七十 ~八十 ~九十 ~百 ~千 ~大人",
        few: "一歳 二歳 三歳 四歳 五歳 六歳 七歳 八歳 九歳 十歳 十一歳 十二歳 十三歳 十四歳 十五歳 十六歳 十七歳",
        minors: "~少女 ~少年 ~女の子 ~男の子 ~子ども ~子供 ~高校生 ~中学生 ~小学生 ~女子高 ~男子高",
    },
];

/// Words that follow an age at the beginning of a text.
const FOLLOW_AN_AGE: &[&str] = &["and ", "or ", "year", "jahr", "ans", "años", "anos", "лет", "год"];

/// A character of the catalogue, with what concerns their age.
pub(super) struct AdultCheck<'a> {
    pub(super) language: &'a str,
    /// The words that state it.
    pub(super) stated: &'a str,
    /// Their descriptions: one of them contains the words.
    pub(super) texts: &'a [&'a str],
    /// Their short descriptions: name, role and what the portrait shows. None may speak of a child.
    pub(super) labels: &'a [&'a str],
}

impl AdultCheck<'_> {
    /// Returns the rule that is broken, if this is not clearly an adult.
    pub(super) fn check(&self) -> Result<(), String> {
        let Some(words) = LANGUAGES.iter().find(|words| words.language == self.language) else {
            return Err(format!("no words for grown people in {}", self.language));
        };
        if !self.texts.iter().any(|text| text.contains(self.stated)) {
            return Err(format!("\"{}\" does not stand in the description", self.stated));
        }
        if !states_adult_age(words, self.stated) {
            return Err(format!("\"{}\" does not say that this is an adult", self.stated));
        }
        if let Some(label) = self
            .labels
            .iter()
            .find(|label| any(words.minors, label) || any(LANGUAGES[0].minors, label))
        {
            return Err(format!("\"{label}\" speaks of a child"));
        }
        match self.texts.iter().find(|text| gives_minor_age(words, text)) {
            Some(text) => Err(format!(
                "\"{}\" gives the age of a child",
                text.chars().take(40).collect::<String>()
            )),
            None => Ok(()),
        }
    }
}

/// Whether these words state an adult age. "Eleven years old" does not, although it contains "old".
fn states_adult_age(words: &Words, stated: &str) -> bool {
    let stated = stated
        .to_lowercase()
        .replace("years old", "")
        .replace("year-old", "");
    digits(&stated).is_some_and(|years| years >= 18) || any(words.grown, &stated)
}

/// Whether the text gives the age of a minor in a place where ages stand: at its beginning ("Fifteen and
/// frightened"), after "aged", or alone between commas ("cook, sixteen"). "Seven towns", "Six foot two" and
/// "Nine arches of stone" are not ages.
fn gives_minor_age(words: &Words, text: &str) -> bool {
    let text = text.to_lowercase();
    let few = |number: &str| {
        words.few.split_whitespace().any(|few| few == number)
            || number.parse::<u32>().is_ok_and(|years| years < 18)
    };
    let number_of = |text: &str| {
        text.chars()
            .take_while(|c| c.is_alphanumeric() || *c == '-')
            .collect::<String>()
    };
    if words.language == "ja" {
        return words
            .few
            .split_whitespace()
            .any(|few| text.trim_start().starts_with(few));
    }
    let opening = number_of(text.trim_start());
    let follows = text.trim_start()[opening.len()..].trim_start();
    let as_age = follows.starts_with(['.', ',', ';', ':'])
        || FOLLOW_AN_AGE.iter().any(|word| follows.starts_with(word));
    (as_age && few(&opening))
        || text.split("aged ").skip(1).any(|after| few(&number_of(after)))
        || text
            .split([',', ';'])
            .skip(1)
            .any(|clause| clause.starts_with(' ') && few(clause.trim().trim_end_matches('.')))
}

/// The first number written in digits.
fn digits(text: &str) -> Option<u32> {
    let from = text.find(|c: char| c.is_ascii_digit())?;
    let rest = &text[from..];
    rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())]
        .parse()
        .ok()
}

/// Whether the text contains one of these words: whole, or within a longer word if it is marked for that.
fn any(list: &str, text: &str) -> bool {
    let text = text.to_lowercase();
    list.split_whitespace().any(|word| match word.strip_prefix('~') {
        Some(part) => text.contains(part),
        None => text.match_indices(word).any(|(at, _)| {
            let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
            edge(text[..at].chars().next_back()) && edge(text[at + word.len()..].chars().next())
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(language: &str, role: &str, text: &str, stated: &str, figure: &str) -> Result<(), String> {
        AdultCheck {
            language,
            stated,
            texts: &[text, role],
            labels: &["Kim", role, figure],
        }
        .check()
    }

    #[test]
    fn an_adult_is_one_in_every_language() {
        for (language, text, stated) in [
            ("en", "Twenty and frightened, with chilblains.", "Twenty"),
            ("en", "A russet vixen of forty winters.", "forty winters"),
            (
                "en",
                "Nine arches of black stone and one mind, two thousand years old.",
                "two thousand years old",
            ),
            ("en", "A small grey cat, full-grown.", "full-grown"),
            ("en", "A clerk, 36, with ink on one cuff.", "36"),
            ("de", "Mitte fünfzig, von der Küste hergezogen.", "Mitte fünfzig"),
            ("de", "Jetzt ist er einundsiebzig.", "einundsiebzig"),
            ("fr", "Vingt-quatre ans, les mains brûlées.", "Vingt-quatre ans"),
            ("es", "Treinta y un años, tres accidentes.", "Treinta y un años"),
            (
                "pt",
                "Vinte e três anos, voa de olhos fechados.",
                "Vinte e três anos",
            ),
            ("ru", "Двадцать два года, сильная.", "Двадцать два года"),
            ("ja", "二十四歳。マイクの前では堂々としている。", "二十四歳"),
            ("ja", "十九歳。", "十九歳"),
        ] {
            assert_eq!(
                check(language, "somebody", text, stated, "woman, glasses"),
                Ok(()),
                "{text}"
            );
        }
    }

    #[test]
    fn no_child_passes_whatever_is_quoted() {
        for (language, role, text, stated, figure) in [
            // Characters of the first catalogue, with their original texts.
            (
                "en",
                "Scullery maid",
                "Fifteen and frightened, with chilblains and a splendid memory.",
                "Fifteen",
                "",
            ),
            (
                "en",
                "Scullery maid",
                "Fifteen and frightened, thirty miles from home.",
                "thirty",
                "",
            ),
            (
                "en",
                "Eleven, travelling alone",
                "On her way to her mother, who is forty.",
                "forty",
                "",
            ),
            (
                "en",
                "navigator, aged eleven",
                "Reads the salt by taste.",
                "aged eleven",
                "",
            ),
            (
                "en",
                "Boy king, bored",
                "He will be crowned in twenty days.",
                "twenty",
                "",
            ),
            ("en", "printer's boy, sixteen", "Runs the old press.", "old", ""),
            (
                "en",
                "cook, sixteen, knows something",
                "A hundred recipes.",
                "hundred",
                "",
            ),
            (
                "en",
                "The girl in the third house",
                "She is twenty.",
                "twenty",
                "",
            ),
            (
                "en",
                "Seller of news",
                "Quick. Twenty pockets.",
                "Twenty",
                "girl, cap",
            ),
            (
                "en",
                "Seller of news",
                "Eleven years old and quick.",
                "Eleven years old",
                "",
            ),
            ("en", "Seller of news", "A clerk, 16, quick.", "16", ""),
            ("en", "Seller of news", "17, quick, forty pockets.", "forty", ""),
            ("de", "Lehrling", "Sechzehn, still.", "Sechzehn", ""),
            (
                "de",
                "ein Mädchen aus dem Dorf",
                "Hat zwanzig Schafe.",
                "zwanzig",
                "",
            ),
            ("fr", "écolier", "Il a trente billes.", "trente", ""),
            ("es", "aprendiz", "Quince años, cuarenta botones.", "cuarenta", ""),
            ("pt", "menino do cais", "Vinte amigos.", "Vinte", ""),
            ("ru", "ученица", "Пятнадцать лет, тихая.", "Пятнадцать лет", ""),
            ("ja", "放送部員", "十六歳。", "十六歳", ""),
            ("ja", "女子高生", "二十の質問が好き。", "二十", ""),
            // Words that are not in the text, or that state nothing.
            ("en", "Baker", "Kneads at night.", "Thirty", ""),
            ("en", "Baker", "Kneads at night.", "", ""),
            ("en", "Baker", "Kneads at night.", "Kneads", ""),
            ("tlh", "Baker", "Thirty.", "Thirty", ""),
        ] {
            assert!(
                check(language, role, text, stated, figure).is_err(),
                "{role}: {text}"
            );
        }
    }
}
