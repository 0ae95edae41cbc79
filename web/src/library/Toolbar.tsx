import { useEffect, useRef, useState } from 'preact/hooks';
import type { Search } from '../games/game';
import { FORMATS, GAMES, gameById, gameName } from '../games/registry';
import { CloseIcon, SearchIcon } from '../ui/icons';
import { ChevronIcon, FilterIcon } from './icons';
import { filters, narrow } from './list';
import { type FilterName, NO_FILTERS, SORTS, narrowing } from './query';

const PAUSE_MS = 250;

/** What there is to look for while no game is chosen. */
const ANY_GAME: Search = {
  everything: 'Search maps, players, characters',
  fields: { player: ['Player', 'Name or id'], map: ['Map', 'Title or hash'], mode: ['Mode', 'Any mode'] },
};

type FieldName = keyof Search['fields'];

/** How the game that is chosen calls what its replays are looked for by. */
const search = (): Search => gameById(filters.value.game)?.search ?? ANY_GAME;

export function Toolbar() {
  const active = narrowing(filters.value);
  const formats = FORMATS.filter(({ game }) => !filters.value.game || game === filters.value.game);
  // A link with filters in it shows at once why the list is short.
  const [open, setOpen] = useState(active.length > 0);
  return (
    <search class="toolbar">
      <div class="bar">
        <SearchBox />
        <button class="btn filters-toggle" aria-expanded={open} aria-controls="filters" onClick={() => setOpen((before) => !before)}>
          <FilterIcon />
          Filters
          {active.length > 0 && (
            <span class="count">
              {active.length}
              <span class="sr-only"> in use</span>
            </span>
          )}
        </button>
        <label class="picker">
          <span class="sr-only">Sort</span>
          <select name="sort" value={filters.value.sort} onChange={(event) => narrow({ sort: event.currentTarget.value })}>
            {SORTS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <ChevronIcon />
        </label>
      </div>
      <div id="filters" class="filters" hidden={!open}>
        <Choice name="game" label="Game" any="Any game" options={GAMES.map(({ id, name }) => [id, name])} choose={chooseGame} />
        {formats.length > 1 && <Choice name="format" label="Format" any="Any format" options={formats.map(({ id, name }) => [id, name])} />}
        {(Object.entries(search().fields) as [FieldName, readonly [string, string]][]).map(([name, words]) => (
          <Field key={name} name={name} words={words} />
        ))}
        <Day name="from" label="Played from" max={filters.value.to} />
        <Day name="to" label="Played until" min={filters.value.from} />
      </div>
      {active.length > 0 && (
        <ul class="active" aria-label="Filters in use">
          {active.map((name) => (
            <li key={name}>
              <button onClick={() => narrow({ [name]: '' })}>
                <span>
                  {search().fields[name as FieldName]?.[0] ?? LABELS[name]} <b>{valueText(name)}</b>
                </span>
                <CloseIcon />
                <span class="sr-only">Remove this filter</span>
              </button>
            </li>
          ))}
          {active.length > 1 && (
            <li>
              <button class="all" onClick={() => narrow({ ...NO_FILTERS, q: filters.value.q, sort: filters.value.sort })}>
                Clear all
              </button>
            </li>
          )}
        </ul>
      )}
    </search>
  );
}

const LABELS: Record<FilterName, string> = {
  q: 'Search',
  game: 'Game',
  format: 'Format',
  player: 'Player',
  opponent: 'Opponent',
  character: 'Character',
  map: 'Map',
  difficulty: 'Difficulty',
  mode: 'Mode',
  from: 'From',
  to: 'Until',
  sort: 'Sort',
};

function valueText(name: FilterName): string {
  const value = filters.value[name];
  if (name === 'game') return gameName(value);
  if (name === 'difficulty') return gameById(filters.value.game)?.difficultyName?.(value) ?? value;
  if (name === 'format') return FORMATS.find((format) => format.id === value)?.name ?? value;
  return value;
}

/** Narrows the list down to a game. What only another game is looked for by no longer counts. */
function chooseGame(game: string): void {
  const fields = gameById(game)?.search.fields ?? ANY_GAME.fields;
  const others = (['opponent', 'character', 'difficulty'] as const).filter((name) => !(name in fields));
  const hasFormat = FORMATS.some((format) => format.id === filters.value.format && (!game || format.game === game));
  narrow({ game, ...(!hasFormat && { format: '' }), ...Object.fromEntries(others.map((name) => [name, ''])) });
}

/** A field of what a game's replays are looked for by. */
function Field({ name, words: [label, placeholder] }: { name: FieldName; words: readonly [string, string] }) {
  const game = gameById(filters.value.game);
  if (name === 'difficulty') {
    const options = (game?.difficulties ?? []).map((id): [string, string] => [id, game?.difficultyName?.(id) ?? id]);
    return <Choice name={name} label={label} any={placeholder} options={options} />;
  }
  const modes = game ? game.modes : GAMES.flatMap((one) => one.modes);
  return <Words name={name} label={label} placeholder={placeholder} {...(name === 'mode' && { options: modes })} />;
}

/** Typed text reaches the list after a short pause, at once on Enter. */
function useTyped(name: FilterName) {
  const given = filters.value[name];
  const [text, setText] = useState(given);
  const timer = useRef(0);
  const typing = useRef(false);
  useEffect(() => {
    // Changed from elsewhere: a removed filter, the way back.
    if (!typing.current) setText(given);
  }, [given]);
  const send = (value: string) => {
    clearTimeout(timer.current);
    typing.current = false;
    narrow({ [name]: value.trim() }, 'replace');
  };
  return {
    text,
    type(value: string) {
      setText(value);
      typing.current = true;
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => send(value), PAUSE_MS);
    },
    send: (value = text) => {
      setText(value);
      send(value);
    },
  };
}

function SearchBox() {
  const { text, type, send } = useTyped('q');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (at.matches('input, select, textarea, dialog *')) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  return (
    <div class="search">
      <SearchIcon />
      <input
        ref={input}
        type="search"
        name="q"
        aria-label="Search replays"
        value={text}
        placeholder={search().everything}
        autocomplete="off"
        spellcheck={false}
        aria-keyshortcuts="/"
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send();
          if (event.key === 'Escape') {
            event.preventDefault();
            if (text) send('');
            else event.currentTarget.blur();
          }
          if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('.row .title')?.focus();
        }}
      />
      {text ? (
        <button
          type="button"
          class="btn quiet icon clear"
          aria-label="Clear the search"
          onClick={() => {
            send('');
            input.current?.focus();
          }}
        >
          <CloseIcon />
        </button>
      ) : (
        <kbd aria-hidden="true">/</kbd>
      )}
    </div>
  );
}

function Choice(props: {
  name: 'game' | 'format' | 'difficulty';
  label: string;
  any: string;
  options: [string, string][];
  choose?(value: string): void;
}) {
  const { name, label, any, options, choose = (value: string) => narrow({ [name]: value }) } = props;
  const value = filters.value[name];
  return (
    <label class="field">
      <span>{label}</span>
      <span class="picker">
        <select name={name} value={value} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">{any}</option>
          {options.map(([id, text]) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
          {value && !options.some(([id]) => id === value) && <option value={value}>{value}</option>}
        </select>
        <ChevronIcon />
      </span>
    </label>
  );
}

function Words(props: { name: FilterName; label: string; placeholder: string; options?: readonly string[] }) {
  const { name, label, placeholder, options } = props;
  const { text, type, send } = useTyped(name);
  const list = options && `${name}-options`;
  return (
    <label class="field">
      <span>{label}</span>
      <input
        name={name}
        value={text}
        placeholder={placeholder}
        list={list}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && send()}
      />
      {options && (
        <datalist id={list}>
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
    </label>
  );
}

function Day({ name, label, min, max }: { name: 'from' | 'to'; label: string; min?: string; max?: string }) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="date"
        name={name}
        value={filters.value[name]}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => narrow({ [name]: event.currentTarget.value })}
      />
    </label>
  );
}
