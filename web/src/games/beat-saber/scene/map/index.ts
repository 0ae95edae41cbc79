import type { ComponentType } from 'preact';
import { Group } from 'three';
import type { Replay } from '../../../../decoder';
import { type Columns, columnsOf } from '../../../../stage/columns';
import type { View } from '../../../../stage/scene';
import type { Lane } from '../lane';
import type { Palette } from '../palette';
import { Colours } from './colours';
import { Lights } from './lights';
import { toolsOf } from './Tools';
import { Turns } from './turns';

const WANTED = {
  map_notes: ['time', 'rotation'],
  map_light_levels: ['time', 'group', 'level', 'color'],
} as const;

/** The map's additions to a replay's picture: the lanes that cameras follow, its colours and its lights. */
export class MapOfReplay {
  readonly group = new Group();
  readonly Tools: ComponentType;
  private readonly turns: Turns;
  /** Called when there is something else to draw though time stands still. */
  changed: () => void = () => undefined;

  constructor(
    notes: Columns,
    private readonly colours: Colours,
    private readonly lights: Lights,
  ) {
    this.turns = new Turns(notes);
    this.group.add(lights.mesh);
    this.Tools = toolsOf(colours.choice, lights.on, () => this.changed());
  }

  /** The lane that is played at a time. */
  readonly laneAt = (time: number): Lane => this.turns.laneAt(time);

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
}

export async function loadMap(replay: Replay): Promise<MapOfReplay> {
  const [tables, colours] = await Promise.all([columnsOf(replay, WANTED), Colours.load(replay)]);
  return new MapOfReplay(tables.map_notes, colours, new Lights(tables.map_light_levels));
}
