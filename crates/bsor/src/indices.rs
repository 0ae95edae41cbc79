//! Indices of notes and walls: rows of tables.

use ghostreel_timeline::numbers;

numbers! {
    /// A row of the table `notes`, from 0: a note of the file, in its order.
    NoteIndex: "notes";
    /// A row of the table `walls`, from 0: a wall of the file, in its order.
    WallIndex: "walls";
}
