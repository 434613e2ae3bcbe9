//! Agents that fit every game of their kind.
