//! The rows of the tables that are more than a record of a `.bsor`.

use ghostreel_timeline::rows;

rows! {
    /// Player, map and settings.
    pub struct InfoRow {
        version: String, "", "Version of the mod that recorded";
        game_version: String, "", "Version of the game, e.g. 1.40.9_10012";
        timestamp: i64, "s", "When the level started, Unix seconds";
        player_id: String, "", "Steam's or BeatLeader's id", none "-1: not logged in";
        player_name: String, "", "Name of the player";
        platform: String, "", "steam, oculuspc, or oculus for a standalone Quest";
        tracking_system: String, "", "OpenVR, OpenXR, Oculus, Unknown";
        hmd: String, "", "Headset";
        left_controller: String, "", "Left controller";
        right_controller: String, "", "Right controller";
        hash: String, "", "Hash of the map, 40 hexadecimal digits; a short name for official maps";
        song_name: String, "", "Name of the song";
        mapper: String, "", "Maker of the map";
        difficulty: String, "", "Easy, Normal, Hard, Expert, ExpertPlus";
        mode: String, "", "Standard, OneSaber, NoArrows, 90Degree, 360Degree, Lightshow, Lawless, or custom";
        environment: String, "", "Name of the environment";
        modifiers: String, "", "Codes with commas between, e.g. FS,GN";
        score: i32, "", "Score before modifiers count";
        jump_distance: f32, "m", "Distance over which notes jump in";
        left_handed: bool, "", "Whether the map was mirrored for a left-handed player";
        height: f32, "m", "Height of the player", none "0: automatic, see the table heights";
        start_time: f32, "s", "Practice mode: song time of the start", none "0: no practice";
        fail_time: f32, "s", "Song time of the fail", none "0: did not fail";
        speed: f32, "", "Practice mode: speed of the song", none "0: no practice";
        end: String, "", "How it ended: clear, fail, quit, restart";
        end_time: f32, "s", "Song time of the end";
        bpm: f32, "1/min", "Beats per minute of the map";
        jump_speed: f32, "m/s", "Speed at which notes come";
        room_position: Point, "m", "The player's origin in the tracked room";
        room_rotation: f32, "deg", "Turn of the player's origin about the vertical axis";
    }

    /// A position. Unity's axes: left-handed.
    pub struct Point {
        x: f32, "", "to the right";
        y: f32, "", "up";
        z: f32, "", "forward";
    }

    /// The values of a frame besides the poses.
    pub struct FrameExtraRow {
        number: u32, "", "Number of the frame that the game rendered: a gap is frames that were not recorded";
        clock: f64, "s", "Real time since the moment that the header gives as started";
        head_tracked: bool, "", "Whether the headset was tracked";
        left_tracked: bool, "", "Whether the left controller was tracked";
        right_tracked: bool, "", "Whether the right controller was tracked";
    }

    /// A blade in a frame.
    pub struct Blade {
        handle: Point, "m", "Lower end";
        tip: Point, "m", "Upper end";
    }

    /// Both blades, as the game measures swings by them.
    pub struct TrailRow {
        time: f32, "s", "Time by the game's clock of saber movements, as song time";
        left: Blade, "m", "Left blade";
        right: Blade, "m", "Right blade";
    }

    /// A note that was cut or missed, or a bomb that was hit.
    pub struct NoteRow {
        event_time: f32, "s", "Song time of the event; bit for bit the time of a frame";
        spawn_time: f32, "s", "Time of the note in the map";
        event_type: i32, "", "0 good, 1 bad, 2 miss, 3 bomb";
        map_index: i32, "", "Which note of the map: counted from 0 in the game's order, by time and then as the map has them", none "-1: not known";
        scoring_type: u8, "", "The game's scoring type + 2: 3 normal, 4 arc head, 5 arc tail, 6 chain head, 7 chain link, 8 to 12 combinations";
        line: i32, "", "0 to 3 from the left; others with Mapping Extensions";
        layer: i32, "", "0 to 2 from below; others with Mapping Extensions";
        color: i8, "", "0 left (red), 1 right (blue)", none "-1: a bomb";
        direction: i32, "", "0 up, 1 down, 2 left, 3 right, 4 up-left, 5 up-right, 6 down-left, 7 down-right, 8 any; others with Mapping Extensions", none "9: a bomb";
        angle_offset: i32, "deg", "Turn of the note beyond its direction, counter-clockwise";
        frame: i32, "", "Row of the table frames in which it was cut, missed or hit", none "-1: not recorded";
        energy: f32, "", "Energy after the event, 0 to 1";
        multiplier: i32, "", "Multiplier after the event: 1, 2, 4, 8";
        combo: i32, "", "Combo after the event";
        score: i32, "", "Score after the event";
        cut_side: i8, "", "Side of the note's centre that the cut passed: 1 the side of its normal, -1 the other", none "0: not known, or no cut";
    }

    /// The head went into a wall.
    pub struct WallRow {
        time: f32, "s", "Song time when the head went in";
        exit_time: f32, "s", "Song time when it left", none "0: it did not";
        spawn_time: f32, "s", "Time of the wall in the map";
        map_index: i32, "", "Which wall of the map: counted from 0 in the game's order", none "-1: not known";
        line: i32, "", "Leftmost line, 0 to 3";
        r#type: i32, "", "0 full height, 1 top half, others free";
        width: i32, "", "Width in lines";
        duration: f32, "s", "How long it takes to pass, by the map";
        energy: f32, "", "Energy when the head left, 0 to 1";
        entry_energy: f32, "", "Energy when it went in, 0 to 1";
    }

    /// The game was paused.
    pub struct PauseRow {
        time: f32, "s", "Song time of the pause";
        duration: f64, "s", "Length in real time";
        clock: f64, "s", "Real time of the pause since the moment that the header gives as started";
    }

    /// Data that another mod stored under its name.
    pub struct UserDataRow {
        key: String, "", "Name of the entry; names may repeat";
        bytes: String, "", "Stored bytes, in hexadecimal digits";
    }
}
