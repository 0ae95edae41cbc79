// The shots of Rocket League's cameras, over all real replays: the players in the picture, their size, and how long a shot is held.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { source } from './support/decoder.mjs';
import { bytesOf, manyFiles as files, motion, opener, options } from './support/rocket-league.mjs';

const placing = await motion();

const [WIDTH, HEIGHT] = [1280, 720];
/** How far apart the times are that are looked at, in seconds: no whole number, so that nothing repeats with it. */
const STEP = 1.73;

/** Of how many times that players go between car and ball one is looked at. */
const STRIDE = 20;
/** In degrees a second: more than quick settings, flips and high balls come to, and a quarter of half a turn from one picture to the next. */
const FASTEST_SWING = 2700;

/** A ball that is no wider is a dot, in pixels. */
const LEAST_BALL = 24;

const scene = {};
before(async () => {
  for (const name of [
    'actions',
    'arenas',
    'axes',
    'ball',
    'cameras',
    'cars',
    'controls',
    'data',
    'director',
    'give-way',
    'goals',
    'magnify',
    'motion',
    'name-tag',
    'own-view',
    'palette',
    'pose',
    'subjects',
  ])
    Object.assign(scene, await source(`src/games/rocket-league/scene/${name}.ts`));
  for (const file of ['src/games/rocket-league/rules.ts', 'src/stage/lens.ts']) Object.assign(scene, await source(file));
});

/** A replay's cameras, as the scene makes them. */
function filmed({ game, moments, meta }) {
  const shape = scene.shapeOf(meta.map?.id ?? '', meta.map?.name ?? '', game);
  const goals = scene.goalsOf(game, moments);
  const goalReplays = scene.goalReplaysOf(game, goals);
  const kickoffs = scene.kickoffsOf(moments);
  const actions = scene.actionsOf(game, moments);
  const plan = scene.planOf(game, goals, goalReplays, kickoffs, actions);
  const specs = scene.camerasOf({ game, shape, goals, goalReplays, kickoffs, actions, plan });
  const eye = new PerspectiveCamera(50, WIDTH / HEIGHT);
  const look = (name, time, aspect = WIDTH / HEIGHT) => {
    const spec = specs.find((spec) => spec.name === name);
    eye.aspect = aspect;
    eye.fov = aspect < WIDTH / HEIGHT ? scene.upright(spec.across, aspect) : spec.fov;
    spec.place(time, { position: eye.position, rotation: eye.quaternion }, { eye });
    eye.updateProjectionMatrix();
    eye.updateMatrixWorld();
  };
  const seen = (place) => place.clone().applyMatrix4(scene.WORLD).project(eye);
  /** How wide a ball is in the picture. */
  const pixels = (ball) => {
    const away = ball.clone().applyMatrix4(scene.WORLD).applyMatrix4(eye.matrixWorldInverse).z;
    return (HEIGHT * scene.BALL_RADIUS * scene.SCALE) / (-away * Math.tan((eye.fov * Math.PI) / 360));
  };
  return { goals, goalReplays, kickoffs, actions, plan, look, seen, pixels };
}

/** Whether a place is in the picture, and no nearer to its edge than that. */
const isIn = ({ x, y, z }, edge = 1) => z < 1 && Math.abs(x) < edge && Math.abs(y) < edge;

/** How often something was so. */
class Share {
  all = 0;
  so = 0;
  add(is) {
    this.all++;
    if (is) this.so++;
  }
  get percent() {
    return (100 * this.so) / this.all;
  }
}

test('everybody who plays a part is in the picture, of every camera', options, async () => {
  const open = await opener();
  const shares = Object.fromEntries(
    [
      'match',
      'phone',
      'kickoff',
      'overhead',
      'ownCar',
      'ownBall',
      'directorBall',
      'directorCars',
      'directorLarge',
      'directorCarrier',
      'destroyed',
      'goal',
      'save',
      'aerial',
      'demolition',
    ].map((name) => [name, new Share()]),
  );
  /** How many of the actions have a view of their own. */
  const shown = Object.fromEntries(['save', 'aerial', 'demolition'].map((name) => [name, new Share()]));
  const shots = [];
  const views = {};
  const widths = [];
  let [followed, minutes] = [0, 0];
  for (const name of files) {
    const replay = await open(bytesOf(name));
    const { game } = replay;
    if (game.who.length === 0) continue;
    const { goals, goalReplays, kickoffs, actions, plan, look, seen, pixels } = filmed(replay);
    const [start, end] = [game.times[0], game.times.at(-1)];
    for (const { time, kind, players } of actions) {
      shown[kind].add(scene.shotAt(plan, time).view === 'action');
      look('director', time);
      for (const { player, place } of scene.everybodyAt(game, time).cars)
        if (players.includes(player.index)) shares[kind].add(isIn(seen(place)));
    }
    for (let time = start + 0.37; time < end; time += STEP) {
      if (scene.goalReplayAt(goalReplays, time)) continue;
      const { balls, cars } = scene.subjectsAt(game, kickoffs, time);
      const everybody = scene.everybodyAt(game, time).cars;
      look('match', time);
      for (const place of [...balls, ...cars.map(({ place }) => place)]) shares.match.add(isIn(seen(place), 0.95));
      if (scene.isKickoff(kickoffs, time)) for (const { place } of everybody) shares.kickoff.add(isIn(seen(place), 0.95));
      look('match', time, 390 / 844);
      for (const place of [...balls, ...cars.map(({ place }) => place)]) shares.phone.add(isIn(seen(place), 0.95));
      look('overhead', time);
      for (const { place } of everybody) shares.overhead.add(isIn(seen(place), 0.95));
      look('director', time);
      for (const ball of balls) shares.directorBall.add(isIn(seen(ball)));
      for (const { place } of cars) shares.directorCars.add(isIn(seen(place)));
      for (const ball of balls) {
        shares.directorLarge.add(pixels(ball) > LEAST_BALL);
        widths.push(pixels(ball));
      }
      const carrier = everybody.find(({ player }) => player === scene.carrierAt(game, time));
      if (carrier) shares.directorCarrier.add(isIn(seen(carrier.place)));
      views[scene.shotAt(plan, time).view] = (views[scene.shotAt(plan, time).view] ?? 0) + 1;
      for (const { player, place } of everybody) {
        look(scene.cameraOf(game.who.indexOf(player)), time);
        shares.ownCar.add(isIn(seen(place), 0.75));
        const { looksBack, swing } = scene.settingsOf(game, player, time);
        const { part } = scene.swungAt(game, player, time, swing);
        if (part === 1 && !looksBack && balls[0]) shares.ownBall.add(isIn(seen(balls[0])));
      }
    }
    minutes += (end - start) / 60;
    for (const player of game.who) {
      for (const time of player.demolished.map((time) => time - 0.1)) {
        const victim = scene.everybodyAt(game, time).cars.find((car) => car.player === player);
        if (!victim || scene.goalReplayAt(goalReplays, time)) continue;
        look('director', time);
        shares.destroyed.add(isIn(seen(victim.place)));
      }
    }
    followed += plan.filter(({ view }) => view === 'player').length;
    plan.slice(1).forEach(({ time }, i) => {
      const seconds = time - plan[i].time;
      shots.push(seconds);
      assert.ok(seconds >= scene.LEAST - 1e-6, `${name}: a shot of ${seconds} s at ${time}`);
    });
    goals.forEach((goal, i) => {
      if (goal.time < start) return;
      assert.equal(plan.filter((shot) => shot.goal === i).length, 1, `${name}: the goal at ${goal.time} has one view of its own`);
      assert.notEqual(scene.shotAt(plan, goal.time).view, 'player', `${name}: no player’s camera at the goal at ${goal.time}`);
      const again = goalReplays.find((replay) => replay.goal === goal && replay.end - replay.start >= scene.LEAST_REPLAY);
      for (let ago = 0.1; ago < 2; ago += 0.3) {
        const time = goal.time - ago;
        const { balls, cars } = scene.everybodyAt(game, time);
        // In the replay of a goal the goal is 1.4 s before its end.
        look('director', again ? again.end - 1.4 - ago : time);
        for (const ball of balls.slice(0, 1)) shares.goal.add(isIn(seen(ball), 0.95));
        for (const { player, place } of cars) if (player.index === goal.player) shares.goal.add(isIn(seen(place), 0.95));
      }
    });
  }
  console.log(
    `views of their own: ${Object.entries(shown).map(([name, { percent, all }]) => `${name} ${percent.toFixed(0)} % of ${all}`)}`,
  );
  const said = Object.entries(shares).map(([name, { percent, all }]) => `${name} ${percent.toFixed(2)} % of ${all}`);
  shots.sort((a, b) => a - b);
  console.log(
    `director: ${JSON.stringify(views)}, ${(shots.length / minutes).toFixed(1)} cuts a minute, half of all balls over ${widths.sort((a, b) => a - b)[widths.length >> 1].toFixed(0)} pixels`,
  );
  console.log(`${said.join(', ')}; ${shots.length} shots, half of them over ${shots[shots.length >> 1].toFixed(1)} s`);
  for (const name of ['kickoff', 'overhead', 'ownCar', 'goal']) assert.equal(shares[name].percent, 100, name);
  for (const name of ['match', 'phone', 'ownBall', 'directorBall']) assert.ok(shares[name].percent > 99.9, name);
  // Who is far from the ball and does not have it may be out of the director's picture.
  for (const [name, least] of Object.entries({ directorCars: 92, directorLarge: 90, directorCarrier: 97, destroyed: 70 }))
    assert.ok(shares[name].percent > least, name);
  assert.ok(followed > files.length, 'players are followed now and then');
});

/** A match of two cars at their places and a ball high over the first. */
function highBall(ball = [0, -2000, 1800], settings = {}) {
  const tables = scene.empty();
  const vector = (name, places) =>
    Object.fromEntries(['x', 'y', 'z'].map((axis, i) => [`${name}.${axis}`, places.map((place) => place[i])]));
  tables.frames = { time: Float32Array.from({ length: 100 }, (_, i) => i / 10) };
  tables.actors = { last_frame: [99, 99, 99], object: [0, 0, 0] };
  tables.players = { name: [0, 1], team: [0, 1], body: [23, 23] };
  tables.cars = {
    time: [0, 0],
    life: [0, 1],
    player: [0, 1],
    sleeping: [1, 1],
    'rotation.w': [1, 1],
    ...vector('position', [
      [0, -2300, 17],
      [300, 3840, 17],
    ]),
  };
  tables.ball = { time: [0], life: [2], player: [-1], sleeping: [1], 'rotation.w': [1], ...vector('position', [ball]) };
  tables.cameras = {
    time: [0],
    player: [0],
    is_ball_cam: [1],
    fov: [110],
    height: [100],
    pitch: [-4],
    distance: [270],
    stiffness: [1],
    ...settings,
  };
  return scene.gameOf(tables, placing, ['Ghost', 'Reel'], [], ['Car']);
}

test('a high ball and the own car are in the own view together, and the car is not before the ball', () => {
  for (const [x, y, z] of [
    [0, -2000, 1800],
    [0, -1200, 900],
    [0, -2290, 1500],
    [200, 1000, 93],
    [0, -2250, 400],
  ]) {
    const game = highBall([x, y, z]);
    const { look, seen } = filmed({ game, moments: [], meta: {} });
    look('player-1', 5);
    const [car, ball] = [seen(new Vector3(0, -2300, 17)), seen(new Vector3(x, y, z))];
    assert.ok(isIn(car, 0.7), `${[x, y, z]}: the car is at ${car.y}`);
    assert.ok(isIn(ball), `${[x, y, z]}: the ball is at ${ball.y}`);
    assert.ok(ball.y - car.y > 0.2, `${[x, y, z]}: the ball is at ${ball.y}, the car at ${car.y}`);
  }
});

/** How fast a camera turns at most, in degrees a second, and how far in all, over some time. */
function turnsOf(place, from, to) {
  const eye = new PerspectiveCamera();
  const before = eye.quaternion.clone();
  let [fastest, all] = [0, 0];
  for (let time = from; time < to; time += 1 / 60) {
    place(time, { position: eye.position, rotation: eye.quaternion });
    const turned = time > from ? (before.angleTo(eye.quaternion) * 180) / Math.PI : 0;
    fastest = Math.max(fastest, turned * 60);
    all += turned;
    before.copy(eye.quaternion);
  }
  return { fastest, all };
}

test('the eye goes around at its pace when the ball flies over the car', () => {
  const game = highBall();
  const { columns } = game.balls[0][0];
  const rows = Array.from({ length: 80 }, (_, i) => i);
  Object.assign(columns, {
    time: rows.map((i) => i / 10),
    sleeping: rows.map(() => 0),
    'position.x': rows.map(() => 1),
    'position.y': rows.map((i) => -2300 + (i - 40) * 200),
    'position.z': rows.map(() => 900),
    'velocity.y': rows.map(() => 2000),
  });
  Object.assign(game.balls[0][0], { rows, samples: scene.samplesOf(columns) });
  const spec = scene.camerasOf({
    game,
    shape: scene.shapeOf('', '', game),
    goals: [],
    goalReplays: [],
    kickoffs: [],
    actions: [],
    plan: [],
  });
  const { fastest, all } = turnsOf(spec.find(({ name }) => name === 'player-1').place, 2, 6);
  assert.ok(fastest < 700, `${fastest} degrees a second`);
  assert.ok(all > 150, 'it is all the way round');
});

test('the eye keeps its direction between car and ball, however the car turns and however often the player turns it round', () => {
  const ends = [5, 5.2, 5.9, 6.4, 9, 9.1];
  const game = highBall([0, -4000, 93], {
    time: [0, ...ends],
    player: [0, ...ends].map(() => 0),
    fov: [0, ...ends].map(() => 110),
    height: [0, ...ends].map(() => 100),
    pitch: [0, ...ends].map(() => -4),
    distance: [0, ...ends].map(() => 270),
    stiffness: [0, ...ends].map(() => 1),
    is_ball_cam: [0, ...ends].map((_, i) => i % 2),
  });
  const [track] = game.who[0].tracks;
  const rows = Array.from({ length: 100 }, (_, i) => i);
  // Half a turn a second, so that it faces away from the ball while the eye is on its way.
  const half = rows.map((i) => Math.PI * (i / 10) * 0.25);
  track.rows = rows;
  track.columns = {
    ...track.columns,
    time: rows.map((i) => i / 10),
    sleeping: rows.map(() => 0),
    'position.x': rows.map(() => 0),
    'position.y': rows.map(() => -2300),
    'position.z': rows.map(() => 17),
    'rotation.w': half.map(Math.cos),
    'rotation.x': rows.map(() => 0),
    'rotation.y': rows.map(() => 0),
    'rotation.z': half.map(Math.sin),
  };
  track.samples = scene.samplesOf(track.columns);
  const spec = scene.camerasOf({
    game,
    shape: scene.shapeOf('', '', game),
    goals: [],
    goalReplays: [],
    kickoffs: [],
    actions: [],
    plan: [],
  });
  const { place } = spec.find(({ name }) => name === 'player-1');
  const { fastest } = turnsOf(place, 1, 9.5);
  // Half a turn in 0.6 s, half as fast again in its middle, and what the car turns meanwhile.
  assert.ok(fastest < 450 + 90 + 60, `${fastest} degrees a second`);
  assert.ok(fastest > 100, 'it turns');
});

test('no own view snaps while the eye goes between car and ball, of any real player', options, async () => {
  const open = await opener();
  const eye = { position: new Vector3(), rotation: new Quaternion() };
  const [before, car, ball, was] = [
    new Quaternion(),
    new scene.Pose(),
    new scene.Pose(),
    { car: new Vector3(), ball: new Vector3(), looksBack: false },
  ];
  let [swings, worst] = [0, { fastest: 0 }];
  for (const name of files) {
    const { game } = await open(bytesOf(name));
    for (const player of game.who) {
      const { is_ball_cam, time } = game.cameras;
      const turns = player.cameras.filter((row, i) => i > 0 && is_ball_cam[row] !== is_ball_cam[player.cameras[i - 1]]);
      for (const row of turns.filter((_, i) => i % STRIDE === 0)) {
        swings++;
        const { swing, fov } = scene.settingsOf(game, player, time[row]);
        for (let step = 0; step <= 60 * swing; step++) {
          const then = time[row] + step / 60;
          scene.carAt(player, then, car);
          if (game.balls[0]) scene.poseAt(game.balls[0], then, ball);
          scene.ownView(game, player, then, scene.lensOf(fov), eye);
          // Cars and balls are put elsewhere after goals and demolitions.
          const isPlaced = car.position.distanceTo(was.car) > 200 || ball.position.distanceTo(was.ball) > 200;
          const { looksBack } = scene.settingsOf(game, player, then);
          const isBack = looksBack || was.looksBack;
          was.looksBack = looksBack;
          const fastest = step === 0 || isPlaced || isBack ? 0 : (before.angleTo(eye.rotation) * 180 * 60) / Math.PI;
          if (fastest > worst.fastest) worst = { fastest, name, player: player.name, then };
          before.copy(eye.rotation);
          was.car.copy(car.position);
          was.ball.copy(ball.position);
        }
      }
    }
  }
  console.log(`${swings} times between car and ball, at ${worst.fastest.toFixed(0)} degrees a second at most`);
  assert.ok(swings > 100, `${swings} times`);
  assert.ok(worst.fastest < FASTEST_SWING, JSON.stringify(worst));
});

test('an unknown arena, without a ball, is framed by its players', () => {
  const tables = scene.empty();
  const turn = Array.from({ length: 8 }, (_, i) => (i * Math.PI) / 4);
  const places = turn.map((angle) => new Vector3(Math.cos(angle) * 6500, Math.sin(angle) * 3000, 300 * (1 + Math.sin(angle))));
  const column = (axis) => places.map((place) => place[axis]);
  tables.frames = { time: Float32Array.from({ length: 100 }, (_, i) => i / 10) };
  tables.actors = { last_frame: turn.map(() => 99), object: turn.map(() => 0) };
  tables.players = { name: turn.map(() => 0), team: turn.map((_, i) => i % 2), body: turn.map(() => 23) };
  tables.cars = {
    time: turn.map(() => 0),
    life: turn.map((_, i) => i),
    player: turn.map((_, i) => i),
    sleeping: turn.map(() => 1),
    'rotation.w': turn.map(() => 1),
    'position.x': column('x'),
    'position.y': column('y'),
    'position.z': column('z'),
  };
  const game = scene.gameOf(tables, placing, ['Ghost'], [], ['Car']);
  const { look, seen, plan } = filmed({ game, moments: [], meta: { map: { id: 'KO_Calavera_P', name: 'KO_Calavera_P' } } });
  for (const camera of ['match', 'director', 'ball', 'overhead']) {
    look(camera, 5);
    for (const place of places) assert.ok(isIn(seen(place), 0.95), `${camera}: ${seen(place).toArray()}`);
    assert.ok(
      Math.max(...places.flatMap((place) => [Math.abs(seen(place).x), Math.abs(seen(place).y)])) > 0.3,
      `${camera} is no further away than it must be`,
    );
  }
  assert.deepEqual(plan, [{ time: 0, view: 'play', player: -1, goal: -1, action: -1, behind: -1 }]);
});

/** Draws nothing; a text is 200 pixels wide. */
const pen = new Proxy({}, { get: (_, name) => () => (name === 'measureText' ? { width: 200 } : undefined), set: () => true });

test('a name gives way to a ball and to other cars, and comes back as they go', () => {
  globalThis.document = { createElement: () => ({ getContext: () => pen }) };
  const renderer = { getSize: (out) => out.set(WIDTH, HEIGHT) };
  const eye = new PerspectiveCamera(35, WIDTH / HEIGHT);
  eye.position.set(0, 12, 0);
  eye.quaternion.setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2);
  eye.updateMatrixWorld();
  const things = [];
  const tag = scene.nameTag('Ghost', () => things);
  const opacity = (...places) => {
    things.splice(0, 9, ...places.map(([x, y]) => ({ place: new Vector3(x, y, 93), radius: 93, least: [38, 28] })));
    tag.onBeforeRender(renderer, null, eye);
    return tag.material.opacity;
  };
  // The name is above its car in the picture, which is at larger x here.
  const [ahead, aside] = [0, 1].map((axis) => {
    const at = (by) => opacity(axis === 0 ? [by, 0] : [0, by]);
    return [-500, -200, -100, 0, 100, 200, 500].map(at);
  });
  assert.equal(opacity(), 1, 'with nothing around');
  assert.ok(Math.min(...ahead, ...aside) < 0.2, 'faint before a ball');
  for (const far of [ahead[0], ahead[6], aside[0], aside[6]]) assert.equal(far, 1, 'and whole away from it');
  assert.ok(opacity([300, 300], [0, 0]) < 0.2, 'the nearest of them counts');
  assert.equal(scene.opacityAt(9), (scene.opacityAt(0) + scene.opacityAt(18)) / 2, 'it does not blink');
  delete globalThis.document;
});

test('the seconds of a pad are never large in the picture, and give way to the ball', async () => {
  globalThis.document = { createElement: () => ({ getContext: () => pen }) };
  const { Pads } = await source('src/games/rocket-league/scene/pads.ts');
  const game = { ...highBall(), pads: { x: [-3584], y: [0], is_big: [1] }, pads_taken: { pad: [0], time: [1] } };
  const pads = new Pads(game);
  const renderer = { getSize: (out) => out.set(WIDTH, HEIGHT) };
  // From so far away in front of it: where the pad is in the scene is up to its axes.
  const eye = new PerspectiveCamera(60, WIDTH / HEIGHT);
  const place = new Vector3(-3584, 0, 200).applyMatrix4(scene.WORLD);
  const timer = (uu, balls) => {
    eye.position.copy(place).add(new Vector3(0, 0, uu * scene.SCALE));
    eye.updateMatrixWorld();
    pads.update(2, scene.PALETTES.dark, balls);
    const [shown] = pads.group.children.filter((part) => part.isSprite && part.visible);
    shown.onBeforeRender(renderer, null, eye);
    return {
      pixels: (shown.scale.x * scene.SCALE * HEIGHT) / (2 * uu * scene.SCALE * Math.tan(Math.PI / 6)),
      opacity: shown.material.opacity,
    };
  };
  assert.ok(Math.abs(timer(300, []).pixels - 56) < 1, `${timer(300, []).pixels}`);
  assert.ok(timer(9000, []).pixels < 30, 'and smaller from far off');
  assert.equal(timer(900, []).opacity, 1);
  const ball = { place: new Vector3(-3584, 0, 100), radius: 93, least: [38, 28] };
  assert.ok(timer(900, [ball]).opacity < 0.2);
  delete globalThis.document;
});

test('cars and balls are drawn large enough to be followed, but as they are in a player’s own view', () => {
  globalThis.document = { createElement: () => ({ getContext: () => pen }) };
  const game = highBall();
  const cars = new scene.Cars(game);
  const balls = new scene.Balls(game);
  const renderer = { getSize: (out) => out.set(WIDTH, HEIGHT) };
  const eye = new PerspectiveCamera(35, WIDTH / HEIGHT);
  // From 24,000 uu above, as it were.
  eye.position.set(0, 60, 0);
  eye.quaternion.setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2);
  eye.updateMatrixWorld();
  const pixels = (uu) => (uu * scene.SCALE * HEIGHT) / (2 * 60 * Math.tan((35 * Math.PI) / 360));
  assert.ok(pixels(scene.LENGTH) < 7);
  const drawn = (group, watched) => {
    cars.update(5, scene.PALETTES.dark, watched);
    balls.update(5, scene.PALETTES.dark, false, watched !== null);
    group.traverse((part) => part.isMesh && part.onBeforeRender(renderer, null, eye));
    return group.children.find((part) => part.visible).scale.x;
  };
  assert.ok(pixels(scene.LENGTH * drawn(cars.group, null)) > 35);
  assert.ok(cars.group.children[0].position.z > 17, 'its wheels stay on the floor');
  assert.ok(pixels(185 * drawn(balls.group.children[0], null)) > 34);
  assert.equal(drawn(cars.group, game.who[0]), 1);
  assert.equal(drawn(balls.group.children[0], game.who[0]), 1);
  const names = () => cars.group.children.filter((part) => part.isSprite).map((part) => part.visible);
  cars.update(5, scene.PALETTES.dark, game.who[0]);
  assert.deepEqual(names(), [false, true], 'no name on the own car');
  cars.update(5, scene.PALETTES.dark, null);
  assert.deepEqual(names(), [true, true]);
  delete globalThis.document;
});

test('a player’s inputs: those that act at a time', () => {
  const game = highBall();
  const names = ['Boost', 'Jump', 'Dodge'];
  const tables = {
    inputs: { time: [0, 2], player: [0, 0], throttle: [1, -1], steer: [0, 0.5], handbrake: [0, 1] },
    components: { time: [1, 1.2, 3], player: [0, 0, 0], component: [1, 1, 2], is_active: [1, 0, 1] },
  };
  const player = { ...game.who[0], inputs: [0, 1], parts: [0, 1, 2], boost: [{ time: 0, tank: 100, drain: 86, active: true }] };
  const at = (time) => scene.controlsAt({ ...game, ...tables, partNames: names }, player, time);
  assert.deepEqual(at(0.5), { throttle: 1, steer: 0, boost: true, jump: false, handbrake: false });
  assert.equal(at(1.1).jump, true);
  assert.deepEqual(at(2.5), { throttle: -1, steer: 0.5, boost: false, jump: false, handbrake: true });
  assert.equal(at(3.5).jump, true, 'a dodge is a jump too');
});
