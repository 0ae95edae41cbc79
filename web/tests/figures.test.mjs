// Melee's fighters as they are drawn: identity, action and visibility, at the size of play.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { source } from './support/decoder.mjs';
import { lineUp } from './support/line-up.mjs';
import { results } from './support/pages.mjs';

/** By the number that a frame has for its character: all 26, Nana beside Popo. */
const WHO = {
  0: 'Mario',
  1: 'Fox',
  2: 'Captain Falcon',
  3: 'Donkey Kong',
  4: 'Kirby',
  5: 'Bowser',
  6: 'Link',
  7: 'Sheik',
  8: 'Ness',
  9: 'Peach',
  10: 'Popo',
  11: 'Nana',
  12: 'Pikachu',
  13: 'Samus',
  14: 'Yoshi',
  15: 'Jigglypuff',
  16: 'Mewtwo',
  17: 'Luigi',
  18: 'Marth',
  19: 'Zelda',
  20: 'Young Link',
  21: 'Dr. Mario',
  22: 'Falco',
  23: 'Pichu',
  24: 'Mr. Game & Watch',
  25: 'Ganondorf',
  26: 'Roy',
};
const IDS = Object.keys(WHO).map(Number);
const THEMES = ['dark', 'light'];
const STANDING = { state: 14, counter: 0 };

let l;
before(async () => {
  l = await lineUp();
  await l.page.evaluate(() => {
    /** Figures, each by itself: which pixels are its own, their colours, and how far it reaches from where it stands. */
    window.figuresOf = (stood, theme = 'dark', cell = 240, pixels = 75) => {
      // Three rows: a picture as high as the one in which lines are as wide as usual.
      const across = Math.ceil(stood.length / 3);
      const rows = [0, 1, 2].map((r) => stood.slice(r * across, (r + 1) * across));
      const { width, data } = window.lineUp({ rows, theme, cell, pixels, ground: false });
      const background = Array.from(data.subarray(0, 3));
      return stood.map((_, i) => {
        const own = new Uint8Array(cell * cell);
        const colours = new Uint8Array(cell * cell * 3);
        const reach = { ahead: 0, behind: 0, up: 0, down: 0 };
        for (let y = 0; y < cell; y++) {
          for (let x = 0; x < cell; x++) {
            const from = ((Math.floor(i / across) * cell + y) * width + (i % across) * cell + x) * 4;
            let off = 0;
            for (let c = 0; c < 3; c++) {
              colours[(y * cell + x) * 3 + c] = data[from + c];
              off += Math.abs(data[from + c] - background[c]);
            }
            if (off < 24) continue;
            own[y * cell + x] = 1;
            reach.ahead = Math.max(reach.ahead, x - cell / 2);
            reach.behind = Math.max(reach.behind, cell / 2 - x);
            reach.up = Math.max(reach.up, cell * 0.8 - y);
            reach.down = Math.max(reach.down, y - cell * 0.8);
          }
        }
        return { own, colours, reach, cell, background };
      });
    };
    /** Of the pixels that either has, the share that only one has, and the share that differs in shape or clearly in colour. */
    window.apart = (a, b) => {
      let [either, shape, seen] = [0, 0, 0];
      for (let i = 0; i < a.own.length; i++) {
        if (!a.own[i] && !b.own[i]) continue;
        either++;
        if (a.own[i] !== b.own[i]) shape++;
        else if ([0, 1, 2].every((c) => Math.abs(a.colours[i * 3 + c] - b.colours[i * 3 + c]) < 48)) continue;
        seen++;
      }
      return { shape: shape / either, seen: seen / either };
    };
  });
});
after(async () => {
  await l?.close();
  assert.deepEqual(l?.failures ?? [], []);
});

test('all characters, beside each other', async () => {
  const rows = [];
  for (let i = 0; i < IDS.length; i += 7) rows.push(IDS.slice(i, i + 7).map((id, c) => ({ id, ...STANDING, port: c % 4 })));
  for (const theme of THEMES) {
    const name = `${results}melee-line-up-${theme}.png`;
    await writeFile(name, await l.picture({ rows, theme, cell: 158, pixels: 75 }));
  }
});

test('no two characters look alike, and none is as high as it is not', async () => {
  const found = await l.page.evaluate((ids) => {
    const figures = window.figuresOf(ids.map((id) => ({ id, state: 14, counter: 0 })));
    const pairs = [];
    figures.forEach((a, i) => {
      for (let j = i + 1; j < figures.length; j++) pairs.push([ids[i], ids[j], window.apart(a, figures[j])]);
    });
    return { pairs, heights: figures.map(({ reach }) => reach.up) };
  }, IDS);
  const closest = found.pairs.toSorted((a, b) => a[2].shape - b[2].shape).slice(0, 4);
  console.log(
    `# closest: ${closest.map(([a, b, { shape, seen }]) => `${WHO[a]}/${WHO[b]} ${shape.toFixed(2)} ${seen.toFixed(2)}`).join(', ')}`,
  );
  for (const [a, b, { shape, seen }] of found.pairs) {
    // The climbers wear one cut of parka.
    if (a !== 10 || b !== 11) assert.ok(shape > 0.14, `${WHO[a]} has the shape of ${WHO[b]} but for ${shape}`);
    assert.ok(seen > 0.25, `${WHO[a]} looks like ${WHO[b]} but for ${seen}`);
  }
  const high = (id) => found.heights[IDS.indexOf(id)];
  for (const [tall, small] of [
    [5, 2],
    [2, 1],
    [17, 0],
    [6, 20],
    [12, 23],
    [25, 18],
    [22, 1],
    [0, 4],
  ])
    assert.ok(high(tall) > high(small), `${WHO[tall]} is taller than ${WHO[small]}`);
});

test('everyone stands out from sky and ground in the dark and in the light, struck or not', async () => {
  for (const theme of THEMES) {
    const least = await l.page.evaluate(
      async ([ids, theme]) => {
        const luminance = (colour) =>
          colour
            .map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
            .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
        const contrast = (a, b) => (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05);
        const worst = [];
        for (const port of [0, 1, 2, 3]) {
          for (const tinted of [0, 0.5]) {
            const figures = window.figuresOf(
              ids.map((id) => ({ id, state: 14, counter: 0, port, tinted })),
              theme,
            );
            figures.forEach(({ own, colours, cell, background }, i) => {
              // All around: the first pixel in each line from the left that is wholly the rim's.
              const around = [];
              for (let y = 0; y < cell; y++) {
                const x = own.subarray(y * cell, (y + 1) * cell).indexOf(1);
                if (x < 0) continue;
                const at = (y * cell + x + 1) * 3;
                around.push(contrast(Array.from(colours.subarray(at, at + 3)), background));
              }
              around.sort((a, b) => a - b);
              worst.push([around[Math.floor(around.length * 0.25)], ids[i], port, tinted]);
            });
          }
        }
        return worst.sort((a, b) => a[0] - b[0])[0];
      },
      [IDS, theme],
    );
    console.log(`# ${theme}: the least contrast is ${least[0].toFixed(2)}`);
    assert.ok(least[0] > 2.2, `${theme}: ${WHO[least[1]]} in port ${least[2] + 1} with flash ${least[3]}: ${least[0]}`);
  }
});

/** Costumes besides the usual one, by the number of the character. */
const COSTUMES = {
  0: 4,
  1: 3,
  2: 5,
  3: 4,
  4: 5,
  5: 3,
  6: 4,
  7: 4,
  8: 3,
  9: 4,
  10: 3,
  11: 3,
  12: 3,
  13: 4,
  14: 5,
  15: 4,
  16: 3,
  17: 3,
  18: 4,
  19: 4,
  20: 4,
  21: 4,
  22: 3,
  23: 3,
  24: 3,
  25: 4,
  26: 4,
};

test('a character’s costumes are told apart, those of one costume by their shade, and none is of another size', async () => {
  for (const [id, last] of Object.entries(COSTUMES)) {
    const figure = { id: Number(id), ...STANDING };
    const costumes = Array.from({ length: last + 1 }, (_, costume) => ({ ...figure, costume }));
    // Nothing is darker than Mr. Game & Watch.
    const shades = (id === '24' ? [0, 1] : [0, 1, 2]).map((shade) => ({ ...figure, shade }));
    const { least, heights } = await l.page.evaluate(
      ([costumes, shades]) => {
        let least = 1;
        const [figures] = [costumes, shades].map((stood) => {
          const figures = window.figuresOf(stood);
          figures.forEach((a, i) => figures.slice(i + 1).forEach((b) => (least = Math.min(least, window.apart(a, b).seen))));
          return figures;
        });
        return { least, heights: figures.map(({ reach }) => reach.up) };
      },
      [costumes, shades],
    );
    const name = WHO[id];
    assert.ok(least > (WORN.has(name) ? 0.04 : 0.1), `${name}: two of the costumes differ in ${least}`);
    assert.ok(heights.every((height) => height >= heights[0] - 1) && (WORN.has(name) || Math.max(...heights) <= heights[0] + 1), name);
  }
});

/** Their costumes are hats, bows and the like. */
const WORN = new Set(['Pikachu', 'Pichu', 'Jigglypuff']);

/** State, frame, in the air, and the side on which it reaches further than standing. */
const DONE = {
  jab: [44, 5, false, 'ahead'],
  'forward tilt': [53, 9, false, 'ahead'],
  'forward smash': [60, 18, false, 'ahead'],
  'up smash': [63, 16, false, 'up'],
  'dash attack': [50, 10, false, 'ahead'],
  'neutral air': [65, 10, true, 'ahead'],
  'forward air': [66, 10, true, 'ahead'],
  'back air': [67, 10, true, 'behind'],
  'down air': [69, 12, true, 'down'],
  grab: [212, 6, false, 'ahead'],
  'up tilt': [56, 9, false, null],
  'down tilt': [57, 9, false, null],
  'down smash': [64, 16, false, null],
  'up air': [68, 10, true, null],
  shield: [179, 5, false, null],
  'hanging from a ledge': [253, 5, true, null],
  tumbling: [38, 5, true, null],
  'knocked away': [88, 5, true, null],
  hit: [79, 2, false, null],
  lying: [184, 5, false, null],
  'tech in place': [199, 3, false, null],
  'tech roll': [200, 8, false, null],
  roll: [233, 8, false, null],
  'spot dodge': [235, 8, false, null],
  'air dodge': [236, 6, true, null],
  taunt: [264, 10, false, null],
  asleep: [298, 10, false, null],
  dizzy: [211, 4, false, null],
  crouch: [40, 5, false, null],
  dash: [20, 3, false, null],
  jump: [25, 6, true, null],
  'double jump': [27, 8, true, null],
  helpless: [35, 3, true, null],
  'throw back': [220, 12, false, null],
};

test('actions are seen, and where an attack goes', async () => {
  const states = Object.entries(DONE);
  for (const id of IDS) {
    const found = await l.page.evaluate(
      ([id, states]) => {
        const [standing, ...others] = window.figuresOf([
          { id, state: 14, counter: 0 },
          ...states.map(([state, counter, airborne]) => ({ id, state, counter, airborne })),
        ]);
        return others.map((figure) => ({ ...window.apart(standing, figure), reach: figure.reach, stood: standing.reach }));
      },
      [id, states.map(([, state]) => state)],
    );
    found.forEach(({ seen, reach, stood }, i) => {
      const [name, [, , , side]] = states[i];
      assert.ok(seen > 0.12, `${WHO[id]}, ${name}: differs from standing by ${seen}`);
      // Mewtwo's tail reaches further back than anything that it does.
      if (!side || (side === 'behind' && WHO[id] === 'Mewtwo')) return;
      assert.ok(reach[side] > stood[side] + 1, `${WHO[id]}, ${name}: reaches ${reach[side]} ${side}, standing ${stood[side]}`);
    });
  }
});

test('attacks in different directions look different', async () => {
  const attacks = [
    'forward tilt',
    'up tilt',
    'down tilt',
    'forward smash',
    'up smash',
    'neutral air',
    'forward air',
    'back air',
    'up air',
    'down air',
  ].map((name) => DONE[name]);
  for (const id of IDS) {
    const least = await l.page.evaluate(
      ([id, attacks]) => {
        const figures = window.figuresOf(attacks.map(([state, counter, airborne]) => ({ id, state, counter, airborne })));
        let least = 1;
        figures.forEach((a, i) => figures.slice(i + 1).forEach((b) => (least = Math.min(least, window.apart(a, b).seen))));
        return least;
      },
      [id, attacks],
    );
    assert.ok(least > 0.08, `${WHO[id]}: ${least}`);
  }
});

test('a figure that looks left is the mirror image of one that looks right', async () => {
  const unlike = await l.page.evaluate((ids) => {
    const right = window.figuresOf(ids.map((id) => ({ id, state: 60, counter: 18 })));
    const left = window.figuresOf(ids.map((id) => ({ id, state: 60, counter: 18, facing: -1 })));
    return right.map(
      ({ own, cell }, i) =>
        own.filter((value, at) => value !== left[i].own[at - (at % cell) + (cell - 1 - (at % cell))]).length / own.filter(Boolean).length,
    );
  }, IDS);
  unlike.forEach((share, i) => assert.ok(share < 0.1, `${WHO[IDS[i]]}: ${share}`));
});

test('every state of the game has a pose', async () => {
  const { entryOf } = await source('src/games/melee/scene/states.ts');
  const { poseOf } = await source('src/games/melee/scene/pose.ts');
  const { characterOf } = await source('src/games/melee/scene/characters.ts');
  const motion = { counter: 7, clock: 3, airborne: true, ahead: 1, rise: -1, way: 4 };
  for (let state = 0; state < 341; state++) assert.ok(entryOf(state, ''), `state ${state}`);
  for (const id of IDS) {
    const character = characterOf(id);
    assert.equal(character.name, WHO[id]);
    for (let state = 0; state < 400; state++) {
      const pose = poseOf({ ...motion, state }, character);
      assert.ok(pose.length === 17 && pose.every(Number.isFinite), `${WHO[id]}, state ${state}`);
    }
  }
});

test('every character with a drawing has a name and a size, and the other way round', async () => {
  const { lookAs } = await source('src/games/melee/scene/looks/index.ts');
  const { characterOf } = await source('src/games/melee/scene/characters.ts');
  const stranger = characterOf(-1);
  const known = Array.from({ length: 64 }, (_, id) => id).filter((id) => characterOf(id) !== stranger);
  assert.deepEqual(known, [...IDS, 31, 32]);
  const usual = { costume: 0, shade: 0 };
  for (let id = 0; id < 64; id++) assert.equal(lookAs(id, usual) !== lookAs(-1, usual), known.includes(id), `${id}`);
  const [giga, bowser] = [31, 5].map((id) => characterOf(id));
  assert.equal(giga.name, 'Giga Bowser');
  assert.ok(giga.height > 1.6 * bowser.height && giga.shield.radius > 1.6 * bowser.shield.radius);
});

test('states of single characters: Rest sleeps, an egg is laid aside, a counter braces', async () => {
  const { moodOf } = await source('src/games/melee/scene/pose.ts');
  const { entryOf } = await source('src/games/melee/scene/states.ts');
  const { characterOf } = await source('src/games/melee/scene/characters.ts');
  for (const [id, state, mood] of [
    [15, 369, 'asleep'],
    [15, 365, null],
    [14, 342, 'egg'],
    [14, 343, null],
    [14, 357, 'egg'],
    [1, 360, 'shine'],
    [18, 350, 'attack'],
    [2, 347, 'special'],
  ])
    assert.equal(moodOf(state, characterOf(id)), mood, `${WHO[id]}, state ${state}`);
  for (const [id, state, action] of [
    [2, 347, 'bigPunch'],
    [25, 357, 'kick'],
    [18, 369, 'brace'],
    [13, 353, 'whirl'],
    [15, 348, 'whirl'],
  ])
    assert.equal(entryOf(state, characterOf(id).specials).action, action, `${WHO[id]}, state ${state}`);
});

test('four players with partners are one call, and few triangles', async () => {
  const row = [10, 11, 10, 11, 5, 14, 3, 9].map((id) => ({ id, ...STANDING }));
  const { calls, triangles } = await l.page.evaluate((row) => {
    const { calls, triangles } = window.lineUp({ rows: [row], cell: 150, pixels: 75, ground: false });
    return { calls, triangles };
  }, row);
  console.log(`# ${triangles} triangles`);
  assert.equal(calls, 1);
  assert.ok(triangles < 3400, `${triangles} triangles`);
});
