//! Booklets of problems: several diagrams on a page, the solutions at the end.

use damier_core::Fault;
use damier_export::pdf::{Block, Booklet, Figure};
use damier_scene::View;
use damier_table::{Entry, Problem, no_problems, words};

use crate::{PaperError, Press, best_fit};

/// The number of diagrams side by side, and one under the other.
const ACROSS: usize = 2;
const DOWN: usize = 3;

/// Returns the problems of a game, of one grade or all, with their numbers.
///
/// # Errors
/// If the game has no problems.
pub fn numbered(entry: &Entry, grade: Option<u8>) -> Result<Vec<(usize, Problem)>, Fault> {
    let game = entry.variant("")?;
    let prover = game.problems().ok_or_else(|| no_problems(entry))?;
    let all = (1..).zip(prover.shipped());
    Ok(all.filter(|(_, task)| grade.is_none_or(|grade| task.grade == grade)).collect())
}

impl Press {
    /// Prints the problems of a game, of one grade or all, with their solutions at the end. These are proved again, which takes
    /// a while.
    ///
    /// # Errors
    /// If there are no such problems, or the sheet cannot be put together.
    pub fn problems(&self, entry: &Entry, grade: Option<u8>) -> Result<Vec<u8>, PaperError> {
        let tasks = numbered(entry, grade)?;
        if tasks.is_empty() {
            return Err(
                Fault::new("Pas de problème de cette difficulté.", "No problem of this difficulty.").into()
            );
        }
        Ok(self.lay_problems(entry, &tasks, grade)?.write()?)
    }

    fn lay_problems(
        &self,
        entry: &Entry,
        tasks: &[(usize, Problem)],
        grade: Option<u8>,
    ) -> Result<Booklet, Fault> {
        let lang = self.lang;
        let (mut figures, mut solutions) = (Vec::new(), Vec::new());
        let mut claim = None;
        for (number, task) in tasks {
            let game = entry.variant(&task.variant)?;
            let prover = game.problems().ok_or_else(|| no_problems(entry))?;
            let session = game.resume(&task.position)?;
            let under = words::task(task, &*session, lang);
            let variant = words::variant(entry, game.spec(), lang);
            let variant = if variant.is_empty() { variant } else { format!(" · {variant}") };
            let above =
                format!("{number} · {} {}{variant}", self.say("difficulté", "difficulty"), task.grade);
            figures.push(Figure { scene: best_fit(&*session, &View::new(lang), 1.1), above, under });
            solutions.push((format!("{number}."), prover.line(task)?.join(" ")));
            claim = Some(prover.claim());
        }
        let name = entry.name.get(lang);
        let mut title = format!("{name} – {}", self.say("problèmes", "problems"));
        if let Some(grade) = grade {
            title += &format!(", {} {grade}", self.say("difficulté", "difficulty"));
        }
        let claim = claim.map_or_else(String::new, |claim| words::claim(claim, lang));
        let blocks = vec![
            Block::Title(title.clone()),
            Block::Text(claim),
            Block::Figures { across: ACROSS, down: DOWN, figures },
            Block::NewPage,
            Block::Title(self.say("Solutions", "Solutions").to_string()),
            Block::List(solutions),
        ];
        let footer = self.footer(&title, self.address(&format!("/problems/{}", entry.id)).as_deref());
        Ok(Booklet { title, lang, lying: false, blocks, stamp: None, footer })
    }
}
