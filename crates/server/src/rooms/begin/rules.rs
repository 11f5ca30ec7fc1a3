//! The fields that choose the rules, for all games alike: what they are is in the game's entry.

use std::collections::BTreeMap;

use damier_core::{Lang, Text};
use damier_table::{Entry, Heaps, Letters, Numbers, Param, ParamKind, Spec};
use maud::{Markup, html};

use super::fields::{FieldFaults, FormFields, find, heap_name, name_of};
use crate::web::reader::Reader;

/// The number of heaps that are shown at least.
const SHOWN_HEAPS: usize = 4;

/// Draws the fields that choose the rules of a spec.
pub fn rule_fields(entry: &Entry, spec: &Spec, reader: &Reader) -> Markup {
    let params = spec.params.iter().map(|(key, value)| (format!("param-{key}"), value.clone()));
    draw(entry, spec, &params.collect(), &FieldFaults::new(), reader.lang)
}

/// Draws the fields that choose the rules, as they are filled in, with what is wrong.
pub fn draw(entry: &Entry, spec: &Spec, fields: &FormFields, faults: &FieldFaults, lang: Lang) -> Markup {
    html! {
        @for param in entry.params { (field(param, fields, faults, lang)) }
        @for variant in entry.variants.iter().filter(|variant| !variant.words.get(lang).is_empty()) {
            @let chosen = spec.variants.iter().any(|name| name == variant.name);
            label.variant-choice {
                input type="checkbox" name="variant" value=(variant.name) checked[chosen];
                span { b { (capital(variant.words.get(lang))) } " " span.note { (sentence(variant.about.get(lang))) } }
            }
        }
        (fault(faults, "variant", lang))
    }
}

/// Draws a place for what is wrong with a field, filled in if something is.
pub fn fault(faults: &FieldFaults, name: &str, lang: Lang) -> Markup {
    html! { p.fault data-fault=(name) id={ "fault-" (name) } role="alert" { @if let Some(fault) = faults.get(name) { (fault.say(lang)) } } }
}

/// Writes the first letter of a text as a capital.
pub fn capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// Makes a sentence of a text without an end.
fn sentence(text: &str) -> String {
    format!("{}.", capital(text))
}

/// Draws the field of a parameter.
fn field(param: &Param, fields: &FormFields, faults: &FieldFaults, lang: Lang) -> Markup {
    let name = name_of(param);
    let label = param.label.get(lang);
    let described = format!("fault-{name}");
    html! {
        div.param {
            @match param.kind {
                ParamKind::Numbers(numbers) => (sizes(param, numbers, fields, lang)),
                ParamKind::Letters(letters) => (files(param, letters, fields, lang)),
                ParamKind::Heaps(heaps) => (piles(param, heaps, fields, lang)),
                ParamKind::Text(examples) => {
                    label { (label) " "
                        input type="text" name=(name) value=(find(fields, &name).unwrap_or_default()) maxlength="200" autocomplete="off"
                            placeholder=(examples.first().copied().unwrap_or_default()) aria-describedby=(described);
                    }
                    " " span.note { (sentence(param.about.get(lang))) }
                }
            }
            (fault(faults, &name, lang))
        }
    }
}

/// Draws the choice of a size: first those that are advised, then the others.
fn sizes(param: &Param, numbers: Numbers, fields: &FormFields, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let name = name_of(param);
    let usual = numbers.usual.to_string();
    let chosen = find(fields, &name).unwrap_or(&usual);
    let words = |number: usize| (param.say)(&number.to_string(), lang);
    let mut advised: Vec<(usize, &str)> = numbers
        .first
        .into_iter()
        .map(|first| (first, say("pour une première partie", "for a first game")))
        .collect();
    advised.push((numbers.usual, say("taille de la fiche", "size of the sheet")));
    let others = || numbers.all().filter(|number| !advised.iter().any(|(other, _)| other == number));
    let known = numbers.all().any(|number| number.to_string() == chosen);
    html! {
        label { (param.label.get(lang)) " "
            select name=(name) aria-describedby={ "fault-" (name) } {
                @for (number, why) in &advised {
                    option value=(number) selected[number.to_string() == chosen] { (words(*number)) " – " (why) }
                }
                optgroup label=(say("Autres tailles", "Other sizes")) {
                    @for number in others() { option value=(number) selected[number.to_string() == chosen] { (words(number)) } }
                    // What was asked for and is not possible stays in sight.
                    @if !known { option value=(chosen) selected { (chosen) } }
                }
            }
        }
    }
}

/// Draws the choice of some letters.
fn files(param: &Param, letters: Letters, fields: &FormFields, lang: Lang) -> Markup {
    let name = name_of(param);
    let written: Vec<&str> =
        fields.iter().filter(|(key, _)| *key == name).map(|(_, value)| value.as_str()).collect();
    let chosen = letters.read(&written.join("."));
    let note = match lang {
        Lang::Fr => format!("{} au choix ; sinon, au hasard.", capital(&number_word(letters.count, lang))),
        Lang::En => format!("{} of them; otherwise, by lot.", capital(&number_word(letters.count, lang))),
    };
    html! {
        fieldset.letters aria-describedby={ "fault-" (name) } {
            legend { (param.label.get(lang)) }
            @for letter in letters.of.chars() {
                label { input type="checkbox" name=(name) value=(letter) checked[chosen.contains(&letter)]; (letter) }
            }
            " " span.note { (note) }
        }
    }
}

/// Writes a small number as a word.
pub fn number_word(number: usize, lang: Lang) -> String {
    let words = [
        Text::new("une", "one"),
        Text::new("deux", "two"),
        Text::new("trois", "three"),
        Text::new("quatre", "four"),
    ];
    words.get(number.wrapping_sub(1)).map_or_else(|| number.to_string(), |word| word.get(lang).to_string())
}

/// Draws the fields of heaps: a row for each, and some more.
fn piles(param: &Param, heaps: Heaps, fields: &FormFields, lang: Lang) -> Markup {
    let say = |fr: &'static str, en: &'static str| Text::new(fr, en).get(lang);
    let name = name_of(param);
    // As they were typed, so that what is wrong stays in sight.
    let mut typed: BTreeMap<(usize, char), String> = BTreeMap::new();
    for heap in 1..=heaps.most {
        for &(kind, _) in heaps.kinds {
            typed.extend(
                find(fields, &heap_name(param, heap, kind)).map(|text| ((heap, kind), text.to_string())),
            );
        }
    }
    if typed.is_empty() {
        let value = find(fields, &name).unwrap_or(heaps.usual);
        for (heap, counts) in (1..).zip(heaps.read(value)) {
            for (&(kind, _), count) in heaps.kinds.iter().zip(counts) {
                typed.insert((heap, kind), count.to_string());
            }
        }
    }
    let filled = typed.keys().map(|(heap, _)| *heap).max().unwrap_or(0);
    let shown = filled.clamp(SHOWN_HEAPS, heaps.most);
    let row = |heap: usize| {
        html! { p { span.heap { (say("Tas", "Heap")) " " (heap) }
            @for &(kind, words) in heaps.kinds {
                label { (words.get(lang)) " "
                    input type="number" name=(heap_name(param, heap, kind)) min="0" max=(heaps.highest) inputmode="numeric"
                        value=(typed.get(&(heap, kind)).map_or("", String::as_str)) aria-label={ (say("Tas", "Heap")) " " (heap) ", " (words.get(lang)) };
                }
            }
        } }
    };
    html! {
        fieldset.heaps aria-describedby={ "fault-" (name) } {
            legend { (param.label.get(lang)) }
            @for heap in 1..=shown { (row(heap)) }
            @if shown < heaps.most {
                details { summary { (say("D'autres tas", "More heaps")) } @for heap in shown + 1..=heaps.most { (row(heap)) } }
            }
        }
    }
}
