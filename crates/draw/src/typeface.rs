//! The typeface of pages: Bricolage Grotesque, its letters for western languages, from regular to bold.

use std::sync::LazyLock;

/// The font as WOFF2.
pub const TYPEFACE: &[u8] = include_bytes!("../fonts/bricolage-grotesque.woff2");

/// The rule of a style sheet that brings the typeface to a page without other files.
pub fn font_face() -> &'static str {
    static RULE: LazyLock<String> = LazyLock::new(|| {
        let data = base64(TYPEFACE);
        format!(
            "@font-face {{ font-family: \"Ludarium\"; font-weight: 400 750; font-display: swap; \
             src: url(data:font/woff2;base64,{data}) format(\"woff2\"); }}\n"
        )
    });
    &RULE
}

fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let byte = |k: usize| u32::from(part.get(k).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for k in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * k) & 63) as usize];
            text.push(if k > part.len() { '=' } else { char::from(sign) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_signs() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert!(font_face().contains("base64,d09GMg"), "a font in the format that browsers read");
    }

    #[test]
    fn the_font_is_small_enough_for_a_first_view() {
        assert!(TYPEFACE.len() <= 40_000, "{} bytes", TYPEFACE.len());
    }
}
