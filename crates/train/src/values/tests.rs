use ludarium_arena::Interrupt;

use super::*;
