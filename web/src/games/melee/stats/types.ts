/** Melee's statistics as the decoder gives them; docs/json.md lists all members, these are those that are shown. */
export interface MeleeStatistics {
  game: 'melee';
  players: PlayerInfo[];
  stage?: { id: number; name: string };
  isTeams: boolean;
  gameComplete: boolean;
  lastFrame: number;
  stocks: Stock[];
  actionCounts: ActionCounts[];
  overall: Overall[];
  winners: { playerIndex: number; position?: number }[];
  stadium?: Stadium;
  details: Details;
}

export interface PlayerInfo {
  playerIndex: number;
  port: number;
  name: string;
  code?: string;
  character: string;
  teamId?: number;
}

export interface Stock {
  playerIndex: number;
  startFrame: number;
  endFrame?: number;
  endPercent?: number;
  currentPercent: number;
  count: number;
}

export type OpeningType = 'neutral-win' | 'counter-attack' | 'trade';

export interface Success {
  success: number;
  fail: number;
}

export interface ActionCounts {
  playerIndex: number;
  wavedashCount: number;
  wavelandCount: number;
  airDodgeCount: number;
  dashDanceCount: number;
  spotDodgeCount: number;
  ledgegrabCount: number;
  rollCount: number;
  tauntCount: number;
  edgeCancelCount: { success: number; slow: number };
  lCancelCount: Success;
  attackCount: Record<string, number>;
  grabCount: Success;
  throwCount: Record<'up' | 'forward' | 'back' | 'down', number>;
  groundTechCount: { away: number; in: number; neutral: number; fail: number };
  wallTechCount: Success;
}

export interface Ratio {
  count: number;
  total: number;
  ratio?: number;
}

export interface Overall {
  playerIndex: number;
  inputCounts: { buttons: number; triggers: number; cstick: number; joystick: number; total: number };
  conversionCount: number;
  totalDamage: number;
  killCount: number;
  successfulConversions: Ratio;
  inputsPerMinute: Ratio;
  digitalInputsPerMinute: Ratio;
  openingsPerKill: Ratio;
  damagePerOpening: Ratio;
  neutralWinRatio: Ratio;
  counterHitRatio: Ratio;
  beneficialTradeRatio: Ratio;
}

export type Stadium =
  | { type: 'target-test'; targetBreaks: { frameDestroyed: number | null }[] }
  | { type: 'home-run-contest'; distance: number; units: 'meters' | 'feet' };

export type Direction = 'down' | 'left' | 'right' | 'up';

export interface Details {
  players: PlayerDetails[];
  teams?: Team[];
  deaths: Death[];
  recoveries: Recovery[];
}

export interface PlayerDetails {
  playerIndex: number;
  moves: MoveTotals[];
  openings: { openingType: OpeningType; count: number; killCount: number; damage: number; openingsPerKill?: number }[];
  versus: { opponentIndex: number; conversionCount: number; damage: number; killCount: number }[];
  landings: Record<Aerial, { count: number; success: number; fail: number }>;
  techs: Record<Tech, { count: number; punished: number }>;
  stageControl?: Record<'frames' | 'controlFrames' | 'controlledFrames' | 'offStageFrames' | 'ledgeFrames', number>;
  recoveryCount: number;
  recoverySuccessCount: number;
  edgeguardCount: number;
  edgeguardSuccessCount: number;
}

export interface MoveTotals {
  moveId: number;
  moveName: string;
  count: number;
  hitCount: number;
  damage: number;
  openings: number;
  kills: number;
}

export type Aerial = 'nair' | 'fair' | 'bair' | 'uair' | 'dair';

export type Tech =
  | 'inPlace'
  | 'towards'
  | 'away'
  | 'missed'
  | 'wall'
  | 'wallJump'
  | 'ceiling'
  | 'missedWall'
  | 'getUp'
  | 'getUpAttack'
  | 'rollTowards'
  | 'rollAway';

export interface Team {
  teamId: number;
  playerIndices: number[];
  conversionCount: number;
  totalDamage: number;
  killCount: number;
  stocksLost: number;
  openingsPerKill?: number;
  damagePerOpening?: number;
}

export interface Death {
  playerIndex: number;
  frame: number;
  percent: number;
  direction?: Direction;
  killedBy?: number;
  moveId?: number;
  moveName?: string;
}

export interface Recovery {
  playerIndex: number;
  lastHitBy?: number;
  startFrame: number;
  outcome: 'ledge' | 'stage' | 'death' | 'open';
}
