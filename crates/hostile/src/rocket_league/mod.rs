//! Rocket League.

mod builder;
mod inference;
mod matches;
mod stream;
mod tables;

pub(crate) const CASES: &[(&str, fn(usize) -> Vec<u8>)] = &[
    ("unknown properties among many classes", inference::unknown_among_classes),
    ("unknown properties of many classes", inference::unknown_of_classes),
    ("an unknown object among many classes", inference::unknown_object),
    ("unknown objects of many names", inference::unknown_objects),
    ("rows of one class", tables::rows_of_one_class),
    ("classes below each other", tables::classes_in_a_chain),
    ("gaps", stream::gaps),
    ("long gaps", stream::long_gaps),
    ("keyframes of many channels", stream::keyframes),
    ("keyframes that say everything again", stream::restarts),
    ("empty frames", stream::empty_frames),
    ("far frames", matches::far_frames),
    ("empty updates", stream::empty_updates),
    ("actors that come and go", stream::actors),
    ("actors of a long name", stream::long_names),
    ("values of many properties", stream::many_properties),
    ("products", stream::products),
    ("players", matches::players),
    ("players who leave", matches::players_who_leave),
    ("points of a player with a long name", matches::points_of_long_player),
    ("shots of a player with a long name", matches::shots_of_long_player),
    ("cars and touches", matches::touches),
    ("cars of many players", matches::cars),
    ("items without a player", matches::items),
    ("components", matches::components),
    ("demolitions", matches::demolitions),
    ("panels", matches::panels),
    ("boost of many cars", matches::boost),
    ("halts", matches::halts),
    ("kick-offs and touches", matches::kickoffs),
    ("touches in the flight and in the stream", matches::touches_in_stream),
    ("properties of a long name", stream::long_properties),
    ("values of a long name", stream::long_values),
    ("layouts that do not fit", inference::wrong_layouts),
    ("properties repeated in an update", inference::repeated),
    ("goals and players", matches::goals),
    ("players of the header", tables::header_players),
    ("properties of the header", tables::header_properties),
    ("empty elements of the header", tables::header_elements),
    ("nested properties of the header", tables::header_nested),
    ("objects", tables::objects),
    ("net cache", tables::net_cache),
    ("other tables", tables::tables),
    ("noise", inference::noise),
];
