//! The value network of Chexers: its plan is in the folder `training`.

use ludarium_train::Trainer;
use ludarium_train::values::{Taught, trainer};

use crate::rules::Chexers;

/// The trainer of the value network.
pub const TRAINER: Trainer = Trainer {
    name: "chexers-value",
    summary: "a value network for chexers: pieces, exits, ways home and captures, shares of all seats",
    from: "generations of Monte Carlo tree search with the network before it, at tables with paranoid search, BRS+ and max^n",
    lasts: ("2 minutes", "2 hours"),
    ..trainer::<Chexers>()
};

impl Taught for Chexers {
    const PLAN: &'static str = include_str!("../../training/chexers-value.toml");
}

#[cfg(test)]
mod tests {
    use ludarium_train::values::Plan;

    use super::*;

    #[test]
    fn the_plan_can_be_followed() {
        ludarium_train::battery::check_plan::<Chexers>();
    }

    #[test]
    fn the_plan_with_styles_can_be_followed() {
        let plan = include_str!("../../training/chexers-styles.toml");
        ludarium_train::battery::check_plan_of::<Chexers>(plan);
    }

    #[test]
    fn styles_are_drawn_by_their_shares() {
        let styles = ["greedy-gain", "maxn-search:depth=1,eval=learned"];
        ludarium_train::battery::check_styles::<Chexers>("referee", "paranoid:depth=2", styles);
    }

    #[test]
    fn a_drawn_game_counts_as_much_as_the_plan_says() {
        ludarium_train::battery::check_draw::<Chexers>(
            "referee",
            "sitter:depth=1",
            "paranoid:depth=2",
        );
    }

    #[test]
    fn styles_are_checked() {
        let text = |styles: &str, second: &str| {
            format!(
                "game = \"chexers\"\nvariants = [\"referee\"]\n{styles}[[generation]]\n\
                 line-ups = [[\"paranoid\", \"{second}\", \"{{style}}\"]]\ngames = 10\n"
            )
        };
        let parse = |styles: &str, second: &str| {
            let plan = Plan::parse::<Chexers>("my.toml", &text(styles, second));
            plan.map_err(|error| error.to_string())
        };
        let sitter = "[[style]]\nname = \"sitter\"\nagent = \"sitter\"\n";
        let plan = parse(sitter, "brs").unwrap();
        assert_eq!((plan.styles[0].name.as_str(), plan.styles[0].share), ("sitter", 1.0));
        assert_eq!(plan.generations[0].line_ups, [["paranoid", "brs", "{style}"]]);
        for (styles, reason) in [
            (String::new(), "line 4: there is no style to draw for `{style}`"),
            (format!("{sitter}{sitter}"), "line 7: the style `sitter` is there twice"),
            (format!("{sitter}share = 0"), "line 4: every style has the share 0"),
            (
                sitter.replace("\"sitter\"\na", "\"a b\"\na"),
                "line 4: the name of a style has letters",
            ),
            (sitter.replace("t = \"sitter", "t = \"sittr"), "`sittr`"),
            (
                sitter.replace("t = \"sitter", "t = \"paranoid:eval=value:{network}"),
                "no network to play with",
            ),
        ] {
            let error = parse(&styles.replace("share = 0", "share = 0\n"), "brs").unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
        let judge = text(sitter, "brs").replace("[\"paranoid\", \"brs\"", "[\"{style}\", \"brs\"");
        let error = Plan::parse::<Chexers>("my.toml", &judge).unwrap_err().to_string();
        assert!(error.contains("line 7: the first of a line-up judges"), "{error}");
    }

    #[test]
    fn the_first_of_a_line_up_judges_for_all() {
        ludarium_train::battery::check_line_ups::<Chexers>(
            "referee",
            "paranoid:depth=2",
            "maxn-search:depth=1,eval=learned",
        );
    }

    #[test]
    fn outcomes_fade_with_the_plies_that_are_left() {
        ludarium_train::battery::check_fading::<Chexers>("referee", "paranoid:depth=2");
    }

    #[test]
    fn a_line_up_has_one_agent_for_each_seat() {
        let parse = |played_by: &str| {
            let text = format!(
                "game = \"chexers\"\nvariants = [\"referee\"]\n[[generation]]\n{played_by}games = 10\n"
            );
            Plan::parse::<Chexers>("my.toml", &text).map_err(|error| error.to_string())
        };
        let plan =
            parse("line-ups = [[\"paranoid\", \"greedy-gain\", \"brs\"]]\nagents = [\"mcts\"]\n");
        let line_ups = plan.unwrap().generations.remove(0).line_ups;
        assert_eq!(line_ups, [vec!["mcts"], vec!["paranoid", "greedy-gain", "brs"]]);
        for (played_by, reason) in [
            (
                "line-ups = [[\"paranoid\", \"greedy-gain\"]]\n",
                "line 4: this line-up has 2 agents, expected 3: one for each seat of `referee`",
            ),
            (
                "line-ups = [[\"paranoid\", \"brs\", \"mcts:eval=value:{network}\"]]\n",
                "line 4: the first generation has no network to play with",
            ),
            ("line-ups = [[\"paranoid\", \"brs\", \"paranod\"]]\n", "`paranoid`"),
            ("", "line 4: nobody plays these games"),
        ] {
            let error = parse(played_by).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
    }
}
