//! The agents of the report, and the programs of the course that it played against.

pub mod course;
pub mod learned;

use ludarium_agents::Entry;
use ludarium_dicewars::rules::Dicewars;

use course::{CourseAgent, CourseProgram};

/// The programs of the course, then the report's own agents.
pub fn entries() -> Vec<Entry<Dicewars>> {
    let programs = CourseProgram::ALL.map(|program| {
        Entry::plain(program.name(), program.summary(), move || CourseAgent::new(program))
    });
    programs.into_iter().chain(learned::entries()).collect()
}
