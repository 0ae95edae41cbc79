//! Stage events (0x3F, 0x40, 0x41). Since 3.18, sent on change only.

use ghostreel_core::record;

record! {
    /// A platform of Fountain of Dreams moved. Before the first: left 20, right 28.
    pub struct FountainPlatform, 10 bytes big-endian, growing {
        /// 0x3F
        0x00: command: u8 = "command";
        /// Frame, from -123
        0x01: frame: i32 = "frame", "frame";
        /// 0 right, 1 left
        0x05: platform: u8 = "platform";
        /// Height in the game's own measure; in the world 0.75 × height + 1.125
        0x06: height: f32 = "height";
    }
}

/// Which way Whispy blows, by the numbers of its column.
pub const WINDS: [&str; 3] = ["none", "left", "right"];

record! {
    /// Whispy of Dream Land changed. Before the first: none.
    pub struct WhispyBlow, 6 bytes big-endian, growing {
        /// 0x40
        0x00: command: u8 = "command";
        /// Frame, from -123
        0x01: frame: i32 = "frame", "frame";
        /// 0 none, 1 left, 2 right
        0x05: direction: u8 = "direction";
    }
}

record! {
    /// Pokémon Stadium transforms. Before the first: normal.
    pub struct StadiumTransformation, 9 bytes big-endian, growing {
        /// 0x41
        0x00: command: u8 = "command";
        /// Frame, from -123
        0x01: frame: i32 = "frame", "frame";
        /// 2 start, 3 on the monitor, 4 old receding, 5 new rising, 6 last touches, 0 done
        0x05: event: u16 = "event";
        /// 3 fire, 4 grass, 5 normal, 6 rock, 9 water
        0x07: transformation: u16 = "transformation";
    }
}

#[test]
fn the_column_says_which_way_each_number_is() {
    let mut fields = <WhispyBlow as ghostreel_core::Record>::FIELDS.iter();
    let field = fields.find(|field| field.name == "direction").unwrap();
    let winds: Vec<String> =
        WINDS.iter().enumerate().map(|(number, wind)| format!("{number} {wind}")).collect();
    assert_eq!(field.meaning, winds.join(", "));
}
