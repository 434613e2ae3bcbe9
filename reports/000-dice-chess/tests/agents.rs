//! The report's agents: what all agents must satisfy, and their memory.

use ludarium_dice_chess::rules::DiceChess;
use ludarium_report_000::agents::entries;

ludarium_agents::battery!(DiceChess, entries());
