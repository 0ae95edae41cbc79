// Made by `npm run types` from what Rust serialises (crates/analysis): do not edit. docs/json.md says what the members mean.

export type Boost = {
  bpm: number;
  bcpm: number;
  avg_amount: number;
  amount_collected: number;
  amount_stolen: number;
  amount_collected_big: number;
  amount_stolen_big: number;
  amount_collected_small: number;
  amount_stolen_small: number;
  count_collected_big: number;
  count_stolen_big: number;
  count_collected_small: number;
  count_stolen_small: number;
  amount_overfill: number;
  amount_overfill_stolen: number;
  amount_used_while_supersonic: number;
  time_zero_boost: number;
  percent_zero_boost: number;
  time_full_boost: number;
  percent_full_boost: number;
  time_boost_0_25: number;
  time_boost_25_50: number;
  time_boost_50_75: number;
  time_boost_75_100: number;
  percent_boost_0_25: number;
  percent_boost_25_50: number;
  percent_boost_50_75: number;
  percent_boost_75_100: number;
};

export type Camera = {
  fov: number;
  height: number;
  pitch: number;
  distance: number;
  stiffness: number;
  swivel_speed: number;
  transition_speed: number;
};

export type Core = {
  shots: number;
  shots_against: number;
  goals: number;
  goals_against: number;
  saves: number;
  assists: number;
  score: number;
  mvp: boolean;
  shooting_percentage: number;
};

export type Demo = { inflicted: number; taken: number };

export type Demolition = { victim: number; frame: number; time: number; player: number; place: [number, number, number] };

export type Dribble = { end_time: number; frame: number; time: number; player: number; place: [number, number, number] };

export type Events = {
  goals: Array<Goal>;
  shots: Array<Shot>;
  saves: Array<Save>;
  touches: Array<Touch>;
  passes: Array<Pass>;
  fifty_fifties: Array<FiftyFifty>;
  kickoffs: Array<Kickoff>;
  demolitions: Array<Demolition>;
  dribbles: Array<Dribble>;
  flips: Array<PlayerAction>;
  mechanics: Array<Mechanic>;
  mistakes: Array<Mistake>;
  items: Array<Item>;
  panels: Array<Panel>;
};

export type FiftyFifty = { frame: number; time: number; blue: number; orange: number; place: [number, number, number]; winner?: number };

export type FlickDirection = 'front' | 'diagonal' | 'side' | 'back' | 'reverse';

export type Goal = {
  frame: number;
  time: number;
  team?: number;
  player?: number;
  assist?: number;
  place: [number, number, number];
  ball_speed: number;
};

export type Item = { item: string; frame: number; time: number; player: number; place: [number, number, number] };

export type Kickoff = { frame: number; time: number; first?: number; first_time?: number; winner?: number; goal?: number };

export type Mechanic = {
  kind: MechanicKind;
  direction?: FlickDirection;
  touches?: number;
  end_time?: number;
  frame: number;
  time: number;
  player: number;
  place: [number, number, number];
};

export type MechanicKind =
  | 'flip-reset'
  | 'double-tap'
  | 'air-dribble'
  | 'ceiling-shot'
  | 'wall-aerial'
  | 'redirect'
  | 'flick'
  | 'musty-flick'
  | 'speed-flip'
  | 'half-flip'
  | 'wave-dash';

export type Mistake = {
  kind: MistakeKind;
  mate?: number;
  end_time?: number;
  frame: number;
  time: number;
  player: number;
  place: [number, number, number];
};

export type MistakeKind = 'double-commit' | 'last-man-out' | 'boost-starvation';

export type Movement = {
  avg_speed: number;
  total_distance: number;
  time_supersonic_speed: number;
  time_boost_speed: number;
  time_slow_speed: number;
  time_ground: number;
  time_low_air: number;
  time_high_air: number;
  time_powerslide: number;
  count_powerslide: number;
  avg_powerslide_duration: number;
  avg_speed_percentage: number;
  percent_slow_speed: number;
  percent_boost_speed: number;
  percent_supersonic_speed: number;
  percent_ground: number;
  percent_low_air: number;
  percent_high_air: number;
};

export type Panel = {
  frame: number;
  time: number;
  player?: number;
  place: [number, number, number];
  is_open: boolean;
  is_direct_hit: boolean;
};

export type Pass = {
  frame: number;
  time: number;
  player: number;
  receiver: number;
  place: [number, number, number];
  distance: number;
  end_time: number;
};

export type Player = {
  index: number;
  start_time: number;
  end_time: number;
  name: string;
  id: PlayerId;
  bot?: boolean;
  mvp?: boolean;
  car_id: number;
  car_name?: string;
  camera: Camera;
  steering_sensitivity: number;
  stats: PlayerStats;
};

export type PlayerAction = { frame: number; time: number; player: number; place: [number, number, number] };

export type PlayerId = { platform: string; id: string; player_number: number };

export type PlayerStats = { core: Core; boost: Boost; movement: Movement; positioning: Positioning; demo: Demo };

export type Positioning = {
  avg_distance_to_ball: number;
  avg_distance_to_ball_possession: number;
  avg_distance_to_ball_no_possession: number;
  avg_distance_to_mates: number;
  time_defensive_third: number;
  time_neutral_third: number;
  time_offensive_third: number;
  time_defensive_half: number;
  time_offensive_half: number;
  time_behind_ball: number;
  time_infront_ball: number;
  time_most_back: number;
  time_most_forward: number;
  goals_against_while_last_defender: number;
  time_closest_to_ball: number;
  time_farthest_from_ball: number;
  percent_defensive_third: number;
  percent_offensive_third: number;
  percent_neutral_third: number;
  percent_defensive_half: number;
  percent_offensive_half: number;
  percent_behind_ball: number;
  percent_infront_ball: number;
  percent_most_back: number;
  percent_most_forward: number;
  percent_closest_to_ball: number;
  percent_farthest_from_ball: number;
};

export type RocketLeagueStatistics = {
  title?: string;
  rocket_league_id?: string;
  match_guid?: string;
  recorder?: string;
  map_code?: string;
  map_name?: string;
  match_type?: string;
  team_size: number;
  playlist_id?: string;
  duration: number;
  overtime: boolean;
  date?: string;
  server?: Server;
  blue: Team;
  orange: Team;
  events: Events;
  limit?: string;
};

export type Save = { is_shot: boolean; frame: number; time: number; player: number; place: [number, number, number] };

export type Server = { name: string; region: string };

export type Shot = { is_goal: boolean; is_save: boolean; frame: number; time: number; player: number; place: [number, number, number] };

export type Team = { color: 'blue' | 'orange'; final_score: number; players: Array<Player>; stats: TeamStats };

export type TeamBall = { possession_time: number; time_in_side: number };

export type TeamBoost = {
  bpm: number;
  bcpm: number;
  avg_amount: number;
  amount_collected: number;
  amount_stolen: number;
  amount_collected_big: number;
  amount_stolen_big: number;
  amount_collected_small: number;
  amount_stolen_small: number;
  count_collected_big: number;
  count_stolen_big: number;
  count_collected_small: number;
  count_stolen_small: number;
  amount_overfill: number;
  amount_overfill_stolen: number;
  amount_used_while_supersonic: number;
  time_zero_boost: number;
  time_full_boost: number;
  time_boost_0_25: number;
  time_boost_25_50: number;
  time_boost_50_75: number;
  time_boost_75_100: number;
};

export type TeamCore = {
  shots: number;
  shots_against: number;
  goals: number;
  goals_against: number;
  saves: number;
  assists: number;
  score: number;
  shooting_percentage: number;
};

export type TeamMovement = {
  total_distance: number;
  time_supersonic_speed: number;
  time_boost_speed: number;
  time_slow_speed: number;
  time_ground: number;
  time_low_air: number;
  time_high_air: number;
  time_powerslide: number;
  count_powerslide: number;
};

export type TeamPositioning = {
  time_defensive_third: number;
  time_neutral_third: number;
  time_offensive_third: number;
  time_defensive_half: number;
  time_offensive_half: number;
  time_behind_ball: number;
  time_infront_ball: number;
};

export type TeamStats = {
  ball: TeamBall;
  core: TeamCore;
  boost: TeamBoost;
  movement: TeamMovement;
  positioning: TeamPositioning;
  demo: Demo;
};

export type Touch = {
  frame: number;
  time: number;
  player: number;
  team?: number;
  ball_speed: number;
  hit: number;
  place: [number, number, number];
  is_aerial: boolean;
};
