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

/// Refused where memory and messages would be shared with all processes of the machine.
const SHARED: &[libc::c_long] = &[
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
];

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

/// Filters the system calls of this process and all it starts; says whether that was possible. `in_spaces` says that no
/// process of others can be named.
pub(super) fn filter(in_spaces: bool) -> bool {
    let Ok(programs) = programs(in_spaces) else {
        return false;
    };
    programs.iter().all(|program| apply_filter(program).is_ok())
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

fn programs(in_spaces: bool) -> Result<Vec<BpfProgram>, seccompiler::BackendError> {
    let unknown = UNKNOWN.iter().map(|&call| (call, Vec::new())).collect();
    let mut programs = vec![
        compile(rules(in_spaces)?, libc::EPERM)?,
        compile(unknown, libc::ENOSYS)?,
    ];
    if cfg!(target_arch = "x86_64") {
        programs.push(no_second_table());
    }
    Ok(programs)
}

fn compile(rules: Rules, error: libc::c_int) -> Result<BpfProgram, seccompiler::BackendError> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let refuse = SeccompAction::Errno(error.unsigned_abs());
    SeccompFilter::new(rules, SeccompAction::Allow, refuse, arch)?.try_into()
}

fn rules(in_spaces: bool) -> Result<Rules, seccompiler::BackendError> {
    use SeccompCmpOp::{MaskedEq, Ne};
    let mut rules: Rules = REFUSED.iter().map(|&call| (call, Vec::new())).collect();
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
    if !in_spaces {
        for &call in ABOUT_OTHERS {
            rules.insert(call, vec![rule(&[(0, Ne, 0)])?]);
        }
        let (process, io_process) = (libc::PRIO_PROCESS as u64, 1);
        let nice = vec![rule(&[(0, Ne, process)])?, rule(&[(1, Ne, 0)])?];
        rules.insert(libc::SYS_setpriority, nice);
        let io = vec![rule(&[(0, Ne, io_process)])?, rule(&[(1, Ne, 0)])?];
        rules.insert(libc::SYS_ioprio_set, io);
        rules.extend(SHARED.iter().map(|&call| (call, Vec::new())));
    }
    Ok(rules)
}

/// Arguments that must all be so.
fn rule(arguments: &[(u8, SeccompCmpOp, u64)]) -> Result<SeccompRule, seccompiler::BackendError> {
    let condition = |(index, operator, value): &(u8, SeccompCmpOp, u64)| {
        // The kernel reads these as numbers of 32 bits; the one pointer among them is compared with nothing as a whole.
        let length = match index {
            2 => SeccompCmpArgLen::Qword,
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
    let step = |code: u32, jt, jf, k| sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    };
    vec![
        // The number of the call is the first word of what a filter sees.
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        step(
            libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K,
            0,
            1,
            SECOND_TABLE,
        ),
        step(
            libc::BPF_RET | libc::BPF_K,
            0,
            0,
            libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs(),
        ),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ALLOW),
    ]
}
