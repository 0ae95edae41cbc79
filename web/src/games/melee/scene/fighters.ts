import { Color, Group } from 'three';
import { Brush } from './brush';
import type { Game } from './data';
import { type Hit, hitsOf, type Loss, lossesOf } from './events';
import { type Fighter, fighterAt } from './fighter';
import { FighterView } from './fighter-view';
import type { Palette } from './palette';
import { become, coloured, Glyph, glyph, type Quad, recent, show, sized } from './shapes';

/** How long a lost stock's beam and a hit's flash stay, in seconds. */
const BEAM_SECONDS = 0.9;
const BURST_SECONDS = 0.2;
/** Fighters in a game: four, each with a partner at the most. */
const FIGURES = 8;
/** Partners closer than this, in units, would cover each other; as far as that a step goes aside and back, which is up. */
const BESIDE = 7;
const STEP = [3.2, 1.2] as const;
const GOLD = new Color('#ffd75e');

/** All fighters, the beams of the stocks they lost, and the flashes of hits. */
export class Fighters {
  readonly group = new Group();
  losses: Loss[] = [];
  hits: Hit[] = [];
  now: Fighter[] = [];
  private readonly views: FighterView[] = [];
  private readonly brush = new Brush(4, FIGURES);
  private readonly beams: Quad[] = Array.from({ length: 4 }, () => glyph(Glyph.beam, 3));
  private readonly bursts: Quad[] = Array.from({ length: 6 }, () => glyph(Glyph.burst, 6));

  constructor(private game: Game) {
    this.group.add(this.brush.mesh, ...this.beams, ...this.bursts);
    this.use(game);
  }

  use(game: Game): void {
    this.game = game;
    this.losses = lossesOf(game);
    this.hits = hitsOf(game);
    // A page without a replay has one too, so that its shader is ready.
    while (this.views.length < Math.max(1, game.tracks.length)) {
      const view = new FighterView();
      this.views.push(view);
      this.group.add(view.group);
    }
  }

  update(time: number, index: number, palette: Palette, calm: boolean): void {
    this.now = this.game.tracks.map((track) => fighterAt(this.game, track, time, index));
    this.brush.clear();
    // Partners first: they stand behind.
    const [leaders, followers] = [false, true].map((follows) =>
      [...this.now.entries()].filter(([, { track }]) => track.follower === follows),
    );
    for (const [i, fighter] of followers!) {
      const leader = leaders!.find(([, { track }]) => track.port === fighter.track.port)?.[1];
      this.views[i]!.update(this.game, leader ? behind(leader, fighter) : fighter, time, palette, calm, this.brush);
    }
    for (const [i, fighter] of leaders!) this.views[i]!.update(this.game, fighter, time, palette, calm, this.brush);
    this.brush.done();
    show(this.beams, recent(this.losses, time, BEAM_SECONDS), (beam, loss) => {
      const age = (time - loss.time) / BEAM_SECONDS;
      const length = 70;
      coloured(sized(beam, 16 * (1 - 0.55 * age), length), palette.ports[loss.track.port]!, (1 - age) ** 1.5);
      beam.rotation.z = loss.turn;
      // The quad's lower end lies where the fighter left the world.
      beam.position.set(loss.x - Math.sin(loss.turn) * length, loss.y + Math.cos(loss.turn) * length, -0.5);
    });
    show(this.bursts, recent(this.hits, time, BURST_SECONDS), (burst, hit) => {
      const age = (time - hit.time) / BURST_SECONDS;
      const size = (3 + Math.min(20, hit.damage) * 0.34) * (0.7 + 0.6 * Math.sqrt(age));
      coloured(sized(become(burst, Glyph.burst, hit.time * 7), size, size), GOLD, calm ? 0.5 : 0.95 * (1 - age));
      burst.position.set(hit.x, hit.y, 0.8);
    });
  }

  dispose(): void {
    for (const view of this.views) view.dispose();
    this.brush.dispose();
    for (const part of [...this.beams, ...this.bursts]) part.material.dispose();
  }
}

/** A partner who is where the leader is, a step back and aside, so that both are seen. */
export function behind(leader: Fighter, partner: Fighter): Fighter {
  if (!leader.visible || leader.dead) return partner;
  const near = Math.max(0, 1 - Math.hypot(partner.x - leader.x, partner.y - leader.y) / BESIDE);
  return { ...partner, x: partner.x - leader.facing * STEP[0] * near, y: partner.y + STEP[1] * near };
}
