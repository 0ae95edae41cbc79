import type { Moment } from '../decoder';
import type { MomentFilter, Person, Whose } from './types';
import { keyOf } from './whose';

/** The current conditions, and how to change them. */
export interface MomentConditions {
  least: number;
  whose: Whose | null;
  /** The list that is shown; null if it is all of them. */
  moments: readonly Moment[] | null;
  ask(change: Partial<MomentFilter>): void;
}

interface Props extends MomentConditions {
  people: readonly Person[];
  /** Only moments of at least one of these values can be asked for, in lists whose kinds all have this unit. */
  atLeast?: { unit: string; values: readonly number[] };
}

/** Asks for some moments of a list alone: those of a player or a team, and those that took at least so much. */
export function Narrow({ least, whose, moments, ask, people, atLeast }: Props) {
  const isMeasured = atLeast && moments?.every(({ kind }) => kind.unit === atLeast.unit);
  return (
    <div class="narrow">
      {isMeasured && (
        <label>
          At least{' '}
          <select value={least} onChange={({ currentTarget }) => ask({ least: Number(currentTarget.value) })}>
            {[0, ...atLeast.values].map((value) => (
              <option key={value} value={value}>
                {value === 0 ? 'any' : `${value} ${atLeast.unit}`}
              </option>
            ))}
          </select>
        </label>
      )}
      {people.length > 1 && (
        <select
          aria-label="Whose"
          value={keyOf(whose)}
          onChange={({ currentTarget: { value } }) => ask({ whose: people.find((person) => keyOf(person.whose) === value)?.whose ?? null })}
        >
          <option value="">Anybody’s</option>
          {people.map(({ whose, name }) => (
            <option key={keyOf(whose)} value={keyOf(whose)}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
