import { orNull } from './columns';
import type { Description, Moment, NumericArray } from './types';

/** The questions for a replay's moments. */
interface Source {
  meta: Description;
  numbers(names: string[]): Promise<NumericArray[]>;
  dict(name: string): Promise<string[]>;
}

/** The table of moments. */
const MOMENTS = 'moments';
const COLUMNS = ['time', 'player', 'other', 'team', 'severity', 'value', 'kind', 'label', 'detail'];

/** All rows of the table `moments`, by time. */
export async function momentsOf(replay: Source): Promise<Moment[]> {
  const [[time, player, other, team, severity, value, kind, label, detail], kinds, labels, details] = await Promise.all([
    replay.numbers(COLUMNS.map((name) => `${MOMENTS}.${name}`)),
    replay.dict(`${MOMENTS}.kind`),
    replay.dict(`${MOMENTS}.label`),
    replay.dict(`${MOMENTS}.detail`),
  ]);
  const shown = kinds.map((name) => replay.meta.moment_kinds.find((kind) => kind.name === name)!);
  return Array.from(time!, (time, row) => ({
    time,
    kind: shown[kind![row]!]!,
    player: orNull(player![row]!),
    other: orNull(other![row]!),
    team: orNull(team![row]!),
    label: labels[label![row]!]!,
    detail: details[detail![row]!]!,
    severity: severity![row]!,
    value: orNull(value![row]!),
  }));
}
