//! What people are told about the agents of this game.

/// The agents of the levels from the easiest to the hardest, with a line about their style. Where a variant does not know one, the usual agent of that level plays. `docs/levels.md` has how they were
/// calibrated.
pub(crate) const LEVELS: &[(&str, &str)] = &[
    (
        "random",
        "Moves whatever comes to mind. Good for a first game.",
    ),
    (
        "generic-mcts:iterations=4",
        "Imagines four games to the end before each move. Now and then it overlooks that it could take your king.",
    ),
    (
        "basic",
        "Takes the first piece it can, and otherwise goes where its piece stands best. Does not ask what you may answer.",
    ),
    (
        "alphabeta@nodes=1500",
        "Looks two or three moves ahead, with every roll of the die in between.",
    ),
    (
        "alphabeta:eval=value,reduce=0.6@nodes=1000",
        "Looks ahead as well, and has learnt from many games who will win.",
    ),
];

/// What each agent does, in plain words.
pub(crate) const STORIES: &[(&str, &str)] = &[
    (
        "best",
        "With one die: a search that treats it exactly. For every position it takes the mean over what may be rolled, and skips what cannot change the result. It looks deeper and deeper while there is time; a small network that has learnt from games who will win judges positions. With three dice: Monte Carlo tree search that judges positions by the pieces and where they stand, instead of playing to the end.",
    ),
    (
        "basic",
        "The report's simplest opponent: it takes the first capture it finds. If there is none, it goes where tables say that the piece stands best.",
    ),
    (
        "basic-as-found",
        "The same as basic with the mistakes of the report's program: the tables are upside down for White, and Black's queen counts double. It is kept so that the printed results can be compared.",
    ),
    (
        "minimax",
        "Looks a few moves ahead as if both sides could choose which piece to move, which is far too hopeful for a game with a die.",
    ),
    (
        "minimax-as-described",
        "Minimax with the shortcut that the report describes: it goes only into moves that look better at once than all moves before them. The report says that this changes nothing, but it does: a move that pays later is never looked at.",
    ),
    (
        "minimax-as-found",
        "What the report's program really did when it was asked for minimax: it looks at its own moves only and takes the first of the best.",
    ),
    (
        "expectimax",
        "Looks ahead and takes, after each of its moves, the mean over all rolls the other side may get. The natural method for a game with dice.",
    ),
    (
        "expectimax-as-described",
        "Follows the report's sentence about averages: a position is worth the average over everything that may be rolled and moved, as if nobody cared which move is good.",
    ),
    (
        "expectimax-as-found",
        "What the report's program did under this name: it chooses the kind of piece by a rule of its own, looks at the moves of that kind only, and takes the first of the best.",
    ),
    (
        "mcts",
        "Monte Carlo tree search with dice: many games are played to the end with random rolls, and a king that can be taken is taken at once.",
    ),
    (
        "mcts-as-found",
        "The report's own Monte Carlo search, with its playouts and its way of walking the tree exactly as in its program.",
    ),
    (
        "ql",
        "Q-learning: for every single move it learns a new small table of values from short practice games, then plays what the table likes best.",
    ),
    (
        "ql-as-found",
        "The report's Q-learning as its program has it, in whole numbers that overflow and wrap around.",
    ),
    (
        "hybrid",
        "A look-ahead whose last positions are judged by what short Q-learning finds there.",
    ),
    (
        "hybrid-as-found",
        "The hybrid as the report's program has it: because of a wrong sign it likes what is good for its opponent. It loses nearly always.",
    ),
    (
        "qtable",
        "Takes the most valuable piece it can; otherwise it plays like minimax-as-found.",
    ),
    (
        "dql",
        "Deep Q-learning, which the report wanted to make: a small neural network has learnt from games against random and basic how much each move gains in the long run. It plays the move that the network likes best.",
    ),
    (
        "network",
        "Asks a small neural network how good each position after its moves looks, and plays the best. The network has the report's shape; we have trained it, on games of our own.",
    ),
];
