/** Rocket League's statistics as the decoder gives them; docs/json.md lists all members, these are those that are shown. */
export interface RocketLeagueStatistics {
  game: 'rocket-league';
  overtime: boolean;
  blue: Team;
  orange: Team;
  events: Events;
}

export interface Team {
  color: 'blue' | 'orange';
  players: Player[];
  stats: Sums & { ball: { possession_time: number; time_in_side: number } };
}

export interface Player {
  index: number;
  name: string;
  bot?: boolean;
  mvp?: boolean;
  car_name?: string;
  camera: Camera;
  steering_sensitivity: number;
  stats: PlayerStats;
}

type Numbers<Names extends string> = Record<Names, number>;

export type Camera = Numbers<'fov' | 'height' | 'pitch' | 'distance' | 'stiffness' | 'swivel_speed' | 'transition_speed'>;

/** What players have, and teams as the sum over theirs. */
export interface Sums {
  core: Numbers<'score' | 'goals' | 'assists' | 'saves' | 'shots' | 'shooting_percentage'>;
  boost: Numbers<
    | 'bpm'
    | 'bcpm'
    | 'avg_amount'
    | 'amount_collected'
    | 'amount_stolen'
    | 'count_collected_big'
    | 'count_stolen_big'
    | 'count_collected_small'
    | 'count_stolen_small'
    | 'amount_overfill'
    | 'amount_used_while_supersonic'
    | 'time_zero_boost'
    | 'time_full_boost'
    | 'time_boost_0_25'
    | 'time_boost_25_50'
    | 'time_boost_50_75'
    | 'time_boost_75_100'
  >;
  movement: Numbers<
    | 'total_distance'
    | 'time_slow_speed'
    | 'time_boost_speed'
    | 'time_supersonic_speed'
    | 'time_ground'
    | 'time_low_air'
    | 'time_high_air'
    | 'time_powerslide'
    | 'count_powerslide'
  >;
  positioning: Numbers<
    | 'time_defensive_third'
    | 'time_neutral_third'
    | 'time_offensive_third'
    | 'time_defensive_half'
    | 'time_offensive_half'
    | 'time_behind_ball'
    | 'time_infront_ball'
  >;
  demo: Numbers<'inflicted' | 'taken'>;
}

export interface PlayerStats extends Sums {
  movement: Sums['movement'] & Numbers<'avg_speed'>;
  positioning: Sums['positioning'] &
    Numbers<
      | 'percent_most_back'
      | 'percent_most_forward'
      | 'percent_closest_to_ball'
      | 'percent_farthest_from_ball'
      | 'avg_distance_to_ball'
      | 'avg_distance_to_ball_possession'
      | 'avg_distance_to_ball_no_possession'
      | 'avg_distance_to_mates'
      | 'goals_against_while_last_defender'
    >;
}

/** Something that a player does; `player` is an index. */
export interface Happening {
  player: number;
}

/** 0 is blue, 1 orange. */
export type Side = 0 | 1;

/** What is counted; what happens when, the table of moments tells. */
export interface Events {
  touches: (Happening & { is_aerial: boolean })[];
  passes: Happening[];
  fifty_fifties: { blue: number; orange: number; winner?: Side }[];
  kickoffs: { first?: number }[];
  dribbles: Happening[];
  items: Happening[];
  panels: { player?: number }[];
}
