import type { Game } from '../games/game';
import { FORMATS, gameById, gameName } from '../games/registry';
import { LevelBadge } from '../replays/LevelBadge';
import { ScoreBadge } from '../replays/ScoreBadge';
import { type ReplayRecord, playersOf, sideText, titleOf } from '../replays/record';
import { clockText, grouped, percent, spaced } from '../ui/format';
import { MapMark } from './MapMark';
import { TrashIcon } from './icons';
import { playerLink } from './links';
import { filters } from './list';
import { tokens } from './tokens';
import { fresh } from './uploads';

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });
const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
/** The numbers of a clock somewhere, as they are. */
const localDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const localMoment = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

export function Row({ record, onDelete }: { record: ReplayRecord; onDelete(record: ReplayRecord): void }) {
  const title = titleOf(record);
  const players = playersOf(record);
  const game = gameById(record.game);
  const difficulty = record.map?.difficulty;
  const difficultyName = (difficulty: string) => game?.difficultyName?.(difficulty) ?? difficulty;
  const mode = record.mode && record.mode !== 'Standard' ? record.mode : null;
  const format = FORMATS.find((known) => known.id === record.format);
  const lost = record.diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  return (
    <li
      class={fresh.value.has(record.id) ? 'row fresh' : 'row'}
      style={coloursOf(game)}
      data-game={record.game}
      data-id={record.id}
      data-held={record.held}
      data-set={record.set?.id}
    >
      <MapMark game={record.game} id={record.map?.id ?? title} />
      <div class="what">
        <a class="title" href={playerLink({ replay: record.id }, true)}>
          <bdi>{title}</bdi>
          <span class="sr-only">
            {difficulty && `, ${difficultyName(difficulty)}`}, played by {players || 'an unnamed player'}
          </span>
        </a>
        <div class="under">
          {record.map?.author && <bdi class="by">{record.map.author}</bdi>}
          {lost.length > 0 && (
            <span class="lost" title={lost.map((diagnostic) => diagnostic.message).join('\n')}>
              damaged
            </span>
          )}
          {record.proof !== undefined && (
            // It lies above the row's link, so that its title is seen.
            <span class="proof" onClick={(event) => event.currentTarget.closest('.row')!.querySelector<HTMLElement>('.title')!.click()}>
              <LevelBadge proof={record.proof} held={record.held} isBrief />
              <ScoreBadge verdict={record.score_verdict} />
            </span>
          )}
        </div>
      </div>
      <div class="who">
        {record.sides.length > 1 ? <Sides record={record} /> : <bdi>{players}</bdi>}
        {difficulty && (
          <span class="difficulty" data-level={difficulty} aria-hidden="true">
            {difficultyName(difficulty)}
          </span>
        )}
      </div>
      <div class="level">
        {difficulty && (
          <span class="difficulty" data-level={difficulty}>
            {difficultyName(difficulty)}
          </span>
        )}
        {mode && <span class="mode">{spaced(mode)}</span>}
      </div>
      <div class="result num">
        {record.score != null && (
          <span class="score">
            <span class="sr-only">Score </span>
            {grouped(record.score)}
          </span>
        )}
        {isPlayedOut(record) && (
          <>
            <span class="sr-only">Result </span>
            <span class="sides">
              {record.sides.map(({ score, won }) => (
                <span class={won ? 'won' : undefined}>{score}</span>
              ))}
            </span>
          </>
        )}
        {record.accuracy != null && <span class="under">{percent(record.accuracy)}</span>}
      </div>
      <div class="when num">
        <Played record={record} />
        <span class="under">
          <span class="sr-only">Length </span>
          {clockText(record.duration_s)}
          <Added record={record} />
        </span>
      </div>
      <span class="chip" title={`${gameName(record.game)}, ${format?.name ?? record.format} ${record.version}`}>
        {record.format.toUpperCase()}
      </span>
      <div class="act">
        {record.id in tokens.value && (
          <button class="btn quiet icon" aria-label={`Delete ${title}`} title="Delete" onClick={() => onDelete(record)}>
            <TrashIcon />
          </button>
        )}
      </div>
    </li>
  );
}

const isPlayedOut = ({ sides }: ReplayRecord): boolean => sides.length > 1 && sides.every(({ score }) => score !== null);

/** The sides, a line each, in the order of the result. */
function Sides({ record: { sides } }: { record: ReplayRecord }) {
  return (
    <span class="sides">
      {sides.map((side, i) => (
        <span class={side.won ? 'won' : undefined}>
          {i > 0 && <span class="sr-only">against </span>}
          <bdi title={[side.name, sideText(side)].filter(Boolean).join(': ')}>{sideText(side)}</bdi>
          {side.won && <span class="sr-only">, won</span>}
        </span>
      ))}
    </span>
  );
}

/** The game's colours, as rows.css calls them. */
const coloursOf = (game: Game | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(game?.colours ?? {}).map(([name, colour]) => [`--${name}`, colour]));

/** When it was played; where nothing says that, when it was added. */
function Played({ record: { started_at, by_local_clock, uploaded_at } }: { record: ReplayRecord }) {
  const [days, moments] = by_local_clock ? [localDay, localMoment] : [day, moment];
  const played = started_at ? moments.format(new Date(started_at)) : 'at an unknown time';
  const added = moment.format(new Date(uploaded_at));
  return (
    <time dateTime={started_at ?? uploaded_at} title={`Played ${played}\nAdded ${added}`}>
      {!started_at && 'added '}
      {started_at ? days.format(new Date(started_at)) : day.format(new Date(uploaded_at))}
    </time>
  );
}

/** When it was added, where the list is sorted by that and the row does not say it already. */
function Added({ record: { started_at, uploaded_at } }: { record: ReplayRecord }) {
  if (!started_at || !filters.value.sort.endsWith('uploaded_at')) return null;
  return (
    <time class="added" dateTime={uploaded_at}>
      {' · added '}
      {shortDay.format(new Date(uploaded_at))}
    </time>
  );
}

export function SkeletonRow() {
  return (
    <li class="row skeleton" aria-hidden="true">
      <span class="block map-mark" />
      <div class="what">
        <span class="block wide" />
        <span class="block" />
      </div>
      <div class="who">
        <span class="block" />
      </div>
      <div class="level" />
      <div class="result">
        <span class="block" />
      </div>
      <div class="when">
        <span class="block" />
      </div>
    </li>
  );
}
