//! The colours of seats: one table of their names and shades.

/// Writes the list of hues once: the enum, all of them in order, their names and their shades.
macro_rules! hues {
    ($($hue:ident $name:literal $rgb:literal,)*) => {
        /// The colours a seat may have; colour-blind people can tell the shades apart.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Hue { $($hue,)* }

        impl Hue {
            /// All hues.
            pub const ALL: &'static [Hue] = &[$(Hue::$hue,)*];

            /// The name in lower case, for instance `white`.
            pub const fn name(self) -> &'static str {
                match self { $(Hue::$hue => $name,)* }
            }

            /// The shade of a piece as `0xrrggbb`; the same on light and dark pages.
            pub const fn rgb(self) -> u32 {
                match self { $(Hue::$hue => $rgb,)* }
            }
        }
    };
}

hues! {
    White "white" 0xfaf8f2,
    Black "black" 0x2a2c31,
    Blue "blue" 0x3f60bc,
    Green "green" 0x00c197,
    Red "red" 0xe12d0f,
    Yellow "yellow" 0xffe91f,
    Orange "orange" 0xf78600,
    Purple "purple" 0xc775f8,
    Sky "sky" 0x92d0fc,
    Grey "grey" 0x72787b,
}

impl Hue {
    /// Whether pieces show the letter of their seat. White and black differ in lightness.
    pub const fn needs_letter(self) -> bool {
        !matches!(self, Hue::White | Hue::Black)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hue_has_a_name_and_a_shade_of_its_own() {
        for (index, hue) in Hue::ALL.iter().enumerate() {
            assert_eq!(hue.name(), format!("{hue:?}").to_lowercase());
            for other in &Hue::ALL[..index] {
                assert_ne!(hue.rgb(), other.rgb(), "{hue:?} and {other:?}");
            }
        }
    }
}
