//! One game: rules without their type, players and their clocks, tables with people, and the referee.

pub(crate) mod any_player;
pub(crate) mod chair;
pub(crate) mod clock;
pub(crate) mod deal;
pub(crate) mod end;
pub(crate) mod games;
pub(crate) mod luck;
pub(crate) mod luck_meter;
pub(crate) mod player;
pub(crate) mod question;
pub(crate) mod referee;
pub(crate) mod replay;
pub(crate) mod ruleset;
pub(crate) mod spending;
pub(crate) mod survey;
pub(crate) mod table;
