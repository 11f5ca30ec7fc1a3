//! The help, and what is said of arguments that cannot be read: in both languages.

use std::error::Error;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command, CommandFactory};
use damier_core::{Fault, Lang};

use super::DamierArgs;
use super::texts::{AFTER, ARGUMENTS, COMMANDS, find};
use crate::failure::Failure;

/// Returns the parser, which speaks this language.
pub fn command(lang: Lang) -> Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help).global(true);
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    let command = DamierArgs::command()
        .disable_help_flag(true)
        .disable_version_flag(true)
        .disable_help_subcommand(true)
        .arg(help)
        .arg(version)
        .mut_subcommands(|command| with_texts(command, lang));
    with_texts(command, lang)
}

/// Puts the texts of a command in.
fn with_texts(command: Command, lang: Lang) -> Command {
    let name = command.get_name().to_string();
    let about = find(COMMANDS, &name, lang).unwrap_or_default();
    let french = lang == Lang::Fr;
    // Headings get a colon from clap, before which French wants a blank.
    let (arguments, options) = if french { ("Arguments ", "Options ") } else { ("Arguments", "Options") };
    let template = match lang {
        Lang::Fr => "{about}\n\nUtilisation : {usage}\n\n{all-args}{after-help}",
        Lang::En => "{about}\n\nUsage: {usage}\n\n{all-args}{after-help}",
    };
    let mut place = 0;
    command
        .about(about)
        // Comments speak to who reads the code.
        .long_about(None)
        .help_template(template)
        .subcommand_help_heading(if french { "Commandes " } else { "Commands" })
        .subcommand_value_name(if french { "COMMANDE" } else { "COMMAND" })
        .after_help(find(AFTER, &name, lang).unwrap_or_default())
        .mut_args(|arg| {
            let help = find(ARGUMENTS, arg.get_id().as_str(), lang).unwrap_or_default();
            let heading = if arg.is_positional() { arguments } else { options };
            place += 1;
            // In the order of the code; what every command has comes last.
            let shared = matches!(arg.get_id().as_str(), "lang" | "log" | "log_json" | "help" | "version");
            let order = if shared { 100 + place } else { place };
            arg.help(help).long_help(None).help_heading(heading).display_order(order)
        })
}

/// Says in one line what is wrong with the arguments, or gives the help that was asked for.
pub fn failure(error: &clap::Error) -> Failure {
    let text = |kind| error.get(kind).map(text_of).unwrap_or_default();
    let (arg, value) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
    let fault = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => return Failure::Help(error.to_string()),
        ErrorKind::ValueValidation => {
            match error.source().and_then(|source| source.downcast_ref::<Fault>()) {
                Some(fault) => fault.clone().within(&arg, &arg),
                None => Fault::new(
                    format!("{arg} : « {value} » n'est pas possible"),
                    format!("{arg}: \"{value}\" is not possible"),
                ),
            }
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            Fault::new(format!("{arg} : il manque une valeur"), format!("{arg}: a value is missing"))
        }
        ErrorKind::UnknownArgument => Fault::new(
            format!("argument inconnu : « {arg} » ; voir damier --help"),
            format!("unknown argument \"{arg}\"; see damier --help"),
        ),
        ErrorKind::InvalidSubcommand => {
            let name = text(ContextKind::InvalidSubcommand);
            let known: Vec<&str> = COMMANDS[1..].iter().map(|row| row.0).collect();
            let known = known.join(", ");
            Fault::new(
                format!("commande inconnue : « {name} » ; commandes : {known}"),
                format!("unknown command \"{name}\"; commands: {known}"),
            )
        }
        ErrorKind::MissingRequiredArgument => {
            Fault::new(format!("il manque : {arg}"), format!("missing: {arg}"))
        }
        ErrorKind::ArgumentConflict => {
            let other = text(ContextKind::PriorArg);
            if other.is_empty() || other == arg {
                Fault::new(format!("« {arg} » est donné deux fois"), format!("\"{arg}\" is given twice"))
            } else {
                Fault::new(
                    format!("« {arg} » et « {other} » s'excluent"),
                    format!("\"{arg}\" and \"{other}\" exclude each other"),
                )
            }
        }
        ErrorKind::InvalidUtf8 => Fault::new("un argument n'est pas de l'UTF-8", "an argument is not UTF-8"),
        // What is left has no words of ours: the first line of clap's, which names the argument.
        _ => {
            let said = error.to_string();
            let line = said.lines().next().unwrap_or_default().trim_start_matches("error: ").to_string();
            Fault::new(line.clone(), line)
        }
    };
    Failure::Input(fault)
}

fn text_of(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parser_holds_together() {
        command(Lang::Fr).debug_assert();
    }

    #[test]
    fn every_command_and_argument_is_explained_and_nothing_else() {
        let root = command(Lang::En);
        let commands: Vec<&Command> = std::iter::once(&root).chain(root.get_subcommands()).collect();
        for command in &commands {
            assert!(find(COMMANDS, command.get_name(), Lang::Fr).is_some(), "{}", command.get_name());
            for arg in command.get_arguments() {
                assert!(find(ARGUMENTS, arg.get_id().as_str(), Lang::Fr).is_some(), "{}", arg.get_id());
            }
        }
        for (name, _) in COMMANDS {
            assert!(commands.iter().any(|command| command.get_name() == *name), "{name}");
        }
        for (name, _) in ARGUMENTS {
            let known = |command: &&Command| command.get_arguments().any(|arg| arg.get_id() == *name);
            assert!(commands.iter().any(known), "{name}");
        }
    }
}
