#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    ludarium_fuzz::record(data);
});
