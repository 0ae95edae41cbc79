import { type PerspectiveCamera, Quaternion, Vector3, type Vector3Tuple } from 'three';
import type { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { type CameraPoint, type Eye, eyeAlong } from './camera-path';
import { Flight } from './fly';
import { upright } from './lens';
import { type Covered, Room } from './room';
import type { CameraPose, CameraSpec, View } from './scene';

const GLIDE_SECONDS = 0.45;
/** From what it looks at, a camera on a path is at most so far. */
const FARTHEST = 200;

/** Puts the camera where the chosen spec says, gliding from one to the next, or hands it to the reader's hand. */
export class Rig {
  private spec: CameraSpec | null = null;
  private orbit: OrbitControls | null = null;
  private readonly flight = new Flight();
  /** The points that the free camera goes through while time passes; of fewer than two it takes no notice. */
  path: readonly CameraPoint[] = [];
  /** The time of the last picture. */
  private shown = NaN;
  private glide = 1;
  private readonly room = new Room();
  private readonly from: CameraPose & { fov: number } = {
    position: new Vector3(),
    rotation: new Quaternion(),
    fov: 60,
  };
  private readonly to: CameraPose = { position: new Vector3(), rotation: new Quaternion() };

  constructor(
    private readonly camera: PerspectiveCamera,
    private readonly canvas: HTMLCanvasElement,
    private readonly changed: () => void,
  ) {}

  /** `eye`: where a camera that the hand moves begins, instead of at the picture that is shown. */
  use(spec: CameraSpec, glide: boolean, eye: Eye | null = null): void {
    if (spec === this.spec) return;
    this.from.position.copy(this.camera.position);
    this.from.rotation.copy(this.camera.quaternion);
    this.from.fov = this.camera.fov;
    this.glide = glide && this.spec && !spec.orbit ? 0 : 1;
    const first = this.spec === null;
    this.spec = spec;
    this.orbit?.dispose();
    this.orbit = null;
    this.flight.stop();
    if (spec.orbit) void this.takeOver(spec, first, eye);
  }

  /** Where the hand has moved the camera; null of one that it does not move. */
  get eye(): Eye | null {
    return this.orbit && [...this.camera.position.toArray(), ...this.orbit.target.toArray()];
  }

  /** A key goes down that flies the camera, if the hand moves it; false otherwise. */
  fly(key: string, isFast: boolean): boolean {
    const { orbit } = this;
    if (!orbit || !this.flight.press(key, isFast)) return false;
    // A camera that flies may look up.
    orbit.maxPolarAngle = Math.PI;
    this.changed();
    return true;
  }

  /** A key goes up; without one, all do. */
  land(key?: string): void {
    if (key === undefined) this.flight.stop();
    else this.flight.release(key);
  }

  resize(width: number, height: number): void {
    this.room.resize(width, height);
  }

  /** The covered part of the picture from now on. */
  cover(covered: Covered, glide: boolean): void {
    const wasInRoom = this.isInRoom;
    if (this.room.cover(covered, glide) && (wasInRoom || this.isInRoom)) this.changed();
  }

  private get isInRoom(): boolean {
    return this.spec?.inRoom === true || this.room.isDeep;
  }

  /** `seconds` of the reader's time since the last picture. True while still gliding. */
  update(time: number, seconds: number, view: View): boolean {
    const { spec, camera } = this;
    if (!spec) return false;
    const widens = this.room.update(seconds) && this.isInRoom;
    this.room.frame(camera, this.isInRoom);
    const fov = fovFor(spec, camera.aspect);
    if (spec.orbit) {
      this.setFov(fov);
      const isFlying = this.orbit !== null && this.flight.isFlying;
      if (this.orbit && isFlying) this.flight.move(camera, this.orbit.target, seconds);
      else if (this.orbit && this.path.length > 1 && time !== this.shown) this.follow(this.orbit, eyeAlong(this.path, time));
      this.shown = time;
      this.orbit?.update();
      return widens || isFlying;
    }
    this.shown = time;
    spec.place(time, this.to, view);
    this.glide = Math.min(1, this.glide + seconds / GLIDE_SECONDS);
    const eased = 1 - (1 - this.glide) ** 3;
    camera.position.lerpVectors(this.from.position, this.to.position, eased);
    camera.quaternion.slerpQuaternions(this.from.rotation, this.to.rotation, eased);
    if (this.glide >= 1) {
      camera.position.copy(this.to.position);
      camera.quaternion.copy(this.to.rotation);
    }
    this.setFov(this.from.fov + (fov - this.from.fov) * eased);
    return widens || this.glide < 1;
  }

  /** Puts the hand's camera where its path is. While time stands, the hand moves it from there. */
  private follow(orbit: OrbitControls, eye: Eye): void {
    // Between two points it may come nearer, or go farther and higher, than a hand may.
    orbit.minDistance = 0;
    orbit.maxDistance = FARTHEST;
    orbit.maxPolarAngle = Math.PI;
    this.camera.position.fromArray(eye);
    orbit.target.fromArray(eye, 3);
  }

  /** The free camera starts from the picture on the screen, so nothing jumps. */
  private async takeOver(spec: CameraSpec, first: boolean, eye: Eye | null): Promise<void> {
    if (first) {
      spec.place(0, this.to, { camera: spec.name, reducedMotion: true, eye: this.camera });
      this.camera.position.copy(this.to.position);
      this.camera.quaternion.copy(this.to.rotation);
    }
    // Fetched when the hand takes the camera.
    const { OrbitControls } = await import('three/addons/controls/OrbitControls.js');
    if (spec !== this.spec || this.orbit) return;
    const orbit = new OrbitControls(this.camera, this.canvas);
    orbit.target.set(...(eye ? (eye.slice(3) as Vector3Tuple) : spec.orbit!.target));
    if (eye) this.camera.position.fromArray(eye);
    orbit.minDistance = 0.6;
    orbit.maxDistance = 25;
    orbit.maxPolarAngle = 0.52 * Math.PI;
    orbit.enableDamping = false;
    orbit.zoomSpeed = 0.8;
    orbit.addEventListener('change', this.changed);
    this.orbit = orbit;
    this.changed();
  }

  private setFov(fov: number): void {
    this.camera.fov = fov;
    this.camera.updateProjectionMatrix();
  }
}

/** A phone held upright would see a slit of the lanes: widen until `across` degrees fit sideways. */
function fovFor(spec: CameraSpec, aspect: number): number {
  return Math.min(100, Math.max(spec.fov, upright(spec.across, aspect)));
}
