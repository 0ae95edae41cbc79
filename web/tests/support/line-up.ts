// Characters beside each other at the size at which they are played, on the ground of a stage: for tests of figures.
import { Color, Mesh, MeshBasicMaterial, PerspectiveCamera, PlaneGeometry, Scene, WebGLRenderer } from 'three';
import { Brush } from '../../src/games/melee/scene/brush';
import { characterOf } from '../../src/games/melee/scene/characters';
import { figureOf } from '../../src/games/melee/scene/figure';
import { PALETTES } from '../../src/games/melee/scene/palette';
import { poseOf } from '../../src/games/melee/scene/pose';

export interface Stood {
  id: number;
  state: number;
  counter: number;
  airborne?: boolean;
  facing?: number;
  port?: number;
  costume?: number;
  /** 0 normal, 1 light, 2 dark. */
  shade?: number;
  /** Struck: how much of the flash is in it. */
  tinted?: number;
}

export interface Wanted {
  rows: Stood[][];
  theme?: 'dark' | 'light';
  /** Width and height of a figure's place, and how high a body of 12 units is, in pixels. */
  cell: number;
  pixels: number;
  /** Without: nothing but the figures, on the colour of the sky. */
  ground?: boolean;
  /** With: the picture as an address, too. */
  url?: boolean;
}

export interface Drawn {
  width: number;
  height: number;
  /** Red, green, blue and alpha, from the top. */
  data: Uint8Array;
  calls: number;
  triangles: number;
  url: string;
}

declare global {
  interface Window {
    lineUp: (wanted: Wanted) => Drawn;
  }
}

/** One for all pictures: making shaders ready takes longer than drawing. */
const renderer = new WebGLRenderer({ preserveDrawingBuffer: true, antialias: false });

window.lineUp = ({ rows, theme = 'dark', cell, pixels, ground = true, url = false }) => {
  const [width, height] = [cell * Math.max(...rows.map((row) => row.length)), cell * rows.length];
  renderer.setSize(width, height, false);
  const palette = PALETTES[theme];
  const scene = new Scene();
  scene.background = new Color(palette.horizon);
  const unit = pixels / 12;
  const camera = new PerspectiveCamera(34, width / height, 1, 9000);
  camera.position.z = height / unit / 2 / Math.tan((34 * Math.PI) / 360);
  const brush = new Brush(1, rows.flat().length);
  scene.add(brush.mesh);
  brush.clear();
  rows.forEach((row, r) => {
    const y = (height / 2 - cell * (r + 0.8)) / unit;
    if (ground) {
      const floor = new Mesh(new PlaneGeometry(width / unit, (cell * 0.2) / unit), new MeshBasicMaterial({ color: palette.ground }));
      floor.position.set(0, y - (cell * 0.1) / unit, 0);
      scene.add(floor);
    }
    row.forEach(({ id, state, counter, airborne = false, facing = 1, port = 0, costume = 0, shade = 0, tinted = 0 }, c) => {
      const character = characterOf(id, { costume, shade });
      const { look } = character;
      const pose = poseOf({ state, counter, clock: 0, airborne, ahead: 0, rise: 0, way: 0 }, character);
      const x = (cell * (c + 0.5) - width / 2) / unit;
      const placed = {
        x,
        y,
        facing,
        unit: character.height / look.tall,
        rim: palette.ports[port]!.clone().multiplyScalar(palette.rim),
        halo: null,
        tint: palette.flash,
        tinted,
      };
      brush.paint(figureOf(look, pose), placed, look.ink);
    });
  });
  brush.done();
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const below = new Uint8Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, below);
  const data = new Uint8Array(below.length);
  for (let y = 0; y < height; y++) data.set(below.subarray(y * width * 4, (y + 1) * width * 4), (height - 1 - y) * width * 4);
  const { calls, triangles } = renderer.info.render;
  brush.dispose();
  return { width, height, data, calls, triangles, url: url ? renderer.domElement.toDataURL() : '' };
};
