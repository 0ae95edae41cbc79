// Made by `npm run types` from what Rust serialises (crates/analysis): do not edit. docs/json.md says what the members mean.

export type ActionCounts = {
  playerIndex: number;
  wavedashCount: number;
  wavelandCount: number;
  airDodgeCount: number;
  dashDanceCount: number;
  spotDodgeCount: number;
  ledgegrabCount: number;
  rollCount: number;
  tauntCount: number;
  edgeCancelCount: EdgeCancelCount;
  lCancelCount: SuccessCount;
  attackCount: AttackCount;
  grabCount: SuccessCount;
  throwCount: ThrowCount;
  groundTechCount: GroundTechCount;
  wallTechCount: SuccessCount;
};

export type AttackCount = {
  jab1: number;
  jab2: number;
  jab3: number;
  jabm: number;
  dash: number;
  ftilt: number;
  utilt: number;
  dtilt: number;
  fsmash: number;
  usmash: number;
  dsmash: number;
  nair: number;
  fair: number;
  bair: number;
  uair: number;
  dair: number;
};

export type Combo = {
  playerIndex: number;
  lastHitBy: number;
  startFrame: number;
  endFrame?: number;
  startPercent: number;
  currentPercent: number;
  endPercent?: number;
  moves: Array<MoveLanded>;
  didKill: boolean;
};

export type Conversion = {
  playerIndex: number;
  lastHitBy: number;
  startFrame: number;
  endFrame?: number;
  startPercent: number;
  currentPercent: number;
  endPercent?: number;
  moves: Array<MoveLanded>;
  didKill: boolean;
  openingType: OpeningType;
};

export type Death = {
  playerIndex: number;
  frame: number;
  percent: number;
  direction?: Direction;
  killedBy?: number;
  moveId?: number;
  moveName?: string;
};

export type Details = {
  players: Array<PlayerDetails>;
  teams?: Array<Team>;
  deaths: Array<Death>;
  recoveries: Array<Recovery>;
  limit?: string;
};

export type Direction = 'down' | 'left' | 'right' | 'up';

export type EdgeCancelCount = { success: number; slow: number };

export type GroundTechCount = { away: number; in: number; neutral: number; fail: number };

export type InputCounts = { buttons: number; triggers: number; cstick: number; joystick: number; total: number };

export type Landing = { count: number; success: number; fail: number };

export type Landings = { nair: Landing; fair: Landing; bair: Landing; uair: Landing; dair: Landing };

export type MeleeStatistics = {
  players: Array<Player>;
  stage?: Stage;
  isTeams: boolean;
  latestFrame?: number;
  winners: Array<Placement>;
  winnersBy?: WinnersBy;
  rollbackFrames: RollbackFrames;
  stadium?: StadiumStats;
  details: Details;
  lastFrame: number;
  playableFrameCount: number;
  missingFrameCount: number;
  stocks: Array<Stock>;
  conversions: Array<Conversion>;
  combos: Array<Combo>;
  actionCounts: Array<ActionCounts>;
  overall: Array<Overall>;
  gameComplete: boolean;
  limit?: string;
};

export type MoveLanded = { playerIndex: number; frame: number; moveId: number; moveName: string; hitCount: number; damage: number };

export type MoveTotals = {
  moveId: number;
  moveName: string;
  count: number;
  hitCount: number;
  damage: number;
  openings: number;
  kills: number;
};

export type OpeningTotals = { openingType: OpeningType; count: number; killCount: number; damage: number; openingsPerKill?: number };

export type OpeningType = 'neutral-win' | 'counter-attack' | 'trade';

export type Overall = {
  playerIndex: number;
  inputCounts: InputCounts;
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
};

export type Placement = { playerIndex: number; position?: number };

export type Player = {
  playerIndex: number;
  port: number;
  name: string;
  code?: string;
  characterId: number;
  character: string;
  teamId?: number;
};

export type PlayerDetails = {
  playerIndex: number;
  moves: Array<MoveTotals>;
  openings: [OpeningTotals, OpeningTotals, OpeningTotals];
  versus: Array<Versus>;
  landings: Landings;
  techs: Techs;
  stageControl?: StageControl;
  recoveryCount: number;
  recoverySuccessCount: number;
  edgeguardCount: number;
  edgeguardSuccessCount: number;
};

export type Ratio = { count: number; total: number; ratio?: number };

export type Recovery = {
  playerIndex: number;
  lastHitBy?: number;
  startFrame: number;
  endFrame?: number;
  startPercent: number;
  currentPercent: number;
  isEdgeguarded: boolean;
  outcome: RecoveryOutcome;
};

export type RecoveryOutcome = 'ledge' | 'stage' | 'death' | 'open';

export type RollbackFrames = { count: number; lengths: Array<number>; frames: Array<number> };

export type StadiumStats =
  | { type: 'target-test'; targetBreaks: Array<TargetBreak> }
  | { type: 'home-run-contest'; distance: number; units: Units };

export type Stage = { id: number; name: string };

export type StageControl = { frames: number; controlFrames: number; controlledFrames: number; offStageFrames: number; ledgeFrames: number };

export type Stock = {
  playerIndex: number;
  startFrame: number;
  endFrame?: number;
  startPercent: number;
  currentPercent: number;
  endPercent?: number;
  count: number;
  deathAnimation?: number;
};

export type SuccessCount = { success: number; fail: number };

export type TargetBreak = { spawnId: number; frameDestroyed: number | null; positionX: number; positionY: number };

export type Team = {
  teamId: number;
  playerIndices: Array<number>;
  conversionCount: number;
  totalDamage: number;
  killCount: number;
  stocksLost: number;
  openingsPerKill?: number;
  damagePerOpening?: number;
};

export type TechTotals = { count: number; punished: number };

export type Techs = {
  inPlace: TechTotals;
  towards: TechTotals;
  away: TechTotals;
  missed: TechTotals;
  wall: TechTotals;
  wallJump: TechTotals;
  ceiling: TechTotals;
  missedWall: TechTotals;
  getUp: TechTotals;
  getUpAttack: TechTotals;
  rollTowards: TechTotals;
  rollAway: TechTotals;
};

export type ThrowCount = { up: number; forward: number; back: number; down: number };

export type Units = 'meters' | 'feet';

export type Versus = { opponentIndex: number; conversionCount: number; damage: number; killCount: number };

export type WinnersBy = 'quit' | 'placements' | 'time' | 'standing';
