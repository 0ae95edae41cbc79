import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadDecoder, source, surest } from './decoder.mjs';

/** A file as the page's scene has it, with a map, a zip file, if there is one. `ofAny`: it may be of any of the game's formats. */
export async function opened(file, map = null, { ofAny = false } = {}) {
  const { Column, find } = await source('src/decoder/columns.ts');
  const bytes = new Uint8Array(file);
  const names = map ? ['beat-saber-map'] : ofAny ? ['beat-saber', 'beat-saber-further', 'beat-saber-draft'] : ['beat-saber'];
  const module = surest(await Promise.all(names.map((name) => loadDecoder(name))), bytes);
  const { handle, description: alone } = module.open(bytes);
  const description = map ? module.setMap(handle, new Uint8Array(map)) : alone;
  const values = (name, buffer) => new Column(find(description, name).type, buffer).numbers();
  return {
    details: description.details,
    has: (name) => find(description, name) !== undefined,
    table: (name) => description.tables.find((table) => table.name === name),
    numbers: (names) => module.columns(handle, names).map((buffer, i) => values(names[i], buffer)),
  };
}

const compiled = () => {
  const path = fileURLToPath(new URL('../../public/decoders/beat-saber-flight.wasm', import.meta.url));
  return WebAssembly.compile(readFileSync(path));
};

/** A module of flights as the page has it: its exports. */
export const flightModule = async () => WebAssembly.instantiate(await compiled());

/** All columns of a table, in their order. */
export function columnsOf(replay, table) {
  const names = replay.table(table).columns.map(({ name }) => name);
  const values = replay.numbers(names.map((name) => `${table}.${name}`));
  return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}

/** The things that come in a replay, and where the player is, as the page's scene has them. */
export async function sceneOf(replay) {
  const scene = (name) => source(`src/games/beat-saber/scene/${name}.ts`);
  const [{ Flights }, { Poses }, { load }, { notesOf }] = await Promise.all(['flights', 'poses', 'data', 'notes-model'].map(scene));
  const tables = Object.fromEntries(['flights', 'wall_flights', 'arc_flights', 'paces'].map((table) => [table, columnsOf(replay, table)]));
  const data = await load(replay);
  const poses = new Poses(data.frames, data.pauses);
  const flights = Flights.of(await flightModule(), tables);
  flights.watch(poses);
  return { data, flights, poses, notes: notesOf(flights, data.notes) };
}
