//! Days of the calendar, as they stand in addresses: `2026-11-19`.

use std::fmt::{self, Display};
use std::str::FromStr;

use damier_core::{Fault, Lang};

use crate::app::now;

/// The milliseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A day of the Gregorian calendar, not before 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: i64,
    month: i64,
    day: i64,
}

impl Date {
    /// Returns the day that it is in Greenwich.
    pub fn today() -> Date {
        Date::of_number(now() / DAY)
    }

    /// Returns the day that comes so many days after the first of January 1970.
    pub fn of_number(number: i64) -> Date {
        // The years are counted from March on, so that a leap day is the last of its year; 400 years have 146,097 days.
        let days = number + 719_468;
        let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
        let march = (5 * day_of_year + 2) / 153;
        let month = if march < 10 { march + 3 } else { march - 9 };
        let day = day_of_year - (153 * march + 2) / 5 + 1;
        Date { year: year + era * 400 + i64::from(month <= 2), month, day }
    }

    /// Returns how many days after the first of January 1970 it comes.
    pub fn number(self) -> i64 {
        let year = if self.month <= 2 { self.year - 1 } else { self.year };
        let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let day_of_year = (153 * ((self.month + 9) % 12) + 2) / 5 + self.day - 1;
        era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
    }

    /// Returns the day so many days later, or earlier.
    pub fn after(self, days: i64) -> Date {
        Date::of_number(self.number() + days)
    }

    /// Writes it as one reads it: "19 novembre 2026".
    pub fn words(self, lang: Lang) -> String {
        const FRENCH: [&str; 12] = [
            "janvier",
            "février",
            "mars",
            "avril",
            "mai",
            "juin",
            "juillet",
            "août",
            "septembre",
            "octobre",
            "novembre",
            "décembre",
        ];
        const ENGLISH: [&str; 12] = [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ];
        let Date { year, month, day } = self;
        let place = (month - 1) as usize;
        match lang {
            Lang::Fr if day == 1 => format!("1er {} {year}", FRENCH[place]),
            Lang::Fr => format!("{day} {} {year}", FRENCH[place]),
            Lang::En => format!("{day} {} {year}", ENGLISH[place]),
        }
    }
}

impl Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Date, Fault> {
        let read = || {
            let mut parts = text.splitn(3, '-').map(|part| part.parse::<i64>().ok());
            let date = Date { year: parts.next()??, month: parts.next()??, day: parts.next()?? };
            let usual = (1970..=9999).contains(&date.year) && (1..=12).contains(&date.month);
            // Written out, it is the same only if there is such a day.
            (usual && date.to_string() == text && Date::of_number(date.number()) == date).then_some(date)
        };
        read().ok_or_else(|| {
            Fault::new(
                format!("« {text} » n'est pas un jour ; attendu : 2026-11-19"),
                format!("\"{text}\" is no day; expected 2026-11-19"),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_1970_on() {
        // 2000 was a leap year, 1900 and 2100 were and will be none; day 11,016 is the 29th of February 2000.
        for (number, text) in
            [(0, "1970-01-01"), (11_016, "2000-02-29"), (47_541, "2100-03-01"), (20_776, "2026-11-19")]
        {
            let date = Date::of_number(number);
            assert_eq!((date.to_string().as_str(), date.number()), (text, number));
            assert_eq!(text.parse(), Ok(date));
        }
        for number in 0..80_000 {
            assert_eq!(Date::of_number(number).number(), number);
        }
    }

    #[test]
    fn what_is_no_day_is_named() {
        for wrong in ["", "2026-02-29", "2026-13-01", "2026-1-1", "1969-12-31", "today", "2026-11-19-1"] {
            assert!(
                wrong.parse::<Date>().unwrap_err().to_string().contains(&format!("\"{wrong}\"")),
                "{wrong}"
            );
        }
    }

    #[test]
    fn days_are_read_as_words() {
        let words = |text: &str, lang| text.parse::<Date>().unwrap().words(lang);
        assert_eq!(words("2026-11-19", Lang::Fr), "19 novembre 2026");
        assert_eq!(words("2026-08-01", Lang::Fr), "1er août 2026");
        assert_eq!(words("2026-08-01", Lang::En), "1 August 2026");
    }
}
