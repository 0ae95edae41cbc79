import {
  Color,
  Group,
  type Mesh,
  type Object3D,
  OrthographicCamera,
  type PerspectiveCamera,
  type PlaneGeometry,
  ShaderMaterial,
  Vector2,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { SCALE } from './cameras';
import type { Fighter } from './fighter';
import type { Palette } from './palette';
import { quad } from './shapes';

/** Pixels of a bubble's own picture, to both sides. */
const PIXELS = 160;
/** Radius of a bubble as a part of the room's shorter side, and its least and most in pixels. */
const PART = 0.085;
const LEAST = 20;
const MOST = 44;
/** A bubble's arrow reaches beyond it, in radii. */
const REACH = 1.34;

/** A place in the picture: −1 to 1 from its left and its bottom. */
type Place = [x: number, y: number];

/** The part of the picture that nothing covers, and how many units of the picture a pixel is. */
interface Room {
  low: Place;
  high: Place;
  pixel: Place;
  /** The room's shorter side in pixels. */
  shorter: number;
}

const point = new Vector3();

/** Where a point of the game is in the picture. */
export function placeOf(eye: PerspectiveCamera, x: number, y: number): Place {
  point.set(x, y, 0).multiplyScalar(SCALE).project(eye);
  return [point.x, point.y];
}

/** Where the middle of a fighter is in the picture. */
export const middleOf = (eye: PerspectiveCamera, { x, y, character }: Fighter): Place => placeOf(eye, x, y + character.height / 2);

export function roomOf({ view, aspect }: PerspectiveCamera): Room {
  const all = view?.enabled ? view : { fullWidth: aspect * 720, fullHeight: 720, offsetX: 0, offsetY: 0, width: aspect * 720, height: 720 };
  const across = (pixels: number) => (2 * pixels) / all.width - 1;
  const up = (pixels: number) => 1 - (2 * pixels) / all.height;
  return {
    low: [across(-all.offsetX), up(all.fullHeight - all.offsetY)],
    high: [across(all.fullWidth - all.offsetX), up(-all.offsetY)],
    pixel: [2 / all.width, 2 / all.height],
    shorter: Math.min(all.fullWidth, all.fullHeight),
  };
}

/** A fighter out of the picture is seen through a magnifying glass at its edge, as in the game. */
export class Bubbles {
  readonly group = new Group();
  /** By fighter: where its bubble is, if it has one. */
  now: (Place | null)[] = [];
  /** By fighter; made when one is first needed. */
  private readonly glasses = new Map<number, Glass>();

  /** `fighters`: those that the bubbles show. */
  constructor(private readonly fighters: Object3D) {}

  update(all: readonly Fighter[], eye: PerspectiveCamera, palette: Palette): void {
    eye.updateMatrixWorld();
    const room = roomOf(eye);
    const radius = Math.min(MOST, Math.max(LEAST, room.shorter * PART));
    for (const { mesh } of this.glasses.values()) mesh.visible = false;
    this.now = all.map((fighter, i) => {
      if (!fighter.visible || fighter.dead) return null;
      const [x, y] = middleOf(eye, fighter);
      if (isIn(room, [x, y])) return null;
      const glass = this.glasses.get(i) ?? this.add(i);
      const place: Place = [held(x, 0, room, radius), held(y, 1, room, radius)];
      const turn = Math.atan2((y - place[1]) / room.pixel[1], (x - place[0]) / room.pixel[0]);
      glass.show(fighter, place, [radius * REACH * room.pixel[0], radius * REACH * room.pixel[1]], turn, palette);
      return place;
    });
  }

  private add(fighter: number): Glass {
    const glass = new Glass(this.fighters);
    this.glasses.set(fighter, glass);
    this.group.add(glass.mesh);
    return glass;
  }

  dispose(): void {
    for (const glass of this.glasses.values()) glass.dispose();
  }
}

/** Whether the middle of a fighter is seen where it is. Cards and controls hide who is behind them; of the header there is little but writing. */
function isIn({ low, high }: Room, [x, y]: Place): boolean {
  return x >= low[0] && x <= high[0] && y >= low[1] && y <= 1;
}

/** A place along an axis, moved into the room so far that a bubble fits. */
function held(value: number, axis: 0 | 1, { low, high, pixel }: Room, radius: number): number {
  const rim = (radius * REACH + 2) * pixel[axis];
  return Math.min(high[axis] - rim, Math.max(low[axis] + rim, value));
}

/** One bubble: a picture of its own, and a rim in the colour of the port that points to the fighter. */
class Glass {
  readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly target = new WebGLRenderTarget(PIXELS, PIXELS, { depthBuffer: false });
  private readonly eye = new OrthographicCamera(-1, 1, 1, -1, 0.1, 20);

  constructor(fighters: Object3D) {
    const material = new ShaderMaterial({
      uniforms: {
        uPicture: { value: this.target.texture },
        uPlace: { value: new Vector2() },
        uHalf: { value: new Vector2() },
        uTurn: { value: 0 },
        uRim: { value: new Color() },
        uBack: { value: new Color() },
      },
      // Where it is in the picture is known already.
      vertexShader: /* glsl */ `
        uniform vec2 uPlace;
        uniform vec2 uHalf;
        varying vec2 vAt;
        void main() {
          vAt = position.xy * ${REACH.toFixed(3)};
          gl_Position = vec4(uPlace + position.xy * uHalf, 0.0, 1.0);
        }`,
      fragmentShader: /* glsl */ `
        uniform sampler2D uPicture;
        uniform float uTurn;
        uniform vec3 uRim;
        uniform vec3 uBack;
        varying vec2 vAt;
        float cover(float d) { return clamp(0.5 - d / max(fwidth(d), 1e-4), 0.0, 1.0); }
        void main() {
          float d = length(vAt);
          vec2 ahead = mat2(cos(uTurn), -sin(uTurn), sin(uTurn), cos(uTurn)) * vAt;
          float arrow = max(abs(ahead.y) - (${REACH.toFixed(3)} - ahead.x) * 0.9, 0.8 - ahead.x);
          float shape = min(d - 1.0, arrow);
          float alpha = cover(shape);
          if (alpha < 0.004) discard;
          vec4 seen = texture2D(uPicture, vAt * 0.5 + 0.5);
          vec3 colour = mix(uRim, uBack * (1.0 - seen.a) + seen.rgb, cover(d - 0.9));
          gl_FragColor = vec4(colour, alpha * 0.96);
          #include <colorspace_fragment>
        }`,
      transparent: true,
      depthTest: false,
      depthWrite: false,
    });
    this.mesh = quad(material, 20);
    this.mesh.onBeforeRender = (renderer) => this.picture(renderer, fighters);
  }

  show(fighter: Fighter, place: Place, half: Place, turn: number, palette: Palette): void {
    const { uniforms } = this.mesh.material;
    (uniforms.uPlace!.value as Vector2).set(...place);
    (uniforms.uHalf!.value as Vector2).set(...half);
    uniforms.uTurn!.value = turn;
    uniforms.uRim!.value = palette.ports[fighter.track.port] ?? palette.edge;
    (uniforms.uBack!.value as Color).set(palette.horizon);
    this.mesh.visible = true;
    const { height } = fighter.character;
    const around = Math.max(11, height * 0.72) * SCALE;
    const { eye } = this;
    [eye.left, eye.right, eye.top, eye.bottom] = [-around, around, around, -around];
    eye.position.set(fighter.x, fighter.y + height * 0.55, 0).multiplyScalar(SCALE);
    eye.position.z = 10;
    eye.updateProjectionMatrix();
    eye.updateMatrixWorld();
  }

  /** Taken while the picture is drawn: nothing but the fighters, as they are now. */
  private picture(renderer: WebGLRenderer, fighters: Object3D): void {
    const [before, alpha] = [renderer.getRenderTarget(), renderer.getClearAlpha()];
    renderer.setRenderTarget(this.target);
    renderer.setClearAlpha(0);
    renderer.clear();
    renderer.render(fighters, this.eye);
    renderer.setRenderTarget(before);
    renderer.setClearAlpha(alpha);
  }

  dispose(): void {
    this.target.dispose();
    this.mesh.material.dispose();
  }
}
