//! The report's agents: what all agents must satisfy.

ludarium_agents::battery!(
    ludarium_tuc_chess::rules::TucChess,
    ludarium_report_002::agents::entries()
);
