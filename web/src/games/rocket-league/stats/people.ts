// Whom columns belong to: players, or teams.
import type { Column } from '../../../stats/Facts';
import type { Player, PlayerStats, RocketLeagueStatistics, Team, TeamStats } from './statistics.types';

/** A column: a team, or one player. */
export interface Who extends Column {
  hue: Team['color'];
  /** 0 is blue, 1 orange. */
  side: 0 | 1;
  /** The players whose events count. */
  members: readonly number[];
  /** What teams have as the sum over their players. */
  sums: Omit<TeamStats, 'ball'>;
  /** Of a team alone. */
  team?: Team;
  /** Of a player alone. */
  player?: Player;
  stats?: PlayerStats;
}

/** A choice of columns. */
export interface View {
  name: string;
  columns: Who[];
  /** The names to choose from, where the view has one player of each side. */
  sides?: string[][];
}

export const titleOf = ({ color }: Team): string => (color === 'blue' ? 'Blue' : 'Orange');

function ofPlayer(player: Player, team: Team): Who {
  const { index, name, stats } = player;
  const side = team.color === 'blue' ? 0 : 1;
  const said = `${name || 'Nameless'}, ${titleOf(team)}`;
  return { key: index, name: said, hue: team.color, side, members: [index], sums: stats, player, stats };
}

function ofTeam(team: Team): Who {
  const members = team.players.map(({ index }) => index);
  return { key: team.color, name: titleOf(team), hue: team.color, side: team.color === 'blue' ? 0 : 1, members, sums: team.stats, team };
}

/** More players than these do not fit beside each other. */
const MOST = 4;

/** The columns that there are to choose from; `pair`: who of each side stands beside whom. */
export function viewsOf(stats: RocketLeagueStatistics, pair: readonly [number, number]): View[] {
  const teams = [stats.blue, stats.orange].filter((team) => team.players.length > 0);
  const all = teams.flatMap((team) => team.players.map((player) => ofPlayer(player, team)));
  const byPlayer = all.length <= MOST ? [{ name: 'Players', columns: all }] : teams.flatMap(viewsOfTeam);
  // Alone against another, a player is the team.
  const isPlayersAlone = teams.every((team) => team.players.length === 1);
  if (isPlayersAlone) return byPlayer;
  return [{ name: 'Teams', columns: teams.map(ofTeam) }, ...byPlayer, ...(teams.length === 2 ? [oneOfEach(teams, pair)] : [])];
}

/** A player beside another of the other team. */
function oneOfEach(teams: Team[], pair: readonly [number, number]): View {
  const columns = teams.map((team, side) => ofPlayer(team.players[pair[side]!] ?? team.players[0]!, team));
  return { name: 'One to one', columns, sides: teams.map(({ players }) => players.map(({ name }) => name || 'Nameless')) };
}

/** Where players came and went, there are too many for one view. */
function viewsOfTeam(team: Team): View[] {
  const columns = team.players.map((player) => ofPlayer(player, team));
  return Array.from({ length: Math.ceil(columns.length / MOST) }, (_, i) => ({
    name: i === 0 ? titleOf(team) : `${titleOf(team)} ${i + 1}`,
    columns: columns.slice(i * MOST, (i + 1) * MOST),
  }));
}
