//! The texts for agents, clocks and ends in the database, in forms and in records. Only this module reads and writes them.

use std::convert::Infallible;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use damier_core::{Fault, Side};

/// Who moves for a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agent {
    /// A person: `human`.
    Human,
    /// An engine, as `damier match` names it: `level:3`.
    Engine(String),
}

/// How long a seat may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Seconds for the whole game.
    pub whole: u32,
    /// Seconds that each move adds.
    pub bonus: u32,
}

/// How a game ends off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A side resigned; this is the winner.
    Resignation(Side),
    /// The time of a side ran out; this is the winner.
    Time(Side),
    /// The players agreed on a draw.
    Agreement,
}

/// What a player offers the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OfferKind {
    /// That the game is a draw.
    Draw,
    /// That his last move and what followed be taken back.
    Takeback,
    /// To play again, with sides exchanged.
    Rematch,
}

impl Agent {
    const HUMAN: &str = "human";

    /// Returns the name of the engine; `None` for a person.
    pub fn engine(&self) -> Option<&str> {
        match self {
            Agent::Human => None,
            Agent::Engine(name) => Some(name),
        }
    }
}

impl Display for Agent {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(self.engine().unwrap_or(Agent::HUMAN))
    }
}

impl FromStr for Agent {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Agent, Infallible> {
        Ok(if text == Agent::HUMAN { Agent::Human } else { Agent::Engine(text.to_string()) })
    }
}

impl Clock {
    /// The longest time for a game, a day, and the longest bonus for a move, in seconds.
    const LONGEST: [u32; 2] = [86_400, 600];
}

impl Display for Clock {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{}+{}", self.whole, self.bonus)
    }
}

impl FromStr for Clock {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Clock, Fault> {
        let read = || {
            let (whole, bonus) = text.split_once('+')?;
            let clock = Clock { whole: whole.parse().ok()?, bonus: bonus.parse().ok()? };
            let [whole, bonus] = Clock::LONGEST;
            ((1..=whole).contains(&clock.whole) && clock.bonus <= bonus).then_some(clock)
        };
        read().ok_or_else(|| {
            Fault::new(
                format!("« {text} » n'est pas une pendule ; attendu : SECONDES+BONUS, comme 600+5"),
                format!("\"{text}\" is not a clock; expected SECONDS+BONUS, as 600+5"),
            )
        })
    }
}

impl End {
    /// All ends off the board.
    pub const ALL: [End; 5] = [
        End::Resignation(Side::First),
        End::Resignation(Side::Second),
        End::Time(Side::First),
        End::Time(Side::Second),
        End::Agreement,
    ];
}

impl Display for End {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            End::Resignation(winner) => write!(out, "{} resignation", winner.code()),
            End::Time(winner) => write!(out, "{} time", winner.code()),
            End::Agreement => out.write_str("draw agreement"),
        }
    }
}

impl FromStr for End {
    type Err = Fault;

    fn from_str(text: &str) -> Result<End, Fault> {
        End::ALL.into_iter().find(|end| end.to_string() == text).ok_or_else(|| {
            Fault::new(
                format!("« {text} » n'est pas une fin hors du plateau"),
                format!("\"{text}\" is not an end off the board"),
            )
        })
    }
}

impl OfferKind {
    /// All kinds of offers.
    pub const ALL: [OfferKind; 3] = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch];
}

impl Display for OfferKind {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            OfferKind::Draw => "draw",
            OfferKind::Takeback => "takeback",
            OfferKind::Rematch => "rematch",
        })
    }
}

impl FromStr for OfferKind {
    type Err = Fault;

    fn from_str(text: &str) -> Result<OfferKind, Fault> {
        OfferKind::ALL.into_iter().find(|kind| kind.to_string() == text).ok_or_else(|| {
            Fault::new(
                format!("« {text} » n'est pas une offre ; attendu : draw, takeback ou rematch"),
                format!("\"{text}\" is not an offer; expected draw, takeback or rematch"),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_come_back() {
        for text in ["human", "level:3"] {
            let Ok(agent) = text.parse::<Agent>();
            assert_eq!(agent.to_string(), text);
            assert_eq!(agent.engine(), Some(text).filter(|text| *text != "human"));
        }
    }

    #[test]
    fn offers_come_back() {
        for kind in OfferKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        assert!("peace".parse::<OfferKind>().is_err());
    }

    #[test]
    fn clocks_have_limits() {
        let clock = Clock { whole: 600, bonus: 5 };
        assert_eq!("600+5".parse(), Ok(clock));
        assert_eq!(clock.to_string(), "600+5");
        for wrong in ["", "600", "0+5", "90000+1", "5+999", "a+b", "-1+2"] {
            assert!(wrong.parse::<Clock>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn ends_are_written_as_they_were_from_the_beginning() {
        let texts = End::ALL.map(|end| end.to_string());
        let known =
            ["first resignation", "second resignation", "first time", "second time", "draw agreement"];
        assert_eq!(texts, known, "games of former versions are kept in these words");
        for end in End::ALL {
            assert_eq!(end.to_string().parse(), Ok(end));
        }
        assert!("first line".parse::<End>().is_err());
    }
}
