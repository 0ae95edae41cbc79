// The subjects of columns: players, or teams.
import type { Column } from '../../../stats/Facts';
import type { Sheet } from '../../../decoder/questions.types';
import type { Person } from '../../../stats/types';
import { TEAM_NAMES } from '../rules';
import type { Player, RocketLeagueStatistics, Team } from './statistics.types';

/** A column: a team, or one player. */
export interface StatColumn extends Column {
  hue: Team['color'];
  /** The players whose tanks and places count. */
  members: readonly number[];
  /** Of a player alone. */
  player?: Player;
}

/** A choice of columns. */
export interface View {
  name: string;
  columns: StatColumn[];
  /** The names to choose from, where the view has one player of each side. */
  sides?: string[][];
}

const numberOf = ({ color }: Team): 0 | 1 => (color === 'blue' ? 0 : 1);

export const titleOf = (team: Team): string => TEAM_NAMES[numberOf(team)];

/** Whose moments can be asked for: those of teams of several, and of everybody who plays for a team. A player who changes sides is two of them. */
export function peopleOf({ blue, orange }: RocketLeagueStatistics): Person[] {
  const teams = [blue, orange].filter(({ players }) => players.length > 1);
  const players = [blue, orange].flatMap(({ players }) => players);
  return [
    ...teams.map((team) => ({ whose: { team: numberOf(team) }, name: titleOf(team) })),
    ...players.map(({ index, name }) => ({ whose: { player: index }, name: name || 'Nameless' })),
  ];
}

function ofPlayer(sheet: Sheet, player: Player, team: Team): StatColumn {
  const { index, name } = player;
  const at = sheet.columns.findIndex((column) => column.of === 'player' && column.index === index);
  return { key: index, name: `${name || 'Nameless'}, ${titleOf(team)}`, hue: team.color, at, members: [index], player };
}

function ofTeam(sheet: Sheet, team: Team): StatColumn {
  const number = numberOf(team);
  const at = sheet.columns.findIndex((column) => column.of === 'team' && column.index === number);
  return { key: team.color, name: titleOf(team), hue: team.color, at, members: team.players.map(({ index }) => index) };
}

/** More players than these do not fit beside each other. */
const MOST = 4;

/** The columns to choose from; `pair`: which players stand beside each other. */
export function viewsOf(stats: RocketLeagueStatistics, sheet: Sheet, pair: readonly [number, number]): View[] {
  const teams = [stats.blue, stats.orange].filter((team) => team.players.length > 0);
  const all = teams.flatMap((team) => team.players.map((player) => ofPlayer(sheet, player, team)));
  const byPlayer = all.length <= MOST ? [{ name: 'Players', columns: all }] : teams.flatMap((team) => viewsOfTeam(sheet, team));
  // Alone against another, a player is the team.
  const isPlayersAlone = teams.every((team) => team.players.length === 1);
  if (isPlayersAlone) return byPlayer;
  return [
    { name: 'Teams', columns: teams.map((team) => ofTeam(sheet, team)) },
    ...byPlayer,
    ...(teams.length === 2 ? [oneOfEach(sheet, teams, pair)] : []),
  ];
}

/** A player beside another of the other team. */
function oneOfEach(sheet: Sheet, teams: Team[], pair: readonly [number, number]): View {
  const columns = teams.map((team, side) => ofPlayer(sheet, team.players[pair[side]!] ?? team.players[0]!, team));
  return { name: 'One to one', columns, sides: teams.map(({ players }) => players.map(({ name }) => name || 'Nameless')) };
}

/** Where players came and went, there are too many for one view. */
function viewsOfTeam(sheet: Sheet, team: Team): View[] {
  const columns = team.players.map((player) => ofPlayer(sheet, player, team));
  return Array.from({ length: Math.ceil(columns.length / MOST) }, (_, i) => ({
    name: i === 0 ? titleOf(team) : `${titleOf(team)} ${i + 1}`,
    columns: columns.slice(i * MOST, (i + 1) * MOST),
  }));
}
