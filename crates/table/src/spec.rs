//! The text that names a game: `id`, `id:variant`, `id:variant,key=value`.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use damier_core::Fault;

use crate::{Param, Variant};

/// A game's name with its variants and parameters, as written; whether they exist is for the [`Entry`](crate::Entry).
///
/// ```
/// use damier_table::Spec;
///
/// let spec: Spec = "hex:swap,size=11".parse()?;
/// assert_eq!((spec.id.as_str(), spec.variant().as_str()), ("hex", "swap,size=11"));
/// assert_eq!(spec, Spec::with_variant("hex", "swap,size=11")?);
/// assert_eq!(spec.to_string(), "hex:swap,size=11");
///
/// let fault = "hex:size=".parse::<Spec>().unwrap_err();
/// assert!(fault.to_string().contains("neither a variant nor key=value"));
/// # Ok::<(), damier_core::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    /// The game's id.
    pub id: String,
    /// The named variants.
    pub variants: Vec<String>,
    /// The parameters, by key.
    pub params: Vec<(String, String)>,
}

impl Spec {
    /// Reads an id and the text after the colon, which may be empty.
    ///
    /// # Errors
    /// If a part is empty or a key is given twice.
    pub fn with_variant(id: &str, variant: &str) -> Result<Spec, Fault> {
        let mut spec = Spec { id: id.to_string(), variants: Vec::new(), params: Vec::new() };
        if variant.is_empty() {
            return Ok(spec);
        }
        for part in variant.split(',') {
            let twice = || {
                Fault::new(
                    format!("« {id} » : « {part} » est donné deux fois"),
                    format!("\"{id}\": \"{part}\" is given twice"),
                )
            };
            match part.split_once('=') {
                Some((key, value)) if !key.is_empty() && !value.is_empty() => {
                    if spec.params.iter().any(|(known, _)| known == key) {
                        return Err(twice());
                    }
                    spec.params.push((key.to_string(), value.to_string()));
                }
                None if !part.is_empty() => {
                    if spec.variants.iter().any(|known| known == part) {
                        return Err(twice());
                    }
                    spec.variants.push(part.to_string());
                }
                _ => {
                    return Err(Fault::new(
                        format!("« {id}:{variant} » : « {part} » n'est ni une variante ni clé=valeur"),
                        format!("\"{id}:{variant}\": \"{part}\" is neither a variant nor key=value"),
                    ));
                }
            }
        }
        Ok(spec)
    }

    /// Returns the text after the colon, empty for the default variant.
    pub fn variant(&self) -> String {
        let params = self.params.iter().map(|(key, value)| format!("{key}={value}"));
        self.variants.iter().cloned().chain(params).collect::<Vec<_>>().join(",")
    }
}

impl FromStr for Spec {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Spec, Fault> {
        match text.find([':', ',']) {
            Some(at) if at + 1 == text.len() => Err(Fault::new(
                format!("« {text} » : il manque une variante après « {} »", &text[at..]),
                format!("\"{text}\": a variant is missing after \"{}\"", &text[at..]),
            )),
            Some(at) => Spec::with_variant(&text[..at], &text[at + 1..]),
            None => Spec::with_variant(text, ""),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)?;
        let variant = self.variant();
        if variant.is_empty() { Ok(()) } else { write!(f, ":{variant}") }
    }
}

/// The variants and parameters of a spec, known to exist, as a game's builder reads them.
///
/// ```
/// use damier_core::Fault;
/// use damier_table::Options;
///
/// // How the builder of a game reads its size.
/// fn side(options: &Options) -> Result<usize, Fault> {
///     options.number("size", 3..=19, 11)
/// }
///
/// // Whoever names a size that is out of the range is told the range.
/// let fault = damier_games::open(&"hex:size=99".parse()?).err().expect("too large");
/// assert!(fault.to_string().contains("size=99"));
/// # Ok::<(), damier_core::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    spec: Spec,
}

impl Options {
    /// Checks a spec against what a game has.
    ///
    /// # Errors
    /// Names a variant or parameter that the game does not have, and those it has.
    pub(crate) fn check(spec: &Spec, variants: &[Variant], params: &[Param]) -> Result<Options, Fault> {
        let list = |names: Vec<&str>| if names.is_empty() { "—".to_string() } else { names.join(", ") };
        for name in &spec.variants {
            if !variants.iter().any(|variant| variant.name == name) {
                let known = list(variants.iter().map(|variant| variant.name).collect());
                return Err(Fault::new(
                    format!("« {} » n'a pas de variante « {name} » ; variantes : {known}", spec.id),
                    format!("\"{}\" has no variant \"{name}\"; variants: {known}", spec.id),
                ));
            }
        }
        for (key, _) in &spec.params {
            if !params.iter().any(|param| param.key == key) {
                let known = list(params.iter().map(|param| param.key).collect());
                return Err(Fault::new(
                    format!("« {} » n'a pas de paramètre « {key} » ; paramètres : {known}", spec.id),
                    format!("\"{}\" has no parameter \"{key}\"; parameters: {known}", spec.id),
                ));
            }
        }
        let order = |name: &String| variants.iter().position(|variant| variant.name == name);
        let key_order = |(key, _): &(String, String)| params.iter().position(|param| param.key == key);
        let mut spec = spec.clone();
        spec.variants.sort_by_key(order);
        spec.params.sort_by_key(key_order);
        Ok(Options { spec })
    }

    /// Returns the spec with variants and parameters in the catalogue's order.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Says whether a variant is named.
    pub fn has(&self, variant: &str) -> bool {
        self.spec.variants.iter().any(|name| name == variant)
    }

    /// Returns the text of a parameter, if it is given.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.spec.params.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// Returns a whole number, or `default` where it is not given.
    ///
    /// # Errors
    /// If it is no number of the range.
    pub fn number(&self, key: &str, range: RangeInclusive<usize>, default: usize) -> Result<usize, Fault> {
        let Some(text) = self.text(key) else {
            return Ok(default);
        };
        let number = text.parse().ok().filter(|number| range.contains(number) && !text.starts_with('+'));
        number.ok_or_else(|| {
            let (low, high) = (range.start(), range.end());
            Fault::new(
                format!("« {key}={text} » : un nombre de {low} à {high} est attendu"),
                format!("\"{key}={text}\": a number from {low} to {high} is expected"),
            )
        })
    }

    /// Refuses two variants that exclude each other.
    ///
    /// # Errors
    /// If both are named.
    pub fn exclude(&self, a: &str, b: &str) -> Result<(), Fault> {
        if self.has(a) && self.has(b) {
            return Err(Fault::new(
                format!("« {a} » et « {b} » s'excluent"),
                format!("\"{a}\" and \"{b}\" exclude each other"),
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_forms_of_the_command_line() {
        for (text, variants, params, shown) in [
            ("hex", vec![], vec![], "hex"),
            ("hex:size=11", vec![], vec![("size", "11")], "hex:size=11"),
            ("hex,size=11", vec![], vec![("size", "11")], "hex:size=11"),
            ("hex:swap,size=5", vec!["swap"], vec![("size", "5")], "hex:swap,size=5"),
            ("nim:tas=1n1b+2n", vec![], vec![("tas", "1n1b+2n")], "nim:tas=1n1b+2n"),
        ] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.id, text.split([':', ',']).next().unwrap());
            assert_eq!(spec.variants, variants);
            let pairs: Vec<(&str, &str)> =
                spec.params.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
            assert_eq!(pairs, params);
            assert_eq!(spec.to_string(), shown);
        }
    }

    #[test]
    fn refuses_malformed_specs() {
        for (text, part) in [
            ("hex:", "missing"),
            ("hex:,", "neither"),
            ("hex:a,a", "twice"),
            ("hex:=3", "neither"),
            ("hex:size=", "neither"),
            ("hex:size=3,size=4", "twice"),
        ] {
            let fault = text.parse::<Spec>().unwrap_err().to_string();
            assert!(fault.contains(part), "{text}: {fault}");
        }
    }
}
