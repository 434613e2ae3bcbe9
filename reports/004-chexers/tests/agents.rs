//! The report's agents: what all agents must satisfy.

ludarium_agents::battery!(ludarium_chexers::rules::Chexers, ludarium_report_004::agents::entries());
