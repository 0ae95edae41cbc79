import { LAYERS, MAX_CUT_SCORE } from '../rules';
import type { BeatSaberStatistics } from './statistics.types';

/** The mean cut score in each place of the grid, as the player sees it: the top layer first. */
export function Grid({ stats }: { stats: BeatSaberStatistics }) {
  const { gridAcc } = stats.accuracyTracker;
  const means = gridAcc.filter((mean) => typeof mean === 'number');
  if (means.length === 0) return null;
  const low = Math.min(...means);
  const spread = Math.max(...means) - low;
  return (
    <section class="block">
      <header>
        <h3>Accuracy by place</h3>
        <span class="readout">mean of {MAX_CUT_SCORE}</span>
      </header>
      <table class="grid num">
        <caption class="sr-only">Mean cut score by lane and layer</caption>
        <tbody>
          {[2, 1, 0].map((layer) => (
            <tr key={layer}>
              <th scope="row">{LAYERS[layer]}</th>
              {[0, 1, 2, 3].map((line) => {
                const cell = layer * 4 + line;
                const mean = gridAcc[cell];
                if (typeof mean !== 'number') return <td key={line} class="none" aria-label="No cut" />;
                const heat = spread > 0 ? (mean - low) / spread : 1;
                return (
                  <td key={line} style={{ '--heat': `${6 + heat * 38}%` }} title={`${stats.details.gridCuts[cell]} cuts`}>
                    {mean.toFixed(1)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            {[1, 2, 3, 4].map((lane) => (
              <th key={lane} scope="col">
                Lane {lane}
              </th>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
