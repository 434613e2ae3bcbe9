//! The rights of root are given up: they would go around everything else.

use std::io;

use rustix::io::Errno;
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, clear_ambient_capability_set,
    remove_capability_from_bounding_set, set_capabilities, set_capabilities_secure_bits,
};

/// Gives up every capability, for good.
pub(super) fn give_up() -> io::Result<()> {
    clear_ambient_capability_set()?;
    // An ordinary user may not do these two, and has nothing to gain from a program's rights: they are never granted
    // once privileges cannot grow.
    for bit in 0..64 {
        let one = CapabilitySet::from_bits_retain(1 << bit);
        match remove_capability_from_bounding_set(one) {
            Ok(()) => {}
            Err(Errno::PERM | Errno::INVAL) => break,
            Err(error) => return Err(error.into()),
        }
    }
    let bits = CapabilitiesSecureBits::NO_ROOT | CapabilitiesSecureBits::NO_ROOT_LOCKED;
    match set_capabilities_secure_bits(bits) {
        Ok(()) | Err(Errno::PERM) => {}
        Err(error) => return Err(error.into()),
    }
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?;
    Ok(rustix::thread::set_no_new_privs(true)?)
}
