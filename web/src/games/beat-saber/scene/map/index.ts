import type { ComponentType } from 'preact';
import { Group } from 'three';
import type { NumericArray, Replay } from '../../../../decoder';
import { at, columnsOf } from '../../../../stage/columns';
import type { View } from '../../../../stage/scene';
import type { Arc } from '../arcs';
import type { Jump } from '../jump';
import type { Lane } from '../lane';
import type { Lift, Note } from '../notes-model';
import type { Palette } from '../palette';
import type { Wall } from '../walls';
import { Chains } from './chains';
import { Colours } from './colours';
import { Lights } from './lights';
import { arcsOf, bombsOf, notesOf, type Placed, resolved, wallsOf } from './objects';
import { Pace } from './pace';
import { toolsOf } from './Tools';
import { Turns } from './turns';

const WANTED = {
  map: ['note_jump_speed'],
  map_notes: [
    ...['time', 'line', 'layer', 'rotation', 'color', 'direction', 'scoring_type', 'angle_offset'],
    ...['is_link', 'chain', 'part', 'note'],
  ],
  map_bombs: ['time', 'line', 'layer', 'rotation', 'note'],
  map_walls: ['time', 'end_time', 'line', 'layer', 'rotation', 'width', 'height', 'is_hit', 'hit_time', 'hit_end_time'],
  map_arcs: [
    ...['color', 'time', 'line', 'layer', 'rotation', 'direction', 'length', 'mid_anchor', 'note'],
    ...['end_time', 'end_line', 'end_layer', 'end_rotation', 'end_direction', 'end_length'],
  ],
  map_chains: ['time', 'line', 'layer', 'direction', 'end_line', 'end_layer', 'parts', 'squish'],
  map_paces: ['time', 'speed', 'jump_distance'],
  map_light_levels: ['time', 'group', 'level', 'color'],
} as const;

/** What the map adds to a replay: what was not touched, where everything really is, how fast it comes, its colours and its lights. */
export class MapOfReplay {
  readonly group = new Group();
  readonly Tools: ComponentType;
  private readonly turns: Turns;
  /** Metres a second at which notes come, before its changes. */
  readonly speed: number;
  /** Called when there is something else to draw though time stands still. */
  changed: () => void = () => undefined;

  constructor(
    private readonly tables: Tables,
    private readonly colours: Colours,
    private readonly lights: Lights,
    private readonly pace: Pace,
  ) {
    this.turns = new Turns(tables.map_notes);
    this.speed = at(tables.map, 'note_jump_speed', 0);
    this.group.add(lights.mesh);
    this.Tools = toolsOf(colours.choice, lights.on, () => this.changed());
  }

  /** The lane that is played at a time. */
  readonly laneAt = (time: number): Lane => this.turns.laneAt(time);

  /** Sets how notes come at a time. */
  readonly setJump = (time: number, jump: Jump): void => this.pace.set(time, jump);

  /** `types`: scoring types of the replay's notes, as it has them. */
  typesOf(types: NumericArray): NumericArray {
    return resolved(types, this.tables.map_notes);
  }

  walls(lift: Lift): Wall[] {
    return wallsOf(this.tables.map_walls, lift);
  }

  /** Notes and bombs that the replay has no event of. */
  untouched(lift: Lift): Note[] {
    this.placed = notesOf(this.tables.map_notes, lift);
    return [...this.placed.flatMap(({ note, isPlayed }) => (isPlayed ? [] : [note])), ...bombsOf(this.tables.map_bombs, lift)];
  }

  /** Puts all notes where the map has them. `played`: those of the replay, in its order. */
  arrange(played: readonly Note[], lift: Lift): void {
    for (const note of played) note.lane = this.turns.laneOf(note.time);
    const all = this.placed.map(({ note, isPlayed, row }) => {
      const real = (isPlayed && played[row]) || note;
      real.angle = note.angle;
      real.lane = note.lane;
      return real;
    });
    new Chains(this.tables.map_chains, this.tables.map_notes, lift).bend(all);
    this.placed = [];
  }

  arcs(lift: Lift, played: readonly Note[]): Arc[] {
    return arcsOf(this.tables.map_arcs, lift, played);
  }

  /** The colours that are chosen, in place of the usual ones. */
  palette(usual: Palette): Palette {
    return this.colours.palette(usual);
  }

  update(time: number, view: View, usual: Palette): void {
    this.lights.update(time, this.colours.lights(usual), this.laneAt(time), view.reducedMotion);
  }

  state(usual: Palette): Record<string, unknown> {
    return { colours: this.colours.state(usual), lights: this.lights.state() };
  }

  dispose(): void {
    this.lights.dispose();
  }

  private placed: Placed[] = [];
}

type Tables = Awaited<ReturnType<typeof columnsOf<keyof typeof WANTED>>>;

export async function loadMap(replay: Replay): Promise<MapOfReplay> {
  const [tables, colours] = await Promise.all([columnsOf(replay, WANTED), Colours.load(replay)]);
  return new MapOfReplay(tables, colours, new Lights(tables.map_light_levels), new Pace(tables.map_paces));
}
