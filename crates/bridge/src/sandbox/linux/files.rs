//! Which files a bot reads and writes: Landlock, as far as this system has it.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

use crate::sandbox::confinement::Confinement;
use crate::sandbox::level::Landlock;

/// What interpreters read in a `/proc` that shows the processes of others as well: themselves and the machine.
const OWN_PART_OF_PROC: &[&str] = &[
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys",
    "/proc/uptime",
    "/proc/version",
];

/// Restricts this process and all it starts. `own_proc` says that `/proc` shows nobody else.
pub(super) fn restrict(
    confinement: &Confinement,
    own_proc: bool,
) -> Result<Landlock, RulesetError> {
    const NEWEST: ABI = ABI::V6;
    let all = AccessFs::from_all(NEWEST);
    let proc: Vec<PathBuf> = if own_proc {
        vec![PathBuf::from("/proc")]
    } else {
        OWN_PART_OF_PROC.iter().map(PathBuf::from).collect()
    };
    let proc = proc.iter().filter(|path| Path::new(path).exists());
    let status = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(
            confinement.reads.iter().chain(proc),
            AccessFs::from_read(NEWEST),
        ))?
        .add_rules(path_beneath_rules(&confinement.writes, all))?
        .restrict_self()?;
    Ok(match status.ruleset {
        RulesetStatus::FullyEnforced => Landlock::Full,
        RulesetStatus::PartiallyEnforced => Landlock::Partial,
        RulesetStatus::NotEnforced => Landlock::None,
    })
}
