//! The agents of the literature: what all agents must satisfy.

mod ur {
    use ludarium_report_literature::ur::entries;
    use ludarium_ur::rules::Ur;

    ludarium_agents::battery!(Ur, entries());
}
