// Who plays against whom in Melee, as the title, the score and pictures have it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { source } from './support/decoder.mjs';

const { isAnybodyNamed, sidesOf } = await source('src/games/melee/scene/sides.ts');

const player = (port, name, team = null) => ({ port, name, team, character: '', outfit: { costume: 0, shade: 0 }, stocks: 4 });
const names = (game) => sidesOf(game).map(({ players }) => players.map(({ name }) => name));

test('sides stand in the order of their first ports, whatever the colours of their teams', () => {
  const who = [player(0, 'Ann', 1), player(1, 'Bob', 0), player(2, 'Cy', 1), player(3, 'Dee', 0)];
  assert.deepEqual(names({ who, teams: true }), [
    ['Ann', 'Cy'],
    ['Bob', 'Dee'],
  ]);
  assert.deepEqual(
    sidesOf({ who, teams: true }).map(({ team }) => team),
    [1, 0],
  );
  assert.deepEqual(names({ who, teams: false }), [['Ann'], ['Bob'], ['Cy'], ['Dee']]);
});

test('ports may be empty, and a player without a team is a side', () => {
  const who = [];
  [who[1], who[3]] = [player(1, 'Bob', 1), player(3, 'Dee')];
  assert.deepEqual(names({ who, teams: true }), [['Bob'], ['Dee']]);
});

test('who has no name goes by the character, which the title then says once', () => {
  const as = (name, character) => ({ ...player(0, name), character });
  const game = (...who) => ({ who, teams: false });
  assert.equal(isAnybodyNamed(game(as('Fox', 'Fox'), as('Marth (P2)', 'Marth'))), false);
  assert.equal(isAnybodyNamed(game(as('Fox', 'Fox'), as('Ann', 'Marth'))), true);
});
