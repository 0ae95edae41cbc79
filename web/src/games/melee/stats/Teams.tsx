import { Columns } from '../../../stats/Facts';
import { teamHue, teamName } from '../teams';
import type { MeleeStatistics, Team } from './statistics.types';

/** What each team did together, where more than two play in teams. */
export function Teams({ stats }: { stats: MeleeStatistics }) {
  const { teams } = stats.details;
  if (!teams || teams.length === 0) return null;
  const rows: [string, (team: Team) => string][] = [
    ['Kills', (team) => String(team.killCount)],
    ['Stocks lost', (team) => String(team.stocksLost)],
    ['Damage', (team) => team.totalDamage.toFixed(1)],
    ['Openings', (team) => String(team.conversionCount)],
    ['Openings per kill', (team) => team.openingsPerKill?.toFixed(1) ?? '–'],
    ['Damage per opening', (team) => team.damagePerOpening?.toFixed(1) ?? '–'],
  ];
  return (
    <section class="block">
      <header>
        <h3>Teams</h3>
      </header>
      <table class="facts num">
        <Columns />
        <thead>
          <tr>
            <td />
            {teams.map(({ teamId }) => (
              <th key={teamId} scope="col" class="team" data-hue={teamHue(teamId)}>
                {teamName(teamId)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, text]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {teams.map((team) => (
                <td key={team.teamId}>{text(team)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
