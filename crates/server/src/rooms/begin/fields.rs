//! The fields of the form of a new game, and what is wrong with them.

use std::collections::BTreeMap;

use damier_core::{Fault, Lang};
use damier_table::{Entry, Heaps, Numbers, Param, ParamKind, Spec};

use super::rules::number_word;

/// The fields of a form, in order.
pub type FormFields = Vec<(String, String)>;

/// What is wrong with fields, by their names.
pub type FieldFaults = BTreeMap<String, Fault>;

/// Returns the value of a field that is filled in.
pub fn find<'a>(fields: &'a FormFields, name: &str) -> Option<&'a str> {
    all(fields, name).next()
}

/// Returns the values of a field that is filled in, perhaps several times.
fn all<'a>(fields: &'a FormFields, name: &str) -> impl Iterator<Item = &'a str> {
    let named = fields.iter().filter(move |(key, _)| key == name);
    named.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
}

/// Returns the name of the field, or the beginning of the names of the fields, of a parameter.
pub fn name_of(param: &Param) -> String {
    format!("param-{}", param.key)
}

/// Returns the name of the field for the things of a kind in a heap, counted from 1.
pub fn heap_name(param: &Param, heap: usize, kind: char) -> String {
    format!("param-{}-{heap}-{kind}", param.key)
}

/// Returns the value that the fields give a parameter; `None` where that is what the game has without it.
///
/// # Errors
/// Says what is wrong with it.
fn value(param: &Param, fields: &FormFields) -> Result<Option<String>, Fault> {
    let name = name_of(param);
    // A whole value is the value, whatever the parameter is.
    let written = all(fields, &name).collect::<Vec<_>>();
    let value = match param.kind {
        ParamKind::Heaps(heaps) if written.is_empty() => heaps.write(&heap_fields(param, heaps, fields)?),
        ParamKind::Letters(_) => written.join("."),
        _ => written.first().copied().unwrap_or_default().to_string(),
    };
    match param.kind {
        ParamKind::Numbers(Numbers { low, high, .. }) if !value.is_empty() && !is_offered(param, &value) => {
            return Err(Fault::new(
                format!("« {value} » n'est pas possible : de {low} à {high}."),
                format!("\"{value}\" is not possible: from {low} to {high}."),
            ));
        }
        ParamKind::Letters(letters) if !value.is_empty() && letters.read(&value).len() != letters.count => {
            let [fr, en] = Lang::ALL.map(|lang| number_word(letters.count, lang));
            return Err(Fault::new(
                format!("Choisissez-en {fr}, ou aucune."),
                format!("Choose {en} of them, or none."),
            ));
        }
        _ => {}
    }
    let usual = match param.kind {
        ParamKind::Numbers(numbers) => numbers.usual.to_string(),
        ParamKind::Heaps(heaps) => heaps.usual.to_string(),
        _ => String::new(),
    };
    Ok(Some(value).filter(|value| !value.is_empty() && *value != usual))
}

/// Says whether a number is one of those that a parameter offers.
fn is_offered(param: &Param, value: &str) -> bool {
    let ParamKind::Numbers(numbers) = param.kind else { return false };
    numbers.all().any(|number| number.to_string() == value)
}

/// Reads the fields of heaps; empty ones count as 0.
fn heap_fields(param: &Param, heaps: Heaps, fields: &FormFields) -> Result<Vec<Vec<u32>>, Fault> {
    let count = |heap: usize, kind: char| {
        let Some(text) = find(fields, &heap_name(param, heap, kind)) else { return Ok(0) };
        text.parse().ok().filter(|count| *count <= heaps.highest).ok_or_else(|| {
            Fault::new(
                format!("Tas {heap} : « {text} » n'est pas un nombre de 0 à {}.", heaps.highest),
                format!("Heap {heap}: \"{text}\" is no number from 0 to {}.", heaps.highest),
            )
        })
    };
    let heap = |heap| heaps.kinds.iter().map(|&(kind, _)| count(heap, kind)).collect();
    (1..=heaps.most).map(heap).collect()
}

/// Reads the spec that fields describe, and says what is wrong with each of them. What is wrong is left out of the spec.
pub fn read(entry: &Entry, fields: &FormFields) -> (Spec, FieldFaults) {
    let mut faults = FieldFaults::new();
    let mut spec = match Spec::with_variant(entry.id, find(fields, "rules").unwrap_or_default()) {
        Ok(spec) => spec,
        Err(fault) => {
            faults.insert("variant".to_string(), fault);
            Spec { id: entry.id.to_string(), variants: Vec::new(), params: Vec::new() }
        }
    };
    for name in all(fields, "variant") {
        if !spec.variants.iter().any(|known| known == name) {
            spec.variants.push(name.to_string());
        }
    }
    for param in entry.params {
        // Each is tried alone, so that whoever errs is told where.
        let checked = value(param, fields).and_then(|value| {
            let Some(value) = value else { return Ok(None) };
            let params = vec![(param.key.to_string(), value.clone())];
            entry.open(&Spec { id: entry.id.to_string(), variants: Vec::new(), params })?;
            Ok(Some(value))
        });
        match checked {
            Ok(Some(value)) => {
                spec.params.retain(|(key, _)| key != param.key);
                spec.params.push((param.key.to_string(), value));
            }
            Ok(None) => {}
            Err(fault) => _ = faults.insert(name_of(param), fault),
        }
    }
    (spec, faults)
}

/// Returns the spec that the fields describe.
///
/// # Errors
/// If one of them is wrong.
pub fn spec(id: &str, fields: &FormFields) -> Result<Spec, Fault> {
    let (spec, faults) = read(damier_games::entry(id)?, fields);
    faults.into_values().next().map_or(Ok(spec), Err)
}

/// Completes the fields of somebody who comes to the form: what he does not say is as it fits a first game.
pub fn with_defaults(entry: &Entry, mut fields: FormFields) -> FormFields {
    // An empty text of rules is the sheet's game.
    if fields.iter().any(|(name, _)| name == "rules" || name == "position") {
        return fields;
    }
    for param in entry.params {
        let ParamKind::Numbers(numbers) = param.kind else { continue };
        let name = name_of(param);
        if let (Some(first), None) = (numbers.first, find(&fields, &name)) {
            fields.push((name, first.to_string()));
        }
    }
    fields
}

/// Writes faults for the page of a reader.
pub fn say_all(faults: &FieldFaults, lang: Lang) -> BTreeMap<String, String> {
    faults.iter().map(|(name, fault)| (name.clone(), fault.say(lang).to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(pairs: &[(&str, &str)]) -> FormFields {
        pairs.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect()
    }

    fn made(id: &str, pairs: &[(&str, &str)]) -> String {
        spec(id, &fields(pairs)).unwrap().to_string()
    }

    #[test]
    fn the_form_makes_a_spec() {
        let filled = [("seat0", "human"), ("variant", "swap"), ("param-size", " 7 "), ("param-x", "")];
        assert_eq!(made("hex", &filled), "hex:swap,size=7");
        assert_eq!(made("hex", &[]), "hex");
        assert_eq!(made("hex", &[("param-size", "16")]), "hex", "the size of the sheet goes without saying");
        assert_eq!(made("hex", &[("rules", "swap,size=5")]), "hex:swap,size=5");
        assert_eq!(made("hex", &[("rules", "size=5"), ("param-size", "7")]), "hex:size=7");
    }

    #[test]
    fn files_and_heaps_have_fields_of_their_own() {
        let files = ["a", "d", "h", "k"].map(|file| ("param-blanc", file));
        assert_eq!(made("quandary", &files), "quandary:blanc=a.d.h.k");
        let heaps = [("param-tas-1-n", "3"), ("param-tas-1-b", "0"), ("param-tas-4-b", "12")];
        assert_eq!(made("nim", &heaps), "nim:tas=3n+12b");
        assert_eq!(made("nim", &[("param-tas", "1n")]), "nim:tas=1n");
        let sheet = [(1, "3", "1"), (2, "2", "2"), (3, "1", "3")];
        let sheet: Vec<(String, String)> = sheet
            .into_iter()
            .flat_map(|(heap, new, burnt)| {
                [(format!("param-tas-{heap}-n"), new.into()), (format!("param-tas-{heap}-b"), burnt.into())]
            })
            .collect();
        assert_eq!(spec("nim", &sheet).unwrap().to_string(), "nim");
    }

    #[test]
    fn what_is_wrong_is_told_of_its_field() {
        let wrong = |id: &str, pairs: &[(&str, &str)]| {
            let (spec, faults) = read(damier_games::entry(id).unwrap(), &fields(pairs));
            (spec.to_string(), faults.into_keys().collect::<Vec<_>>())
        };
        let swapped = [("variant", "swap"), ("param-size", "99")];
        assert_eq!(wrong("hex", &swapped), ("hex:swap".to_string(), vec!["param-size".to_string()]));
        let three =
            [("param-blanc", "a"), ("param-blanc", "b"), ("param-blanc", "c"), ("param-plateau", "x")];
        assert_eq!(wrong("quandary", &three).1, ["param-blanc", "param-plateau"]);
        assert_eq!(wrong("nim", &[("param-tas-2-n", "100")]).1, ["param-tas"]);
        assert_eq!(wrong("hex", &[("rules", "size=")]).1, ["variant"]);
    }

    #[test]
    fn who_says_nothing_gets_a_first_game() {
        let hex = damier_games::entry("hex").unwrap();
        assert_eq!(with_defaults(hex, fields(&[])), fields(&[("param-size", "11")]));
        for said in
            [fields(&[("param-size", "16")]), fields(&[("rules", "size=5")]), fields(&[("rules", "")])]
        {
            assert_eq!(with_defaults(hex, said.clone()), said);
        }
    }
}
