//! What games, variants and engines are called where people read: "Hex 11 × 11, with the swap rule", not `hex:swap,size=11`.

use damier_core::{Lang, Text};

use crate::{AgentSpec, Entry, ParamKind, Spec};

/// Names a game with its size and its variants. What the game of the sheet has is not said.
///
/// ```
/// use damier_core::Lang;
/// use damier_table::words;
///
/// let hex = damier_games::entry("hex")?;
/// assert_eq!(words::spec(hex, &"hex:swap,size=11".parse()?, Lang::Fr), "Hex 11 × 11, avec échange");
/// assert_eq!(words::spec(hex, &"hex".parse()?, Lang::En), "Hex");
/// # Ok::<(), damier_core::Fault>(())
/// ```
pub fn spec(entry: &Entry, spec: &Spec, lang: Lang) -> String {
    let [size, rest] = parts(entry, spec, lang);
    let name = [entry.name.get(lang).to_string()].into_iter().chain(size).collect::<Vec<_>>().join(" ");
    [name].into_iter().chain(rest).collect::<Vec<_>>().join(", ")
}

/// Says what follows the game's name in [`spec`], for where the name stands apart; empty for the game of the sheet.
pub fn variant(entry: &Entry, spec: &Spec, lang: Lang) -> String {
    parts(entry, spec, lang).concat().join(", ")
}

/// Returns the sizes that a spec names, and its variants and other parameters, in the order of the catalogue. What the entry
/// does not know stays as it is written.
fn parts(entry: &Entry, spec: &Spec, lang: Lang) -> [Vec<String>; 2] {
    let [mut sizes, mut rest] = [Vec::new(), Vec::new()];
    for variant in
        entry.variants.iter().filter(|variant| spec.variants.iter().any(|name| name == variant.name))
    {
        rest.push(variant.words.get(lang).to_string());
    }
    rest.retain(|words| !words.is_empty());
    let unknown = |name: &&String| !entry.variants.iter().any(|variant| variant.name == **name);
    rest.extend(spec.variants.iter().filter(unknown).cloned());
    let place = |key: &str| entry.params.iter().position(|param| param.key == key);
    let mut params: Vec<_> = spec.params.iter().map(|(key, value)| (place(key), key, value)).collect();
    params.sort_by_key(|(place, ..)| *place);
    for (place, key, value) in params {
        match place.map(|place| &entry.params[place]) {
            Some(param) => match param.kind {
                ParamKind::Numbers(numbers) if *value == numbers.usual.to_string() => {}
                ParamKind::Numbers(_) => sizes.push((param.say)(value, lang)),
                _ => rest.push((param.say)(value, lang)),
            },
            None => rest.push(format!("{key} {value}")),
        }
    }
    [sizes, rest]
}

/// Names an engine of the command line and of records: "computer, level 5". A text that names none, such as the name of a
/// person, is `None`.
///
/// ```
/// use damier_core::Lang;
/// use damier_table::words;
///
/// assert_eq!(words::agent("level:5", Lang::Fr).as_deref(), Some("ordinateur, niveau 5"));
/// assert_eq!(words::agent("Claire", Lang::Fr), None);
/// ```
pub fn agent(text: &str, lang: Lang) -> Option<String> {
    let Ok(agent) = text.parse::<AgentSpec>() else { return None };
    let computer = Text::new("ordinateur", "computer").get(lang);
    let seconds = |time: std::time::Duration| format!("{} s", time.as_secs_f64());
    Some(match (agent, lang) {
        (AgentSpec::Random, Lang::Fr) => format!("{computer}, au hasard"),
        (AgentSpec::Random, Lang::En) => format!("{computer}, at random"),
        (AgentSpec::Level(level), Lang::Fr) => format!("{computer}, niveau {level}"),
        (AgentSpec::Level(level), Lang::En) => format!("{computer}, level {level}"),
        (AgentSpec::Time(time), Lang::Fr) => format!("{computer}, {} par coup", seconds(time)),
        (AgentSpec::Time(time), Lang::En) => format!("{computer}, {} a move", seconds(time)),
        (AgentSpec::Effort(effort), Lang::Fr) => {
            format!("{computer}, {} positions par coup", effort.level.nodes)
        }
        (AgentSpec::Effort(effort), Lang::En) => {
            format!("{computer}, {} positions a move", effort.level.nodes)
        }
        (AgentSpec::Uct(nodes), Lang::Fr) => format!("{computer}, {nodes} parties simulées par coup"),
        (AgentSpec::Uct(nodes), Lang::En) => format!("{computer}, {nodes} simulated games a move"),
        (AgentSpec::Perfect, Lang::Fr) => format!("{computer}, jeu parfait"),
        (AgentSpec::Perfect, Lang::En) => format!("{computer}, perfect play"),
    })
}
