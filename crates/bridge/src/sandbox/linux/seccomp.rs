//! System calls that no bot needs: sockets, other processes, and the doors to parts of the kernel that are seldom used.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter, sock_filter,
};

/// Refused with any arguments.
const REFUSED: &[libc::c_long] = &[
    // Sockets of every family; a pair of connected ones is left, see below.
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    // A pair holds no more than it says, and carries no files, which nobody would see on their way.
    libc::SYS_setsockopt,
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    // Namespaces and mounts, which would give rights back.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at,
    // Memory and messages that no process shows as its own; without a namespace all processes of the machine share them.
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    // Keys are shared by all processes of a user.
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // Large doors to the kernel.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
];

/// Said not to exist, so that programs take the older way, whose arguments can be looked at.
const UNKNOWN: &[libc::c_long] = &[
    libc::SYS_clone3,
    libc::SYS_openat2,
    // A pipe would hold whole pages of memory or of a file, large ones, that no process shows.
    libc::SYS_splice,
    libc::SYS_vmsplice,
    // It would do system calls that no filter sees.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
];

/// Refused where the processes of others can be named, unless they are about the caller.
const ABOUT_OTHERS: &[libc::c_long] = &[
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
];

/// Owner, rights, times and labels of files, which Landlock does not look at: refused where every file of the same user is
/// within reach.
const ABOUT_FILES: &[libc::c_long] = &[
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    SYS_FCHMODAT2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    SYS_SETXATTRAT,
    SYS_REMOVEXATTRAT,
    SYS_FILE_SETATTR,
];

/// Calls that give rights to a file or make one, with the places of the rights and of flags that say whether one is made. None
/// may let a program act as its owner, who may be root.
const RIGHTS_OF_FILES: &[(libc::c_long, u8, Option<u8>)] = &[
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_chmod, 1, None),
    (libc::SYS_fchmod, 1, None),
    (libc::SYS_fchmodat, 2, None),
    (SYS_FCHMODAT2, 2, None),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_creat, 1, None),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_mknod, 1, None),
    (libc::SYS_mknodat, 2, None),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_open, 2, Some(1)),
    (libc::SYS_openat, 3, Some(2)),
];

/// The flags of `open` that make a file.
const MAKING: &[libc::c_int] = &[libc::O_CREAT, libc::O_TMPFILE];

/// Calls that are younger than the list of numbers; all processors have the same.
const SYS_FCHMODAT2: libc::c_long = 452;
const SYS_SETXATTRAT: libc::c_long = 463;
const SYS_REMOVEXATTRAT: libc::c_long = 466;
const SYS_FILE_SETATTR: libc::c_long = 469;

/// The flags of `clone` that make a namespace.
const NEW_SPACES: &[libc::c_int] = &[
    libc::CLONE_NEWNS,
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
];

/// What the rest of the sandbox holds already, so that the filter need not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Held {
    /// No process of others can be named.
    pub others: bool,
    /// No file but those in the own folders can be changed in any way.
    pub files: bool,
    /// The kernel counts all memory.
    pub memory: bool,
}

/// Filters the system calls of this process and all it starts; says whether that was possible.
pub(super) fn filter(held: Held) -> bool {
    let Ok(programs) = programs(held) else {
        return false;
    };
    programs.iter().all(|program| apply_filter(program).is_ok())
}

type SyscallRules = BTreeMap<i64, Vec<SeccompRule>>;

fn programs(held: Held) -> Result<Vec<BpfProgram>, seccompiler::BackendError> {
    let mut unknown: SyscallRules = UNKNOWN.iter().map(|&call| (call, Vec::new())).collect();
    if !held.memory {
        unknown.insert(libc::SYS_memfd_create, Vec::new());
        unknown.insert(libc::SYS_memfd_secret, Vec::new());
    }
    let mut programs = vec![compile(rules(held)?, libc::EPERM)?, compile(unknown, libc::ENOSYS)?];
    if cfg!(target_arch = "x86_64") {
        programs.push(no_second_table());
    }
    Ok(programs)
}

fn compile(
    rules: SyscallRules,
    error: libc::c_int,
) -> Result<BpfProgram, seccompiler::BackendError> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let refuse = SeccompAction::Errno(error.unsigned_abs());
    SeccompFilter::new(rules, SeccompAction::Allow, refuse, arch)?.try_into()
}

fn rules(held: Held) -> Result<SyscallRules, seccompiler::BackendError> {
    use SeccompCmpOp::{MaskedEq, Ne};
    let mut rules: SyscallRules = REFUSED.iter().map(|&call| (call, Vec::new())).collect();
    let unix = libc::AF_UNIX as u64;
    // A pair of stream sockets reaches nobody else; one of datagrams could still be sent from to any address.
    let pair = vec![
        rule(&[(0, Ne, unix)])?,
        rule(&[(1, MaskedEq(0xf), libc::SOCK_DGRAM as u64)])?,
        rule(&[(1, MaskedEq(0xf), libc::SOCK_RAW as u64)])?,
    ];
    rules.insert(libc::SYS_socketpair, pair);
    let spaces = NEW_SPACES.iter().map(|&flag| {
        let flag = flag.unsigned_abs().into();
        rule(&[(0, MaskedEq(flag), flag)])
    });
    rules.insert(libc::SYS_clone, spaces.collect::<Result<_, _>>()?);
    // Limits of others; one's own are named 0, and asking sets none.
    rules.insert(libc::SYS_prlimit64, vec![rule(&[(0, Ne, 0), (2, Ne, 0)])?]);
    // A pipe holds no more than it did.
    let larger = libc::F_SETPIPE_SZ.unsigned_abs().into();
    rules.insert(libc::SYS_fcntl, vec![rule(&[(1, SeccompCmpOp::Eq, larger)])?]);
    for &(call, rights, making) in RIGHTS_OF_FILES {
        let mut refused = Vec::new();
        for bit in [libc::S_ISUID, libc::S_ISGID].map(u64::from) {
            let right = (rights, MaskedEq(bit), bit);
            refused.extend(match making {
                None => vec![rule(&[right])?],
                Some(flags) => MAKING
                    .iter()
                    .map(|&flag| flag.unsigned_abs().into())
                    .map(|flag| rule(&[right.clone(), (flags, MaskedEq(flag), flag)]))
                    .collect::<Result<_, _>>()?,
            });
        }
        rules.insert(call, refused);
    }
    if !held.others {
        for &call in ABOUT_OTHERS {
            rules.insert(call, vec![rule(&[(0, Ne, 0)])?]);
        }
        let (process, io_process) = (libc::PRIO_PROCESS as u64, 1);
        let nice = vec![rule(&[(0, Ne, process)])?, rule(&[(1, Ne, 0)])?];
        rules.insert(libc::SYS_setpriority, nice);
        let io = vec![rule(&[(0, Ne, io_process)])?, rule(&[(1, Ne, 0)])?];
        rules.insert(libc::SYS_ioprio_set, io);
    }
    if !held.files {
        rules.extend(ABOUT_FILES.iter().map(|&call| (call, Vec::new())));
    }
    if !held.memory {
        // Memory that is shared stays when no process shows it any more.
        let shared = (libc::MAP_SHARED | libc::MAP_ANONYMOUS).unsigned_abs().into();
        let call = vec![rule(&[(3, MaskedEq(shared), shared)])?];
        rules.insert(libc::SYS_mmap, call);
    }
    Ok(rules)
}

/// Arguments that must all be so.
fn rule(arguments: &[(u8, SeccompCmpOp, u64)]) -> Result<SeccompRule, seccompiler::BackendError> {
    let condition = |(index, operator, value): &(u8, SeccompCmpOp, u64)| {
        // The kernel reads these as numbers of 32 bits; the one pointer among them is compared with nothing as a whole.
        let length = match (index, operator) {
            (2, SeccompCmpOp::Ne) => SeccompCmpArgLen::Qword,
            _ => SeccompCmpArgLen::Dword,
        };
        SeccompCondition::new(*index, length, operator.clone(), *value)
    };
    let conditions = arguments.iter().map(condition);
    SeccompRule::new(conditions.collect::<Result<_, _>>()?)
}

/// Refuses the second table of system calls that some kernels have for this processor (x32): the same calls under other
/// numbers.
fn no_second_table() -> BpfProgram {
    const SECOND_TABLE: u32 = 0x4000_0000;
    let step = |code: u32, jt, jf, k| sock_filter { code: code as u16, jt, jf, k };
    vec![
        // The number of the call is the first word of what a filter sees.
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, SECOND_TABLE),
        step(
            libc::BPF_RET | libc::BPF_K,
            0,
            0,
            libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs(),
        ),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ALLOW),
    ]
}
