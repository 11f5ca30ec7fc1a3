//! What the help says of each command and each argument, in both languages.

use damier_core::{Lang, Text};

/// What each command does.
pub const COMMANDS: &[(&str, Text)] = &[
    (
        "damier",
        Text::new(
            "Une ludothèque de jeux de plateau abstraits. Sans commande : l'application web.",
            "A library of abstract board games. Without a command: the web app.",
        ),
    ),
    (
        "serve",
        Text::new("Sert l'application web, sur 127.0.0.1:8080", "Serves the web app, on 127.0.0.1:8080"),
    ),
    ("games", Text::new("Liste les jeux", "Lists the games")),
    ("rules", Text::new("Affiche la page d'un jeu : ses règles", "Prints a game's page: its rules")),
    ("moves", Text::new("Liste les coups possibles", "Lists the legal moves")),
    (
        "show",
        Text::new(
            "Montre une position : texte, SVG, PNG ou PDF",
            "Shows a position: as text, SVG, PNG or PDF",
        ),
    ),
    (
        "print",
        Text::new(
            "Imprime en PDF : fiches, livret, plateaux, problèmes, parties",
            "Prints as PDF: leaflets, the booklet, boards, problems, games",
        ),
    ),
    (
        "perft",
        Text::new("Compte les feuilles de l'arbre des coups", "Counts the leaves of the tree of moves"),
    ),
    (
        "replay",
        Text::new(
            "Rejoue des coups et dit comment la partie finit",
            "Plays moves over and says how the game ends",
        ),
    ),
    (
        "playouts",
        Text::new("Joue des parties au hasard jusqu'à leur fin", "Plays random games to their ends"),
    ),
    (
        "think",
        Text::new("Réfléchit : le meilleur coup et sa valeur", "Thinks: the best move and what it is worth"),
    ),
    (
        "solve",
        Text::new(
            "Résout un jeu, ou cherche la valeur exacte d'une position",
            "Solves a game, or finds the exact value of a position",
        ),
    ),
    (
        "problem",
        Text::new(
            "Pose un problème : trouver le seul coup qui gagne",
            "Sets a problem: find the only move that wins",
        ),
    ),
    (
        "match",
        Text::new(
            "Joue des parties entre deux joueurs, et les compte",
            "Plays games between two agents, and counts",
        ),
    ),
    (
        "tune",
        Text::new(
            "Apprend les poids d'une évaluation, ou cherche les niveaux",
            "Learns the weights of an evaluation, or looks for the levels",
        ),
    ),
    (
        "ugi",
        Text::new(
            "Parle UGI avec un autre programme (entrée et sortie standard)",
            "Speaks UGI with another program (standard input and output)",
        ),
    ),
    (
        "gtp",
        Text::new(
            "Parle GTP avec un programme de Hex, comme HexGui",
            "Speaks GTP with a Hex program, such as HexGui",
        ),
    ),
    (
        "bench",
        Text::new("Travail fixe, pour comparer les moteurs", "A fixed work load, to compare the engines by"),
    ),
];

/// What each argument means; the same name means the same in every command.
pub const ARGUMENTS: &[(&str, Text)] = &[
    (
        "lang",
        Text::new("langue : fr, en (sinon, selon le système)", "language: fr, en (otherwise, the system's)"),
    ),
    ("log", Text::new("journal : debug, damier_server=debug,info…", "log: debug, damier_server=debug,info…")),
    ("log_json", Text::new("journal en JSON, un objet par ligne", "the log as JSON, an object a line")),
    ("help", Text::new("affiche cette aide", "prints this help")),
    ("version", Text::new("affiche la version", "prints the version")),
    (
        "game",
        Text::new(
            "jeu[:variante][,clé=valeur…] : hex:swap,size=11",
            "game[:variant][,key=value…]: hex:swap,size=11",
        ),
    ),
    (
        "position",
        Text::new(
            "part de cette position (texte que « replay » écrit)",
            "starts from this position (text as \"replay\" writes it)",
        ),
    ),
    ("moves", Text::new("joue ces coups, séparés par des espaces", "plays these moves, separated by spaces")),
    ("seed", Text::new("graine de ce qui est tiré au sort (0)", "seed of whatever is drawn at random (0)")),
    ("json", Text::new("répond en JSON, un objet par ligne", "answers in JSON, one object a line")),
    (
        "svg",
        Text::new(
            "écrit l'image en SVG ; - : sortie standard",
            "writes the picture as SVG; -: standard output",
        ),
    ),
    (
        "png",
        Text::new(
            "écrit l'image en PNG ; - : sortie standard",
            "writes the picture as PNG; -: standard output",
        ),
    ),
    (
        "pdf",
        Text::new(
            "écrit une feuille à imprimer ; - : sortie standard",
            "writes a sheet to print; -: standard output",
        ),
    ),
    (
        "theme",
        Text::new(
            "couleurs : light, dark, print, contrast, safe",
            "colours: light, dark, print, contrast, safe",
        ),
    ),
    (
        "pixels",
        Text::new("grand côté d'un PNG, jusqu'à 8192 (1200)", "longer side of a PNG, up to 8192 (1200)"),
    ),
    ("empty", Text::new("plateau sans pièces", "board without pieces")),
    ("ascii", Text::new("plateau en ASCII", "board in ASCII")),
    (
        "tall",
        Text::new(
            "image plus haute que large, si le jeu s'y prête",
            "picture higher than wide, where the game allows it",
        ),
    ),
    ("no_coords", Text::new("sans coordonnées", "without coordinates")),
    (
        "captions",
        Text::new(
            "légendes dans l'image (texte et PDF les ont toujours)",
            "captions in the picture (text and PDF always have them)",
        ),
    ),
    (
        "paper",
        Text::new(
            "fiche, booklet, boards, problems, position ou record",
            "fiche, booklet, boards, problems, position or record",
        ),
    ),
    ("per_page", Text::new("plateaux par feuille : 1, 2, 4 ou 6 (1)", "boards on a sheet: 1, 2, 4 or 6 (1)")),
    (
        "record",
        Text::new(
            "partie à imprimer, en JSON ou en texte ; - : entrée standard",
            "game to print, as JSON or text; -: standard input",
        ),
    ),
    (
        "url",
        Text::new(
            "adresse du site pour le code QR : https://jeux.example",
            "address of the site for the QR code: https://jeux.example",
        ),
    ),
    ("sheet", Text::new("fichier à écrire ; - : sortie standard", "file to write; -: standard output")),
    ("depth", Text::new("profondeur jusqu'où compter", "depth to count to")),
    (
        "file",
        Text::new(
            "rejoue un fichier de lignes JSON ; - : entrée standard",
            "plays over a file of JSON lines; -: standard input",
        ),
    ),
    ("seconds", Text::new("durée, jusqu'à 3600", "how long, up to 3600")),
    ("level", Text::new("joue à ce niveau, de 1 à 8", "plays at this level, 1 to 8")),
    ("time", Text::new("temps de réflexion : 2s, 500ms, 1m", "time to think: 2s, 500ms, 1m")),
    ("nodes", Text::new("nombre de nœuds à examiner", "number of nodes to search")),
    ("threads", Text::new("nombre de fils d'exécution", "number of threads")),
    ("tables", Text::new("dossier des tables", "folder of the tables")),
    (
        "addr",
        Text::new(
            "adresse et port où écouter (127.0.0.1:8080)",
            "address and port to listen on (127.0.0.1:8080)",
        ),
    ),
    (
        "db",
        Text::new(
            "base des parties : sqlite:FICHIER, postgres://…",
            "where games are kept: sqlite:FILE, postgres://…",
        ),
    ),
    (
        "listen_url",
        Text::new(
            "adresse directe de la base, derrière un « pooler »",
            "the database's own address, past a pooler",
        ),
    ),
    ("first", Text::new("qui commence la première partie", "who begins the first game")),
    ("second", Text::new("qui y joue en second", "who sits second in it")),
    ("games", Text::new("nombre de parties", "number of games")),
    (
        "match",
        Text::new(
            "jusqu'au bout : points:25, games:2, best:5, sheet",
            "to its end: points:25, games:2, best:5, sheet",
        ),
    ),
    (
        "opening",
        Text::new(
            "coups au hasard au début de chaque paire de parties (2)",
            "random plies at the beginning of each pair of games (2)",
        ),
    ),
    (
        "longest",
        Text::new(
            "demi-coups après lesquels une partie est nulle (2000)",
            "plies after which a game is a draw (2000)",
        ),
    ),
    (
        "without",
        Text::new(
            "les moteurs évitent les coups qui contiennent ce texte",
            "engines avoid moves that have this text in them",
        ),
    ),
    ("grade", Text::new("difficulté, de 1 (facile) à 5", "difficulty, 1 (easy) to 5")),
    (
        "number",
        Text::new("son numéro parmi eux (sinon, tiré au sort)", "its number among them (otherwise, drawn)"),
    ),
    ("solution", Text::new("dit aussi la solution", "tells the solution as well")),
    (
        "make",
        Text::new("nombre de problèmes à fabriquer et à prouver", "number of problems to make and prove"),
    ),
    ("levels", Text::new("cherche les niveaux", "looks for the levels")),
    ("rounds", Text::new("nombre de tours d'apprentissage", "rounds of learning")),
    ("out", Text::new("fichier où écrire les poids", "file to write the weights to")),
];

/// What is told under the arguments of some commands.
pub const AFTER: &[(&str, Text)] = &[
    (
        "damier",
        Text::new(
            "Un jeu s'écrit id[:variante][,clé=valeur…] : hex, hex:size=11, hex:swap,size=5.\n\
             Sans --lang, la langue est l'anglais si LC_ALL, LC_MESSAGES ou LANG commence par\n\
             « en », sinon le français. NO_COLOR éteint les couleurs, CLICOLOR_FORCE les\n\
             garde hors d'un terminal. Sans --log, DAMIER_LOG dit ce qui va au journal, sur\n\
             la sortie d'erreur.\n\
             Codes de sortie : 0 succès, 1 échec, 2 commande ou donnée incorrecte.",
            "A game is written id[:variant][,key=value…]: hex, hex:size=11, hex:swap,size=5.\n\
             Without --lang, the language is English if LC_ALL, LC_MESSAGES or LANG begins\n\
             with \"en\", otherwise French. NO_COLOR turns colours off, CLICOLOR_FORCE keeps\n\
             them where there is no terminal. Without --log, DAMIER_LOG says what is logged,\n\
             on standard error.\n\
             Exit codes: 0 success, 1 failure, 2 wrong command or input.",
        ),
    ),
    (
        "serve",
        Text::new(
            "Le journal va sur la sortie d'erreur : départ, arrêt, une ligne par requête,\n\
             avertissements et erreurs. Avec --log warn, rien que les deux derniers ; avec\n\
             --log-json, un objet JSON par ligne.\n\
             --db postgres://UTILISATEUR:MOT-DE-PASSE@MACHINE/BASE : autant de damier serve\n\
             qu'on veut sur une même base.",
            "The log goes to standard error: start, stop, a line a request, warnings and\n\
             errors. With --log warn, only the last two; with --log-json, a JSON object a\n\
             line.\n\
             --db postgres://USER:PASSWORD@HOST/DATABASE: any number of damier serve on one\n\
             database.",
        ),
    ),
    (
        "print",
        Text::new(
            "damier print fiche hex                      les règles, une feuille recto verso\n\
             damier print booklet                        toutes les fiches, table et index\n\
             damier print boards hex:size=11 --per-page 4\n\
             damier print problems hex --grade 2         les solutions à la fin\n\
             damier print position hex --moves \"c3 b4\"\n\
             damier print record --file partie.json      aussi : record hex --moves …\n\
             Sans --out, le fichier porte le nom du jeu (hex-fiche-fr.pdf) et la commande le\n\
             dit. Sans --url, la feuille n'a ni adresse ni code QR. --lang choisit la langue.",
            "damier print fiche hex                      the rules, both sides of a sheet\n\
             damier print booklet                        all leaflets, contents and index\n\
             damier print boards hex:size=11 --per-page 4\n\
             damier print problems hex --grade 2         the solutions at the end\n\
             damier print position hex --moves \"c3 b4\"\n\
             damier print record --file game.json        also: record hex --moves …\n\
             Without --out, the file is named after the game (hex-fiche-en.pdf), and the\n\
             command says so. Without --url, a sheet has neither address nor QR code. --lang\n\
             chooses the language.",
        ),
    ),
    (
        "match",
        Text::new(
            "Joueurs : random, level:1..8, time:1s, nodes:10000, nodes:600~0.1 (avec des\n\
             erreurs de 0.1, comme un niveau), uct:10000 (UCT simple), perfect (jeux\n\
             résolus), ugi:COMMANDE (un programme qui parle UGI, 1 s par coup ; sinon\n\
             ugi@time=500ms:COMMANDE ou ugi@nodes=10000:COMMANDE). Les places changent à\n\
             chaque partie ; les deux parties d'une paire commencent par les mêmes coups\n\
             tirés au hasard. Un avis paraît s'il y a moins d'ouvertures que de paires.\n\
             Avec --match, la marque paraît après chaque partie : points:25, au premier\n\
             arrivé à 25 points ; games:2, deux parties dont les points s'ajoutent ; best:5,\n\
             au meilleur des 5 ; sheet, le match que conseille la fiche. Sans --opening, ces\n\
             parties commencent comme le jeu.",
            "Agents: random, level:1..8, time:1s, nodes:10000, nodes:600~0.1 (with errors of\n\
             0.1, as a level), uct:10000 (plain UCT), perfect (solved games), ugi:COMMAND (a\n\
             program that speaks UGI, 1 s a move; otherwise ugi@time=500ms:COMMAND or\n\
             ugi@nodes=10000:COMMAND). Seats are exchanged every game; both games of a pair\n\
             begin with the same random moves. A notice says when there are fewer openings\n\
             than pairs.\n\
             With --match, the score is told after each game: points:25, whoever has 25\n\
             points first; games:2, two games whose points are added; best:5, the best of 5;\n\
             sheet, the match that the sheet advises. Without --opening, these games begin\n\
             as the game does.",
        ),
    ),
    (
        "solve",
        Text::new(
            "Sans position : tout ce qui est démontré du jeu, recalculé. Ctrl-C arrête, la\n\
             même commande continue. Les tables vont dans --tables, sinon\n\
             DAMIER_TABLES, sinon ~/.local/share/damier/tables ; « think » s'en sert.\n\
             Avec une position : sa valeur, en une minute au plus ou en --time.",
            "Without a position: all that is proved about the game, computed anew. Ctrl-C\n\
             stops, the same command goes on. Tables go to --tables, or\n\
             DAMIER_TABLES, or ~/.local/share/damier/tables; \"think\" uses them.\n\
             With a position: its value, within a minute or --time.",
        ),
    ),
    (
        "ugi",
        Text::new(
            "Commandes : ugi, isready, setoption, uginewgame, position, go, stop, query,\n\
             quit. Options : Threads, Level (0 : au mieux), Seed. Les positions sont les\n\
             textes que « replay » écrit : position fen TEXTE moves …\n\
             Exemple : position startpos, puis go movetime 1000.",
            "Commands: ugi, isready, setoption, uginewgame, position, go, stop, query, quit.\n\
             Options: Threads, Level (0: at its best), Seed. Positions are the texts that\n\
             \"replay\" writes: position fen TEXT moves …\n\
             Example: position startpos, then go movetime 1000.",
        ),
    ),
    (
        "gtp",
        Text::new(
            "Hex seulement. « black » commence et relie le haut et le bas. Sans --level,\n\
             --time ni --nodes : 2 s par coup, ou une part de la pendule (time_settings,\n\
             time_left).",
            "Hex only. \"black\" begins and joins top and bottom. Without --level, --time or\n\
             --nodes: 2 s a move, or a share of the clock (time_settings, time_left).",
        ),
    ),
    (
        "replay",
        Text::new(
            "Une ligne de fichier : {\"game\":\"hex\",\"variant\":\"size=3\",\"moves\":[\"b2\",\"a1\"]}\n\
             La réponse est une ligne JSON pour chacune, dans l'ordre.",
            "A line of a file: {\"game\":\"hex\",\"variant\":\"size=3\",\"moves\":[\"b2\",\"a1\"]}\n\
             The answer is a line of JSON for each, in order.",
        ),
    ),
];

/// Returns the text of a row, where there is one.
pub fn find(table: &[(&str, Text)], name: &str, lang: Lang) -> Option<&'static str> {
    table.iter().find(|row| row.0 == name).map(|row| row.1.get(lang))
}
