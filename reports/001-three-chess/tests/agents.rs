//! The report's agents: what all agents must satisfy.

ludarium_agents::battery!(
    ludarium_three_chess::rules::ThreeChess,
    ludarium_report_001::agents::entries()
);
