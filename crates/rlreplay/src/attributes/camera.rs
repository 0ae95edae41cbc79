//! How players look on.

use super::attribute::structures;

structures! {
    /// A player's camera.
    CamSettings {
        fov: f32, "°", "Angle of view";
        height: f32, "uu", "Height above the car";
        pitch: f32, "°", "Downward angle";
        distance: f32, "uu", "Distance from the car";
        stiffness: f32, "", "How stiffly it follows, 0 to 1";
        swivel_speed: f32, "", "How fast it turns by hand";
        transition_speed: f32 => has_transition_speed, "", "How fast it changes between car and ball; since 868.20";
        acceleration: f32 => has_camera_extras, "", "Since 868.34.12";
        deceleration: f32 => has_camera_extras, "", "Since 868.34.12";
        free_look_speed: f32 => has_camera_extras, "", "Since 868.34.12";
        unconstrained_rotation: bool => has_camera_extras, "", "Since 868.34.12";
        free_look_smoothing: bool => has_camera_extras, "", "Since 868.34.12";
    }
}
