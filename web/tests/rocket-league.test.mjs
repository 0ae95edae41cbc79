// Rocket League's scene: on the synthetic match, and on real ones.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { source } from './support/decoder.mjs';
import { bright, difference, keep, picture, sampleBytes, stage, times } from './support/pages.mjs';
import { corpus } from './support/places.mjs';
import { motion } from './support/rocket-league.mjs';

const placing = await motion();

const good = corpus('rocket-league/good');
const seen = corpus('rocket-league/seen');
/** In it, whole seconds have no updates of bodies that move. */
const sparse = 'df7f32da__nickbabcock-boxcars__51235.replay';
const left = '0b6390ac__tfausak-rattletrap__89cb.replay';

/** The sample on another map, of a name as long as its own. */
function renamed(sample, map) {
  const bytes = Buffer.from(sample);
  const at = bytes.indexOf('Stadium_P');
  assert.ok(at > 0 && map.length === 9);
  bytes.write(map, at, 'latin1');
  return bytes;
}

let s;
before(async () => {
  const sample = await sampleBytes(1, 'rocket-league');
  const files = { 'sample.replay': sample, 'hoops.replay': renamed(sample, 'Hoops_Six') };
  s = await stage({ files, folders: existsSync(good) ? { '/rl/': good, '/seen/': seen } : {} });
});
after(async () => {
  await s?.close();
  assert.deepEqual(s?.failures ?? [], []);
});

const open = (path) => s.open(`?replay=${path}&clock=manual`);
const at = async (time) => (await s.seek(time), s.state());
const use = (camera) => s.page.evaluate((name) => window.ghostreel.setCamera(name), camera);
const shot = (name) => picture(s.page, `rocket-league-${name}`);
/** Seeking away and back gives the same picture, and another time another. */
async function steady(name, time, other) {
  await s.seek(time);
  const first = await shot(name);
  await s.seek(other);
  assert.ok((await difference(s.context, first, await shot(`${name}-other`))) > 0.003, `${name} moves`);
  await s.seek(time);
  assert.ok((await difference(s.context, first, await shot(name))) < 0.0005, `${name} is its time’s alone`);
}

test('an address that names the game fetches nothing of another', async () => {
  const fetched = [];
  s.page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await open('files/sample.replay');
  s.page.removeAllListeners('request');
  const of = (game) => fetched.filter((path) => path.includes(game));
  assert.ok(of('rocket-league').length >= 2, 'scene and decoder');
  assert.deepEqual([...of('beat-saber'), ...of('melee')], []);
});

test('G goes to what leads to the next goal, and Shift G back', async () => {
  await open('files/sample.replay');
  const { start } = await s.state();
  // As docs/cli.md shows that `ghostreel events` lists them.
  const goals = [22.9, 32.4];
  await s.seek(start);
  const pressed = async (key) => {
    await s.page.keyboard.press(key);
    return (await s.state()).time;
  };
  const near = (time, goal) => assert.ok(Math.abs(time - (goal - 3)) <= 0.1, `${time}, of a goal at ${goal}`);
  near(await pressed('g'), goals[0]);
  near(await pressed('g'), goals[1]);
  near(await pressed('Shift+G'), goals[0]);
  // The same goals stand above the bar, with who scored and how fast the ball was.
  const strip = s.page.getByRole('list', { name: 'Goals' });
  const shown = strip.getByRole('button');
  assert.deepEqual(
    (await shown.allInnerTexts()).map((text) => text.split(/\s+/).slice(1).join(' ')),
    ['Ghost 56 km/h', 'Reel 108 km/h'],
  );
  await shown.nth(1).click();
  near((await s.state()).time, goals[1]);
  assert.equal(await strip.locator('[aria-current=true]').innerText(), await shown.nth(1).innerText());
  for (const [width, height] of [
    [390, 844],
    [1280, 720],
  ]) {
    await s.page.setViewportSize({ width, height });
    await shown.nth(1).scrollIntoViewIfNeeded();
    await keep(s.page, `goals-${width}`);
    assert.ok(await s.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} wide`);
  }
});

test('a car of which nothing was recorded for a while says so in its panel', {
  skip: existsSync(`${seen}/${sparse}`) ? false : `there is no such replay at ${seen}`,
}, async () => {
  await open(`seen/${sparse}`);
  const quiet = s.page.locator('.rl-side li', { hasText: 'InfernoWolf' }).getByText('no data');
  await at(176);
  await quiet.waitFor();
  await at(185);
  await quiet.waitFor({ state: 'detached' });
});

const inField = ([x, y, z]) => Math.abs(x) < 4200 && Math.abs(y) < 6100 && z > -20 && z < 2100;

test('the synthetic match: cars, ball, clock and every camera', async () => {
  await open('files/sample.replay');
  const { players, ball, cameras, start, end, markers } = await at(6);
  assert.deepEqual(
    players.map(({ name, team }) => [name, team]),
    [
      ['Ghost', 0],
      ['Reel', 1],
    ],
  );
  assert.ok(ball.visible && inField(ball.position));
  assert.ok(players.every((player) => player.visible && inField(player.position)));
  assert.ok(markers > 0);
  assert.deepEqual(cameras, ['match', 'director', 'ball', 'overhead', 'player-1', 'player-2', 'free']);
  const { board } = await at(end);
  assert.deepEqual(await s.page.locator('[data-hud=blue], [data-hud=orange]').allTextContents(), [board.blue, board.orange].map(String));
  assert.deepEqual([board.blue, board.orange], [1, 1]);
  assert.equal((await s.state()).standing, `Blue 1 : 1 Orange · ${board.clock}`);
  for (const camera of cameras) {
    await use(camera);
    await steady(`sample-${camera}`, start + 8, start + 2);
  }
  await use('match');
});

/** States of every half second. */
async function walk(start, end) {
  return s.states(times(start, end, 0.5));
}

test('goals burst, are announced, and have marks of their own', async () => {
  await open('files/sample.replay');
  const { start, end } = await s.state();
  const states = await walk(start, end);
  const announced = states.filter(({ goal }) => goal);
  assert.deepEqual([...new Set(announced.map(({ goal }) => `${goal.team} ${goal.name}`))].sort(), ['0 Ghost', '1 Reel']);
  const { time, goal } = announced[0];
  assert.ok(goal.bursts && goal.speed > 18 && goal.speed < 216, `${goal.speed} km/h`);
  await at(time);
  const said = await s.page.locator('[data-hud=goal]').textContent();
  assert.ok(said.includes(goal.name) && said.includes(`${goal.speed} km/h`), said);
  assert.equal((await at(time)).ball.visible, false, 'the ball is gone until the kick-off');
  const marks = await s.page.locator('.mark').evaluateAll((all) => all.map((mark) => mark.classList[1]));
  for (const kind of ['team-0', 'team-1']) assert.equal(marks.filter((mark) => mark === kind).length, 1, kind);
  assert.ok(marks.includes('kick-off'));
  await steady('goal', time, time - 3);
});

test('the director changes views now and then, and as the time says', async () => {
  await open('files/sample.replay');
  await use('director');
  const { start, end } = await s.state();
  const states = await walk(start, end);
  const shots = states.filter(({ director }, i) => director.time !== states[i - 1]?.director.time).map(({ director }) => director);
  assert.equal(shots[0].view, 'match', 'everybody at the kick-off');
  for (const view of ['goal', 'match'])
    assert.ok(
      shots.some((shot) => shot.view === view),
      view,
    );
  shots.slice(1).forEach((shot, i) => assert.ok(shot.time - shots[i].time >= 1.99, `${shot.view} at ${shot.time}`));
  for (const { time, goal, director } of states) if (goal) assert.equal(director.view, 'goal', `${time}`);
  const back = states.toReversed();
  const again = await s.states(back.map(({ time }) => time));
  assert.deepEqual(
    again.map(({ director }) => director),
    back.map(({ director }) => director),
  );
  await use('match');
});

test('beside a player’s own view stands what their hands do', async () => {
  await open('files/sample.replay');
  const own = s.page.locator('[data-hud=own]');
  await use('match');
  const { players } = await at(8);
  assert.equal(await own.count(), 0);
  await use('player-2');
  await at(8);
  assert.equal(await own.locator('strong').textContent(), players[1].name);
  assert.equal(await own.locator('[data-hud=tank]').textContent(), String(Math.round(players[1].boost)));
  assert.equal(await own.locator('[data-light=Boost]').getAttribute('data-on'), String(players[1].boosting));
  assert.ok(['true', 'false'].includes(await own.locator('[data-light="Ball cam"]').getAttribute('data-on')));
  const size = s.page.viewportSize();
  for (const [width, height] of [
    [1280, 720],
    [960, 540],
    [390, 844],
    [844, 390],
  ]) {
    await s.page.setViewportSize({ width, height });
    await keep(s.page, `rocket-league-own-${width}`);
    const [panel, dock, ...cards] = await Promise.all(
      ['.rl-own', '.dock', '.rl-side >> nth=0', '.rl-side >> nth=1'].map((part) => s.page.locator(part).boundingBox()),
    );
    assert.ok(panel.x >= 0 && panel.x + panel.width <= width && panel.y + panel.height <= dock.y, `${width}: above the dock`);
    for (const card of cards) assert.ok(card.y + card.height <= panel.y, `${width}: below the cards`);
    const inside = await own
      .locator('*')
      .evaluateAll((all) => all.every((part) => part.scrollWidth <= Math.max(part.clientWidth, 0) || !part.clientWidth));
    assert.ok(inside, `${width}: nothing is cut off`);
  }
  await s.page.setViewportSize(size);
  await use('match');
});

/** The dock's text: how long was played, of how long, and the game's clock. */
const dockOf = () => s.page.locator('.dock .time').textContent();

test('the dock shows the time of the match, and a link keeps its moment', async () => {
  await open('files/sample.replay');
  const { start, end } = await s.state();
  const states = await walk(start, end);
  const kickoff = states.findIndex(({ board }) => board.state === 'Active');
  assert.ok(states.slice(0, kickoff).every(({ matchTime }) => matchTime === 0) && kickoff > 0, 'before the first kick-off');
  for (const [i, { time, board, matchTime }] of states.entries()) {
    const before = states[i - 1];
    if (!before || before.board.state !== board.state) continue;
    const played = board.state === 'Active' ? time - before.time : 0;
    assert.ok(Math.abs(matchTime - before.matchTime - played) < 0.01, `${board.state} at ${time}: ${before.matchTime} to ${matchTime}`);
  }
  await at(start);
  assert.match(await dockOf(), /^0:00 \/ 0:\d\d · 5:00 left$/);
  const { matchTime, board } = await at(20);
  assert.equal(await dockOf(), `0:${Math.floor(matchTime)} / 0:${Math.floor(states.at(-1).matchTime)} · ${board.clock} left`);
  assert.equal(
    await s.page.locator('.bar').getAttribute('aria-valuetext'),
    `0:${Math.floor(matchTime)} of 0:${Math.floor(states.at(-1).matchTime)}`,
  );
  await open('files/sample.replay&t=20');
  assert.deepEqual([(await s.state()).time, (await s.state()).matchTime], [20, matchTime]);
});

const late = '709c0cde__nickbabcock-boxcars__rlcs.replay';
test('a match that was recorded late begins at 0:00, in the dock and in the statistics', { skip: !existsSync(good + late) }, async () => {
  await open(`rl/${late}`);
  const { start } = await at(0);
  assert.equal(start, 0);
  assert.equal(await dockOf(), '0:00 / 5:19 · 5:00 left');
  await at(4.057 + 5.5);
  assert.equal(await dockOf(), '0:05 / 5:19 · 4:57 left', 'the clock waits for the first touch');
  await s.page.keyboard.press('s');
  const first = s.page.locator('.moments button', { hasText: 'Kick-off' }).first();
  assert.equal(await first.locator('.at').textContent(), '0:00');
  await first.click();
  assert.ok(Math.abs((await s.state()).time - 2.057) < 0.1, 'two seconds before it');
  await s.page.keyboard.press('s');
});

const overtime = '27bcc242__nickbabcock-boxcars__60dfe.replay';
test('overtime is shown as such', { skip: !existsSync(good + overtime) }, async () => {
  await open(`rl/${overtime}`);
  const { end } = await s.state();
  const { board } = await at(end);
  assert.match(board.clock, /^\+0:0\d$/);
  assert.equal(await dockOf(), `5:26 / 5:26 · overtime ${board.clock}`);
});

test('a press on a card, on a car or on a number key follows a player', async () => {
  await open('files/sample.replay');
  const camera = async () => (await s.state()).camera;
  const card = (name) => s.page.locator('.rl-side li', { hasText: name });
  // Anywhere on the card.
  await card('Reel').click({ position: { x: 150, y: 30 } });
  assert.equal(await camera(), 'player-2');
  assert.equal(await card('Reel').getByRole('button').getAttribute('aria-pressed'), 'true');
  assert.equal(await card('Ghost').getByRole('button').getAttribute('aria-pressed'), 'false');
  await card('Reel').click();
  assert.equal(await camera(), 'match', 'pressed again');
  const { time } = await at(8);
  for (const [key, name] of [
    ['1', 'player-1'],
    ['5', 'player-2'],
    ['2', 'player-2'],
    ['0', 'match'],
  ]) {
    await s.page.keyboard.press(key);
    assert.equal(await camera(), name, key);
  }
  assert.equal((await s.state()).time, time, 'keys do not seek here');
  await use('overhead');
  const { players, playing } = await at(8);
  const [x, y] = await seenFromAbove(players[1].position);
  await s.page.mouse.click(x + 3, y - 3);
  assert.equal(await camera(), 'player-2');
  await use('overhead');
  await s.page.mouse.click(300, 400);
  assert.equal(await camera(), 'overhead');
  assert.equal((await s.state()).playing, !playing, 'elsewhere a click plays');
  await s.page.mouse.click(300, 400, { delay: 400 });
  await use('match');
});

/** Where a place is in the overhead camera's picture, in pixels. */
async function seenFromAbove(place) {
  const { empty, gameOf } = await source('src/games/rocket-league/scene/data.ts');
  const { camerasOf } = await source('src/games/rocket-league/scene/cameras.ts');
  const { WORLD } = await source('src/games/rocket-league/scene/axes.ts');
  const { shapeOf } = await source('src/games/rocket-league/scene/arenas.ts');
  const { PerspectiveCamera, Vector3 } = await import('three');
  const game = gameOf(empty(), null, [], [], []);
  const overhead = camerasOf({
    game,
    shape: shapeOf('Stadium_P', 'DFH Stadium', game),
    goals: [],
    goalReplays: [],
    actions: [],
    kickoffs: [],
    plan: [],
  });
  const spec = overhead.find(({ name }) => name === 'overhead');
  const { width, height } = s.page.viewportSize();
  const eye = new PerspectiveCamera(spec.fov, width / height);
  spec.place(0, { position: eye.position, rotation: eye.quaternion });
  eye.updateMatrixWorld();
  const seen = new Vector3(...place).applyMatrix4(WORLD.clone()).project(eye);
  return [((1 + seen.x) / 2) * width, ((1 - seen.y) / 2) * height];
}

test('keys 1 to 4 are blue and 5 to 8 orange, of those who are there', async () => {
  const { hasLeft, keysAt, teamSizeOf } = await source('src/games/rocket-league/scene/roster.ts');
  const player = (team, ...spans) => ({ team, tracks: spans.map(([start, end]) => ({ columns: { time: [start] }, rows: [0], end })) });
  const who = [player(0, [0, 30]), player(1, [0, 40], [43, 100]), player(0, [0, 100]), player(0, [50, 100]), player(1, [0, 100])];
  const keys = (time) => [...keysAt({ who }, time)];
  const each = (...keys) => keys.flatMap((key, place) => (key ? [[place, key]] : []));
  assert.deepEqual(keys(10), each(1, 5, 2, 0, 6));
  assert.deepEqual(keys(41), each(0, 5, 1, 0, 6), 'a car that was destroyed is there');
  assert.deepEqual(keys(60), each(0, 5, 1, 2, 6), 'who came has the key of who left');
  assert.deepEqual(
    who.map((player) => hasLeft(player, 60)),
    [true, false, false, false, false],
  );
  assert.equal(hasLeft(who[3], 10), false, 'who has not come yet has not left');
  assert.equal(teamSizeOf({ who }), 2, 'who came in place of another makes no team of three');
  const all = Array.from({ length: 9 }, () => player(-1, [0, 10]));
  assert.deepEqual(
    [...keysAt({ who: all }, 5)].map(([, key]) => key),
    [1, 2, 3, 4, 5, 6, 7, 8],
    'without teams',
  );
});

test('who has left is listed as such until somebody comes in place of them, and is followed by nobody', {
  skip: !existsSync(good + left),
}, async () => {
  await open(`rl/${left}`);
  const gone = s.page.locator('.rl-side li[data-left]');
  await at(60);
  assert.equal(await gone.count(), 0);
  await at(115);
  assert.match(await gone.textContent(), /^Dr\. Pupper left/);
  assert.equal(await gone.getByRole('button').count(), 0);
  const { players } = await s.state();
  await use(`player-${players.findIndex(({ name }) => name === 'Dr. Pupper') + 1}`);
  await at(115);
  assert.equal(await s.page.locator('[data-hud=own]').count(), 0);
  await use('match');
});

test('pads that are away say in how many seconds they are back', async () => {
  const { empty, gameOf } = await source('src/games/rocket-league/scene/data.ts');
  const { Pads } = await source('src/games/rocket-league/scene/pads.ts');
  const { PALETTES } = await source('src/games/rocket-league/scene/palette.ts');
  const pen = new Proxy({}, { get: () => () => undefined, set: () => true });
  globalThis.document = { createElement: () => ({ getContext: () => pen }) };
  const tables = empty();
  // A large one and a small one, both at 10.
  tables.pads = { x: [-3584, 0], y: [0, -2816], is_big: [1, 0] };
  tables.pads_taken = { pad: [0, 1], time: [10, 10] };
  const game = gameOf(tables, null, [], [], []);
  const pads = new Pads(game);
  const timers = pads.group.children.filter(({ isSprite }) => isSprite);
  assert.ok(timers.length === 2 && timers.every(({ material }) => material.map), 'made ready with a picture, as they are drawn with one');
  const away = (time) => (pads.update(time, PALETTES.dark), pads.state().away);
  assert.deepEqual(away(9.9), []);
  assert.deepEqual(
    away(10.5).sort(),
    [
      [-3584, 0, 10],
      [0, -2816, 4],
    ].sort(),
  );
  assert.deepEqual(
    away(13.2).sort(),
    [
      [-3584, 0, 7],
      [0, -2816, 1],
    ].sort(),
  );
  assert.deepEqual(away(19.5), [[-3584, 0, 1]]);
  assert.deepEqual(away(20), []);
  delete globalThis.document;
});

test('the seconds of a pad that is away are digits, not a square', async () => {
  const sharp = await stage({ files: { 'sample.replay': await sampleBytes(1, 'rocket-league') }, sharp: true });
  await sharp.open('?replay=files/sample.replay&clock=manual');
  await sharp.page.evaluate(() => window.ghostreel.setCamera('overhead'));
  const isLarge = ([x, y]) => (Math.abs(x) === 3584 && y === 0) || (Math.abs(x) === 3072 && Math.abs(y) === 4096);
  const isClear = ([x, y], players) => players.every(({ position }) => position && Math.hypot(position[0] - x, position[1] - y) > 1000);
  const cases = (await sharp.states(times(2, 30, 0.25))).flatMap(({ time, pads, players }) =>
    pads.away.filter((pad) => isLarge(pad) && isClear(pad, players)).map(([x, y]) => ({ time, x, y })),
  );
  assert.ok(cases.length > 0, 'a large pad is taken in the sample');
  const { time, x, y } = cases[0];
  await sharp.seek(time);
  // As pads.ts places it: 300 uu wide and high, 60 above the floor, upright from there.
  const foot = await seenFromAbove([x, y, 60]);
  const [left, right] = await Promise.all([-150, 150].map((by) => seenFromAbove([x, y + by, 60])));
  const side = Math.hypot(left[0] - right[0], left[1] - right[1]);
  const clip = { x: foot[0] - side / 2, y: foot[1] - side, width: side, height: side };
  const ink = await bright(sharp.context, await picture(sharp.page, 'rocket-league-pad-timer', { clip }));
  await sharp.close();
  assert.deepEqual(sharp.failures, []);
  assert.ok(ink > 0.02, `digits are drawn: ${ink}`);
  assert.ok(ink < 0.6, `and not all of their square: ${ink}`);
});

test('everything has its place on a phone', async () => {
  const size = s.page.viewportSize();
  await s.page.setViewportSize({ width: 390, height: 844 });
  await open('files/sample.replay');
  const { start, end } = await s.state();
  const { time } = (await walk(start, end)).find(({ goal }) => goal);
  await at(time);
  await keep(s.page, 'rocket-league-phone');
  const boxOf = (selector) => s.page.locator(selector).evaluateAll((all) => all.map((part) => part.getBoundingClientRect().toJSON()));
  const [line] = await boxOf('.caption p');
  const [tools] = await boxOf('.header-tools');
  const text = await s.page
    .locator('.caption p > *')
    .evaluateAll((all) => Math.max(...all.map((part) => part.getBoundingClientRect().right)));
  assert.ok(text <= tools.left && line.right <= tools.left, `the line ends at ${text}, before the buttons at ${tools.left}`);
  const [dock] = await boxOf('.dock');
  const boxes = (await Promise.all(['.rl-top', '.rl-side', '.rl-goal', '[data-hud=phase]'].map(boxOf))).flat();
  assert.equal(boxes.length, 5);
  boxes.forEach((box, i) => {
    assert.ok(box.left >= 0 && box.right <= 390 && box.top >= line.bottom && box.bottom <= dock.top, `${i} is between header and bar`);
    for (const other of boxes.slice(i + 1))
      assert.ok(box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top, `${i} is free`);
  });
  await s.page.setViewportSize(size);
});

test('cars steer, boost, and leave trails when they are supersonic', async () => {
  await open('files/sample.replay');
  const { start, end } = await s.state();
  const cars = (await walk(start, end)).flatMap(({ players }) => players.filter(({ visible }) => visible));
  assert.ok(
    cars.some(({ steer }) => steer > 5) && cars.some(({ steer }) => steer < -5) && cars.every(({ steer }) => Math.abs(steer) <= 28),
  );
  assert.ok(cars.some(({ boosting }) => boosting));
  assert.ok(cars.some(({ supersonic }) => supersonic) && cars.every(({ supersonic, speed }) => supersonic === speed >= 2200));
});

const withoutAmounts = '3a898f59__tfausak-rattletrap__fdc7.replay';
test('cars boost where nothing is known of their tanks, and have no gauges', { skip: !existsSync(good + withoutAmounts) }, async () => {
  await open(`rl/${withoutAmounts}`);
  const { start } = await s.state();
  const cars = (await walk(start, start + 40)).flatMap(({ players }) => players);
  assert.ok(cars.some(({ boosting }) => boosting) && cars.every(({ boost }) => boost === null));
  await s.page.locator('.rl-side li').first().waitFor();
  assert.equal(await s.page.locator('.rl-side [role=meter]').count(), 0);
});

const hoops = '1bc2ecd4__nickbabcock-boxcars__7083.replay';
test('a goal is shown again where the recording halts', { skip: !existsSync(good + hoops) }, async () => {
  await open(`rl/${hoops}`);
  assert.equal(await s.page.locator('.stretch').count(), 9);
  const { goalReplay, ball, board } = await at(60 - 6.05);
  assert.ok(goalReplay);
  assert.equal(await s.page.locator('[data-hud=phase]').textContent(), 'Goal replay');
  // The halt ends 58.77 s after the first frame, when 1.4 seconds after the goal at 46.86 s are shown.
  const first = await at(46.86 + 1.4 - (58.77 - (60 - 6.05)));
  assert.ok(!first.goalReplay && board.blue === 1 && first.board.blue === 0, 'the board stays as it is');
  assert.ok(Math.hypot(...first.ball.position.map((part, i) => part - ball.position[i])) < 200, 'the picture before the goal');
  await use('director');
  await steady('goal-replay', 60 - 6.05, 58 - 6.05);
  await use('match');
});

test('maps have their own arenas', async () => {
  const arenaOf = async (path) => (await open(path), (await at(6)).arena);
  assert.deepEqual(await arenaOf('files/sample.replay'), { shape: 'standard', size: [4096, 5120, 2044], goals: 2, rings: 0 });
  assert.deepEqual(await arenaOf('files/hoops.replay'), { shape: 'hoops', size: [2966, 3581, 1820], goals: 0, rings: 2 });
});

for (const [what, file, time, check] of [
  [
    'standard',
    '127d794a__rlrml-subtr-actor__recent-ranked-standard-2026-03-10-a.replay',
    56.22,
    ({ players, board, pads }) => {
      assert.equal(players.filter((player) => player.visible).length, 6);
      assert.equal(board.clock, '4:10');
      assert.equal(pads.known, 34);
      assert.ok(pads.away.length > 0);
    },
  ],
  ['old', 'c1994003__rlrml-subtr-actor__old-ballchasing-midfield-car.replay', 30, ({ players }) => assert.ok(players.length >= 2)],
  [
    'dropshot',
    '162864d4__SaltieRL-carball__DROPSHOT_GOAL.replay',
    4.39,
    ({ pads, arena, panels, ball }) => {
      assert.deepEqual([arena.shape, ball.kind, Math.round(ball.radius), pads.known], ['dropshot', 'dropshot', 106, 0]);
      assert.deepEqual(panels, { known: 140, damaged: 0, open: 0 });
    },
  ],
  [
    'dropshot-broken',
    '5c7945c3__tfausak-rattletrap__6b0d.replay',
    86.58,
    ({ panels }) => assert.deepEqual(panels, { known: 140, damaged: 26, open: 4 }),
  ],
  [
    'hoops',
    '1bc2ecd4__nickbabcock-boxcars__7083.replay',
    85.95,
    ({ arena, ball, pads }) => {
      assert.deepEqual([arena.shape, arena.rings, ball.kind], ['hoops', 2, 'basketball']);
      assert.deepEqual([pads.known, pads.large], [20, 6]);
    },
  ],
  [
    'throwback',
    '2edf3158__nickbabcock-boxcars__spike_rush.replay',
    12.94,
    ({ arena, pads, ball, players }) => {
      assert.equal(arena.shape, 'throwback');
      assert.ok(pads.known > 34, 'pads where cars took them');
      const reach = players.map((player) => Math.hypot(...player.position.map((part, i) => part - ball.position[i])));
      assert.ok(Math.min(...reach) < 250, 'a car carries the ball');
    },
  ],
  [
    'wasteland',
    '3a898f59__tfausak-rattletrap__fdc7.replay',
    31.06,
    ({ arena, board, goal }) => {
      // States are numbers in this file.
      assert.deepEqual([arena.shape, board.phase, goal.name], ['wasteland', 'Goal', 'Thanos of Titan']);
    },
  ],
  [
    'rumble',
    '229c031a__SaltieRL-carball__RUMBLE_FULL.replay',
    91.52,
    async () => {
      assert.ok((await s.page.locator('.rl-item').allTextContents()).includes('ball lasso'));
    },
  ],
  ['snow-day', '65eba77c__tfausak-rattletrap__520e.replay', 10, ({ ball }) => assert.equal(ball.kind, 'puck')],
  ['cube', '24134a4f__tfausak-rattletrap__a52f.replay', 10, ({ ball }) => assert.deepEqual([ball.kind, ball.radius], ['cube', 60])],
  ['two-balls', '021da2ac__nickbabcock-boxcars__multiple_balls.replay', 30, ({ ball }) => assert.equal(ball.count, 2)],
  [
    'kick-off',
    '1496d54c__SaltieRL-carball__1_DEMO.replay',
    3.14,
    ({ players, board }) => {
      assert.ok(
        players.every((player) => player.visible),
        'cars that wait are there',
      );
      assert.equal(board.phase, 'Kick-off in 3');
    },
  ],
]) {
  test(`${what}: shown, and the same again`, { skip: !existsSync(good + file) }, async () => {
    await open(`rl/${encodeURIComponent(file)}`);
    const state = await at(time);
    assert.equal(state.error, null);
    assert.equal(state.ball.visible, state.board.state !== 'PostGoalScored');
    assert.ok(state.players.some((player) => player.visible));
    await check(state);
    await steady(what, time, time + 3);
  });
}

const gridiron = '6c8e7200__tfausak-rattletrap__81d1.replay';
test('gridiron is played with a football', { skip: !existsSync(`${seen}/${gridiron}`) }, async () => {
  await open(`seen/${gridiron}`);
  const { ball } = await at(60);
  assert.deepEqual([ball.visible, ball.kind, ball.radius], [true, 'football', 102]);
  await use('ball');
  await steady('gridiron', 60, 63);
});

const demolition = `${good}1496d54c__SaltieRL-carball__1_DEMO.replay`;
test('a destroyed car is gone and comes back', { skip: !existsSync(demolition) }, async () => {
  await open('rl/1496d54c__SaltieRL-carball__1_DEMO.replay');
  const seen = [];
  for (const time of [23.5 - 6.86, 24.2 - 6.86, 28 - 6.86]) seen.push((await at(time)).players.map((player) => player.visible));
  assert.deepEqual(seen, [
    [true, true],
    [true, false],
    [true, true],
  ]);
  await use('ball');
  await steady('demolition', 24.1 - 6.86, 23.5 - 6.86);
});

/** A game of one car: [time, x, velocity, sleeping] a row, and the frame of its end. */
async function carOf(rows, end) {
  const { empty, gameOf } = await source('src/games/rocket-league/scene/data.ts');
  const tables = empty();
  const column = (i) => Float32Array.from(rows, (row) => row[i]);
  tables.frames.time = Float32Array.from({ length: end + 1 }, (_, i) => i / 10);
  tables.actors = { last_frame: [end], object: [0] };
  tables.players = { name: [0], team: [0], body: [23] };
  const [player, w] = [rows.map(() => 0), rows.map(() => 1)];
  tables.cars = { time: column(0), player, 'position.x': column(1), 'velocity.x': column(2), sleeping: column(3), 'rotation.w': w };
  return gameOf(tables, placing, ['Ghost'], [], ['Car']).who[0];
}

test('a car goes smoothly, lies still while it sleeps, jumps where it is put, and ends', async () => {
  const { carAt } = await source('src/games/rocket-league/scene/data.ts');
  const { Pose } = await source('src/games/rocket-league/scene/pose.ts');
  const rows = [
    [0, 0, 1000, 0],
    [0.1, 100, 1000, 0],
    [0.2, 200, 0, 1],
    [5, 200, 0, 0],
    [5.1, 3000, 500, 0],
  ];
  const car = await carOf(rows, 100);
  const pose = new Pose();
  const x = (time) => (carAt(car, time, pose) ? Math.round(pose.position.x) : null);
  assert.equal(x(0.05), 50);
  assert.equal(x(3), 200, 'asleep');
  assert.equal(x(5.09), 200, 'does not slide to where it is put');
  assert.equal(x(5.1), 3000);
  assert.equal(x(7), null, 'nothing heard of it any more');
  car.demolished.push(1);
  assert.equal(x(2), null, 'destroyed');
});

test('wheels turn as far as the car goes, forwards and back', async () => {
  const { travelAt } = await source('src/games/rocket-league/scene/data.ts');
  const { tracks } = await carOf(
    [
      [0, 0, 1000, 0],
      [0.1, 100, 1000, 0],
      [0.2, 200, -500, 0],
      [0.3, 150, 0, 0],
    ],
    10,
  );
  assert.deepEqual(
    [0, 0.05, 0.2, 0.3, 1].map((time) => Math.round(travelAt(tracks, time))),
    [0, 50, 200, 150, 150],
  );
});

test('a trail ends where it is broken', async () => {
  const { Trail } = await source('src/games/rocket-league/scene/trail.ts');
  const { Color } = await import('three');
  const trail = new Trail(4, 10, 1);
  const opacity = () => Array.from({ length: 5 }, (_, i) => trail.mesh.geometry.getAttribute('color').getW(i * 4));
  trail.update(new Color(), (step, out) => (out.set(-step, 0, 0), true));
  assert.deepEqual([trail.mesh.visible, ...opacity()], [true, 1, 0.75, 0.5, 0.25, 0]);
  trail.update(new Color(), (step, out) => (out.set(-step, 0, 0), step !== 2));
  assert.deepEqual([trail.mesh.visible, ...opacity()], [true, 1, 0.75, 0, 0, 0]);
  trail.update(new Color(), () => false);
  assert.equal(trail.mesh.visible, false);
});

test('an unknown arena is as large as the play in it', async () => {
  const { empty, gameOf } = await source('src/games/rocket-league/scene/data.ts');
  const { shapeOf, sizeOf } = await source('src/games/rocket-league/scene/arenas.ts');
  const round = (x, y) => {
    const tables = empty();
    const turn = Array.from({ length: 90 }, (_, i) => (i * Math.PI) / 45);
    tables.frames.time = tables.cars.time = Float32Array.from(turn);
    tables.cars['position.x'] = turn.map((angle) => Math.cos(angle) * x);
    tables.cars['position.y'] = turn.map((angle) => Math.sin(angle) * y);
    tables.cars['position.z'] = turn.map(() => 17);
    return gameOf(tables, null, [], [], []);
  };
  assert.equal(shapeOf('Nowhere_P', 'Nowhere_P', round(3000, 4000)).name, 'standard');
  assert.equal(shapeOf('Stadium_P', 'DFH Stadium', round(6000, 7000)).name, 'standard', 'a map that is known');
  const found = shapeOf('Nowhere_P', 'Nowhere_P', round(6000, 7000));
  assert.equal(found.name, 'found');
  assert.deepEqual(sizeOf(found).map(Math.round), [6015, 7011]);
});

test('panels of Dropshot break, open, and are whole again', async () => {
  const { empty, gameOf } = await source('src/games/rocket-league/scene/data.ts');
  const { shapeOf } = await source('src/games/rocket-league/scene/arenas.ts');
  const { Panels } = await source('src/games/rocket-league/scene/panels.ts');
  const { PALETTES } = await source('src/games/rocket-league/scene/palette.ts');
  const tables = empty();
  tables.damage = { time: [1, 1, 2, 5, 5], panel: [0, 1, 0, 0, 1], state: [1, 1, 2, 0, 0] };
  const game = gameOf(tables, null, [], [], [], ['Level.BreakOutActor_Platform_TA_45', 'Level.BreakOutActor_Platform_TA_199']);
  const panels = new Panels(game, shapeOf('ShatterShot_P', 'Core 707', game));
  const seen = [0, 1.5, 3, 6, 3].map((time) => (panels.update(time, PALETTES.dark), panels.state()));
  assert.deepEqual(
    seen.map(({ damaged, open }) => [damaged, open]),
    [
      [0, 0],
      [2, 0],
      [1, 1],
      [0, 0],
      [1, 1],
    ],
  );
  assert.equal(seen[0].known, 140);
});

test('items are held until they are used up', async () => {
  const { empty, gameOf, itemAt } = await source('src/games/rocket-league/scene/data.ts');
  const tables = empty();
  tables.items = { time: [1, 4, 6, 20], player: [0, 0, 0, 0], item: [0, 0, 0, 1], is_used: [0, 1, 0, 1] };
  const player = { items: [0, 1, 2, 3] };
  const game = gameOf(tables, null, [], [], [], [], ['BallFreeze', 'Tornado']);
  const seen = [0, 2, 5, 7, 21, 26].map((time) => itemAt(game, player, time));
  assert.deepEqual(seen, [
    null,
    { name: 'BallFreeze', isUsed: false },
    { name: 'BallFreeze', isUsed: true },
    null,
    { name: 'Tornado', isUsed: true },
    null,
  ]);
});

/** Where a player's camera is and looks, for a car at rest in the middle that faces +x. */
async function cameraOf(settings) {
  const { empty, gameOf } = await source('src/games/rocket-league/scene/data.ts');
  const { camerasOf } = await source('src/games/rocket-league/scene/cameras.ts');
  const { WORLD } = await source('src/games/rocket-league/scene/axes.ts');
  const { shapeOf } = await source('src/games/rocket-league/scene/arenas.ts');
  const { Quaternion, Vector3 } = await import('three');
  const tables = empty();
  const body = { life: [0], player: [0], 'rotation.w': [1], 'position.z': [17], sleeping: [1] };
  Object.assign(tables, {
    frames: { time: Float32Array.from({ length: 100 }, (_, i) => i / 10) },
    actors: { last_frame: [99, 99], object: [0, 0] },
    players: { name: [0], team: [0], body: [23] },
    cars: { time: [0], ...body },
    ball: { time: [0], ...body, life: [1], player: [-1], 'position.y': [3000] },
    cameras: {
      time: [0],
      player: [0],
      fov: [100],
      height: [100],
      pitch: [-4],
      distance: [250],
      stiffness: [1],
      transition_speed: [1],
      ...settings,
    },
  });
  const game = gameOf(tables, placing, ['Ghost'], [], ['Car']);
  const cameras = camerasOf({ game, shape: shapeOf('', '', game), goals: [], goalReplays: [], kickoffs: [], actions: [], plan: [] });
  const camera = cameras.find(({ name }) => name === 'player-1');
  const out = { position: new Vector3(), rotation: new Quaternion() };
  camera.place(5, out);
  const whole = (part) => Math.round(part) + 0;
  const back = WORLD.clone().invert();
  const ahead = new Vector3(0, 0, -1).applyQuaternion(out.rotation).transformDirection(back);
  return { fov: camera.fov, place: out.position.applyMatrix4(back).toArray().map(whole), ahead: ahead.toArray().map(whole) };
}

test('a player’s camera is as far and as high as they set it, and looks at the ball or back when they do', async () => {
  const usual = await cameraOf({});
  assert.deepEqual(
    [usual.place, usual.ahead],
    [
      [-249, 0, 134],
      [1, 0, 0],
    ],
  );
  assert.ok(Math.abs(usual.fov - 67.7) < 0.1, '100 degrees across');
  assert.deepEqual((await cameraOf({ distance: [400], height: [200] })).place, [-399, 0, 245]);
  assert.deepEqual((await cameraOf({ pitch: [0] })).place, [-250, 0, 117], 'level, where they set that');
  const { place } = await cameraOf({ fov: [0], height: [0], pitch: [0], distance: [0], stiffness: [0], transition_speed: [0] });
  assert.deepEqual(place, [-269, 0, 146], 'as usual before the settings are known');
  const onBall = await cameraOf({ is_ball_cam: [1] });
  assert.deepEqual(onBall.ahead, [0, 1, 0]);
  assert.ok(onBall.place[1] < -240);
  const backwards = await cameraOf({ is_behind_view: [1] });
  assert.deepEqual(backwards.ahead, [-1, 0, 0]);
  assert.ok(backwards.place[0] > 240);
});

test('a ball is as large as it lies high', async () => {
  const { kindOf, radiusOf } = await source('src/games/rocket-league/scene/ball.ts');
  const lies = (...heights) => [{ columns: { sleeping: heights.map(() => 1), 'position.z': heights }, rows: heights.map((_, row) => row) }];
  assert.equal(radiusOf('ball', []), 92.75);
  assert.equal(radiusOf('ball', lies(93, 281, 88, 92.8)), 92.75, 'no more than usual');
  assert.equal(radiusOf('ball', lies(68.3, 92, 68.2)), 68, 'a small one');
  assert.equal(radiusOf('football', lies(130, 130, 140)), 102, 'one that lies on its end');
  const objects = ['Default', 'Puck', 'Breakout', 'BasketBall_Mutator', 'Football'].map((name) => `Archetypes.Ball.Ball_${name}`);
  assert.deepEqual([...objects, 'Archetypes.Ball.CubeBall'].map(kindOf), ['ball', 'puck', 'dropshot', 'basketball', 'football', 'cube']);
});

test('boost drains between the amounts in the file', async () => {
  const { boostAt } = await source('src/games/rocket-league/scene/tank.ts');
  const boost = [{ time: 0, tank: 86, drain: 86, active: true }];
  assert.equal(boostAt(boost, 0.5).amount, 43);
  assert.deepEqual(boostAt(boost, 2), { amount: 0, active: false });
  assert.deepEqual(boostAt(boost, -1), { amount: null, active: false }, 'not known yet');
});

test('teams are distinct from each other and from the floor, in both themes, also for people who see few colours', async () => {
  const { PALETTES } = await source('src/games/rocket-league/scene/palette.ts');
  // Ways to see, as matrices of linear colours (Machado, Oliveira and Fernandes 2009).
  const sights = {
    usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    protanopia: [0.152, 1.053, -0.205, 0.115, 0.786, 0.099, -0.004, -0.048, 1.052],
    deuteranopia: [0.367, 0.861, -0.228, 0.28, 0.673, 0.047, -0.012, 0.043, 0.969],
    tritanopia: [1.256, -0.077, -0.179, -0.078, 0.931, 0.148, 0.005, 0.691, 0.304],
  };
  const times = (m, [x, y, z]) => [0, 3, 6].map((i) => m[i] * x + m[i + 1] * y + m[i + 2] * z);
  const oklab = (colour) =>
    times(
      [0.2105, 0.7936, -0.0041, 1.978, -2.4286, 0.4506, 0.0259, 0.7828, -0.8087],
      times([0.4122, 0.5363, 0.0514, 0.2119, 0.6807, 0.1074, 0.0883, 0.2817, 0.63], colour).map(Math.cbrt),
    );
  for (const [theme, { teams, floor }] of Object.entries(PALETTES))
    for (const [sight, matrix] of Object.entries(sights)) {
      const [blue, orange, ground] = [...teams, floor].map((colour) => oklab(times(matrix, colour.toArray())));
      const apart = (a, b) => Math.hypot(...a.map((part, i) => part - b[i]));
      for (const found of [apart(blue, orange), apart(blue, ground), apart(orange, ground)])
        assert.ok(found > 0.25, `${theme}, ${sight}: ${found}`);
    }
});
