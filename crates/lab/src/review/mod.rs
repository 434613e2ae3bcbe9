//! Reviews: what a judge says of finished games.
//!
//! A [`JudgingAgent`] is asked at every decision. What its own choice is worth more than the move that was made is the cost of
//! that move, as a part of a win. Dice are judged as in the luck adjustment of the arena: what came, less the mean over
//! everything that could have come. So luck has mean 0 whatever the judge thinks.
//!
//! A [`Reviewer`] tells what one game was decided by; [`review_run`] says of all games of a run what the mistakes of each agent
//! cost, and so how much is left to gain.

mod finished_game;
mod judging_agent;
mod reviewed_game;
mod reviewer;
mod run_review;
mod sheets;
#[cfg(test)]
mod sheets_tests;
#[cfg(test)]
mod tests;
mod words;

pub use finished_game::FinishedGame;
pub use judging_agent::JudgingAgent;
pub use reviewer::{Mistake, PlayerReview, Review, Reviewer, TurningPoint};
pub use run_review::{RunReview, RunReviewOptions, review_run};
