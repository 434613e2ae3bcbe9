//! A game between one person and agents: whose turn it is, who answers, and what is taken back.

use std::sync::Arc;

use ludarium_agents::Kit;
use ludarium_arena::{Contender, Failure, Occasion, Table, Terms, Verdict};
use ludarium_game::{Budget, Decision, Purpose, Sanction, Scores, Seat, Seed, Turn};

use super::thinking::{Answer, Question, Seated, Thinking};

/// Who plays what; the same for every new game.
pub struct Setup<G: Kit> {
    pub rules: G::Rules,
    /// The variant, with options.
    pub variant: String,
    /// The seat of the person.
    pub me: Seat,
    /// The agents by seat; what stands at the person's seat gives hints.
    pub contenders: Vec<Contender<G>>,
    /// Their names by seat; the person is `you`.
    pub names: Vec<String>,
    /// Who gives hints.
    pub adviser: String,
    /// What a decision may cost.
    pub budget: Budget,
}

impl<G: Kit> Setup<G> {
    /// The first position of the game with this seed.
    pub fn start(rules: &G::Rules, seed: Seed) -> G {
        G::start(rules, &mut seed.stream(Purpose::Start, 0))
    }

    fn sit_down(&self, start: &G, seat: Seat, seed: Seed) -> Result<Seated<G>, Failure> {
        let terms = Terms::default();
        let occasion = Occasion {
            variant: &self.variant,
            names: &self.names,
            control: terms.control,
            margin: terms.margin,
            seed,
        };
        let mut player = self.contenders[seat.index()].player(&occasion);
        player.begin(start, seat)?;
        Ok(Seated { player, told: 0 })
    }
}

/// One game, and the players in their seats.
pub struct Session<G: Kit> {
    setup: Arc<Setup<G>>,
    seed: Seed,
    table: Table<G>,
    seated: Vec<Option<Seated<G>>>,
    /// Seats that are not asked any more, with the reason.
    benched: Vec<Option<Failure>>,
    /// How the game ended if an agent's fault ended it.
    forfeit: Option<Verdict>,
    /// Counts all changes, so that others know when to look again.
    revision: u64,
}

impl<G: Kit> Session<G> {
    /// A new game.
    pub fn new(setup: Arc<Setup<G>>, seed: Seed) -> Session<G> {
        let start = Setup::<G>::start(&setup.rules, seed);
        let seats = start.seats();
        Session {
            table: Table::new(setup.rules.clone(), start, seed),
            setup,
            seed,
            seated: (0..seats).map(|_| None).collect(),
            benched: vec![None; seats],
            forfeit: None,
            revision: 0,
        }
    }

    /// Begins again from the start.
    pub fn restart(&mut self, seed: Seed) {
        let revision = self.revision + 1;
        *self = Session::new(self.setup.clone(), seed);
        self.revision = revision;
    }

    /// Who plays what.
    pub fn setup(&self) -> &Setup<G> {
        &self.setup
    }

    /// The seed of this game.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// What was played.
    pub fn table(&self) -> &Table<G> {
        &self.table
    }

    /// Different whenever something has changed.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whose turn it is; over also after a fault that ends the game.
    pub fn turn(&self) -> Turn {
        match self.forfeit {
            Some(_) => Turn::Over,
            None => self.table.turn(),
        }
    }

    /// Whether the person is to move.
    pub fn my_turn(&self) -> bool {
        self.turn() == Turn::Seat(self.setup.me)
    }

    /// How the game ended, once it has.
    pub fn verdict(&self) -> Option<Verdict> {
        self.forfeit.clone().or_else(|| self.table.verdict())
    }

    /// The legal moves of the person, sorted; none if it is somebody else's turn.
    pub fn my_moves(&self) -> Vec<String> {
        if !self.my_turn() {
            return Vec::new();
        }
        let choices = self.table.choices().into_iter();
        choices.map(|choice| choice.text).collect()
    }

    /// Lets chance decide one pending event; whether there was one.
    pub fn roll(&mut self) -> bool {
        let rolled = self.forfeit.is_none() && self.table.roll().is_some();
        if rolled {
            self.changed();
        }
        rolled
    }

    /// Makes a move of the person.
    pub fn play(&mut self, text: &str) -> ludarium_game::Result<()> {
        self.table.play(text)?;
        self.changed();
        Ok(())
    }

    /// The person gives up.
    pub fn resign(&mut self) {
        self.table.resign(self.setup.me);
        self.changed();
    }

    /// Goes back to the person's own last turn, or takes a resignation back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let made = self.table.happenings();
        let resigned = self.forfeit.is_none()
            && self.table.turn() == Turn::Over
            && self.table.position().turn() != Turn::Over;
        let own = made
            .iter()
            .rposition(|happening| happening.by == Some(self.setup.me));
        let Some(count) = (if resigned { Some(made.len()) } else { own }) else {
            return false;
        };
        self.table.take_back(count);
        self.forfeit = None;
        // Whoever has seen what is undone begins anew and is told what remains.
        for (seated, benched) in self.seated.iter_mut().zip(&mut self.benched) {
            if seated.as_ref().is_some_and(|seated| seated.told > count) {
                *seated = None;
            }
            *benched = None;
        }
        self.changed();
        true
    }

    /// Lets the agent of a seat think about its move.
    pub fn think(&mut self, seat: Seat) -> Thinking<G> {
        let (setup, seed) = (self.setup.clone(), self.seed);
        let start = self.table.start().clone();
        let seated = self.seated[seat.index()].take();
        let told = seated.as_ref().map_or(0, |seated| seated.told);
        let mut question = self.question(seat);
        question.news = self.history(told);
        let failed = self.benched[seat.index()].clone();
        Thinking::begin(seat, question, move || match (failed, seated) {
            (Some(failure), _) => Err(failure),
            (None, Some(seated)) => Ok(seated),
            (None, None) => setup.sit_down(&start, seat, seed),
        })
    }

    /// Lets the adviser think about the person's move.
    pub fn advise(&self) -> Thinking<G> {
        let (setup, seed, me) = (self.setup.clone(), self.seed, self.setup.me);
        let start = self.table.position().clone();
        Thinking::begin(me, self.question(me), move || {
            setup.sit_down(&start, me, seed)
        })
    }

    fn question(&self, seat: Seat) -> Question<G> {
        // A stream for each turn: an agent that is asked again after an undo draws the same.
        let turn = self.table.happenings().len() as u64;
        let seed = self.seed.derive(Purpose::Seat, seat.0.into());
        Question {
            news: Vec::new(),
            position: self.table.position().clone(),
            budget: self.setup.budget.clone(),
            rng: seed.stream(Purpose::Search, turn),
        }
    }

    /// Makes the move of an agent, or what the rules say about its fault; the words to say about it.
    pub fn answer(&mut self, seat: Seat, answer: Answer<G>) -> Option<String> {
        self.seated[seat.index()] = answer.seated;
        let complaint = match answer.decision {
            Ok(Decision { chosen, .. }) => {
                self.make(chosen);
                None
            }
            Err(failure) => self.sanction(seat, failure),
        };
        self.changed();
        complaint
    }

    /// Does what the rules say about a fault; a complaint unless it was told before.
    fn sanction(&mut self, seat: Seat, failure: Failure) -> Option<String> {
        let told = self.benched[seat.index()].is_some();
        let name = &self.setup.names[seat.index()];
        let complaint = format!("{name}: {} ({})", failure.fault, failure.reason);
        match self.table.position().sanction(seat, failure.fault) {
            Sanction::Ends(scores) => {
                let ending = format!("fault: {}", failure.fault);
                self.forfeit = Some(Verdict { scores, ending });
            }
            Sanction::Plays { mv, benched } => {
                if benched {
                    self.benched[seat.index()] = Some(failure);
                }
                self.make(mv);
            }
        }
        (!told).then_some(complaint)
    }

    /// Counts a change; when it ended the game, the players hear of it.
    fn changed(&mut self) {
        self.revision += 1;
        let Some(verdict) = self.verdict() else {
            return;
        };
        let leaving: Vec<Seated<G>> = self.seated.iter_mut().filter_map(Option::take).collect();
        let seats = self.seated.len();
        let history = self.history(0);
        // In a thread, because a bot may be slow to listen.
        std::thread::spawn(move || {
            for mut seated in leaving {
                let mut news = history[seated.told..].iter();
                if news.all(|(before, mv)| seated.player.observe(before, *mv).is_ok()) {
                    let scores = verdict.scores.as_slice(seats);
                    seated.player.finish(scores, &verdict.ending);
                }
            }
        });
    }

    /// What happened from the given number on.
    fn history(&self, from: usize) -> Vec<(G, G::Move)> {
        let happenings = self.table.happenings().iter().skip(from);
        happenings
            .map(|happening| (happening.before.clone(), happening.mv))
            .collect()
    }

    /// Makes a legal move. If the game could not read its own notation, nobody would be to blame.
    fn make(&mut self, mv: G::Move) {
        let position = self.table.position();
        let (text, seats) = (position.describe_move(mv), position.seats());
        if let Err(error) = self.table.play(&text) {
            self.forfeit = Some(Verdict {
                scores: Scores::shared(seats),
                ending: error.to_string(),
            });
        }
    }
}
