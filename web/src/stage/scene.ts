import type { ReadonlySignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Camera, Object3D, PerspectiveCamera, Quaternion, Vector3, WebGLRenderer } from 'three';
import type { Description, Moment, Replay } from '../decoder';
import type { Theme } from '../ui/theme';

/** The interface between the player and a game. Everything drawn is a function of the time asked for, never of what was drawn
 * before: seeking, stepping back and looping need no special care, and a picture can be compared with itself. */
export interface Scene {
  readonly game: string;
  readonly root: Object3D;
  /** Replay time, in seconds. */
  readonly span: Span;
  /** Replay seconds that pass in a second of the player's life: 1.2 with a song that is played faster. */
  readonly rate: number;
  /** Rising times of the recorded frames, for stepping. */
  readonly frameTimes: ArrayLike<number>;
  /** All that can be marked on the timeline's event lane, details too, by time. */
  readonly markers: readonly Marker[];
  /** Kinds of markers, the gravest last: it gives markers that are drawn as one their colour. */
  readonly markerKinds: readonly string[];
  /** Stretches that the timeline marks as a whole, by time. */
  readonly stretches?: readonly Stretch[];
  /** The first one is where the player starts. */
  readonly cameras: readonly CameraSpec[];
  /** Title, second line and small facts for the player's head. */
  readonly caption: Caption;
  /** A press on an element with a camera's name as its `data-camera` chooses that camera. */
  readonly Hud: ComponentType;
  /** Buttons for the dock: the choices of this replay. */
  readonly Tools?: ComponentType;

  update(time: number, view: View): void;
  /** The replay has more at its end: renews `span` and `frameTimes`. */
  grow?(replay: Replay): Promise<void>;
  /** Now and then after `grow`: renews `markers`. */
  recount?(replay: Replay): Promise<void>;
  /** For a scene that fetches as it plays: from now on calls `changed` when there is more to draw, though time stands still. */
  onChange?(changed: () => void): void;
  /** A time as people say it, where that is not the replay's own; `fine` where frames matter. */
  timeText?(time: number, fine?: boolean): string;
  /** The number that the game itself gives to the frame recorded at a time, where it has numbers. */
  frameNumber?(time: number): number;
  /** The game's own clock at a time, to be said beside it. */
  gameClock?(time: number): string;
  /** Names of cameras by number key. Without them, number keys go to tenths of the replay. */
  readonly cameraKeys?: Readonly<Record<string, string>>;
  /** Keys of this scene alone, with what the help says of them. */
  readonly keys?: Readonly<Record<string, { label: string; act(): void }>>;
  /** The meanings of marks in the picture, for the help. */
  readonly Legend?: ComponentType;
  /** The name of the camera that follows what is at a point of the picture last drawn, −1 to 1 from its left and its bottom. */
  pick?(x: number, y: number, eye: Camera): string | null;
  /** The things in it that are looked at one by one. */
  readonly closeUps?: CloseUps;
  /** The sounds. It may read signals: sounds are ordered anew when they change. */
  hits?(): Hit[];
  /** The name of these sounds on their control, where they are no sounds of hits. */
  readonly hitsLabel?: string;
  /** The moments that decide the game, in games that have few. */
  readonly highlights?: readonly Highlight[];
  /** How things stand at the time last drawn, in a few words; for pictures and clips, which have no HUD. */
  standing?(): string;
  /** Shows further replays of the same beside the first, in place of those that were shown; in scenes that can. Their columns are fetched
   * before it resolves. */
  compareWith?(replays: readonly Replay[]): Promise<void>;
  /** The replays that `compareWith` takes. */
  readonly beside?: Beside;
  /** Numbers and visible things at the time last drawn, for `ghostreel.state()`. */
  state(): Record<string, unknown>;
  setTheme(theme: Theme): void;
  dispose(): void;
}

/** One of the things of a replay that are looked at one by one, as a note and how it was cut. */
export interface CloseUp {
  id: number;
  /** When it is seen best. */
  time: number;
  /** The part that is worth seeing slowly. */
  around: Span;
  /** Which one it is, in a few words. */
  title: string;
  /** Its outcome, in fewer words. */
  outcome: string;
  /** A trait that it shares with those that can be gone through without the others, as `Left hand`; empty: none. */
  kin: string;
}

/** The things of a scene that can be looked at closely. */
export interface CloseUps {
  /** The word for one: `note`. */
  readonly noun: string;
  /** The one at a point of the picture last drawn, −1 to 1 from its left and its bottom. */
  at(x: number, y: number, eye: Camera): CloseUp | null;
  /** The one that a marker is about. */
  of(marker: Marker): CloseUp | null;
  /** The one nearest in time. */
  near(time: number): CloseUp | null;
  /** The one after it or before it; `kin`: of those alone that have that in common with it. */
  beside(closeUp: CloseUp, direction: 1 | -1, kin: boolean): CloseUp | null;
  /** All that is known of one; fetched when somebody looks. */
  body(): Promise<ComponentType<CloseUpProps>>;
}

export interface CloseUpProps {
  closeUp: CloseUp;
  replay: Replay;
  /** For additions to the picture; `redraw` shows them. */
  root: Object3D;
  redraw(): void;
  /** Replay time now, in seconds. */
  time: ReadonlySignal<number>;
}

/** Which replays are shown beside the first. */
export interface Beside {
  /** How many at once. */
  readonly most: number;
  takes(meta: Description): boolean;
}

export interface Span {
  start: number;
  end: number;
}

/** A sound at a time: a cut, that of a link of a chain, or a dull one; a touch of a ball, a goal, a car that bursts, a moment of boost. */
export interface Hit {
  time: number;
  sound: 'cut' | 'link' | 'thud' | 'touch' | 'goal' | 'demolition' | 'boost';
  /** Beside the loudest of its sound: above 0, and at most 1. */
  loudness?: number;
  /** How many times as high as usual. */
  pitch?: number;
}

export interface View {
  camera: string;
  reducedMotion: boolean;
  /** The camera of the picture; none where there is no picture. Its own frame (`aspect`, and `view` within the picture) is the
   * part that nothing covers, for cameras that are `inRoom`. */
  eye?: PerspectiveCamera;
}

export interface Caption {
  title: string;
  line: string;
  /** Said where there is room. */
  aside: string;
  facts: string[];
}

/** `label` is the text of a tooltip and a screen reader; `kind` picks colour and shape from the game's style sheet. */
export interface Marker<Kind extends string = string> {
  time: number;
  kind: Kind;
  label: string;
  moment: Moment;
}

/** A moment that decides the game, as one goes through them one by one. */
export interface Highlight {
  marker: Marker;
  /** When, on the game's clock. */
  clock: string;
  title: string;
  /** What else is to be said of it. */
  line: string;
}

/** A part of the recording that is something else than play. */
export interface Stretch extends Span {
  label: string;
}

export interface CameraPose {
  position: Vector3;
  rotation: Quaternion;
}

export interface CameraSpec {
  name: string;
  label: string;
  /** Vertical field of view in degrees on a wide picture. */
  fov: number;
  /** Horizontal angle that a narrow picture must still show. */
  across: number;
  /** Frames what it shows where neither controls nor numbers cover the picture, not in all of it. */
  inRoom?: boolean;
  place(time: number, out: CameraPose, view: View): void;
  /** Set for the camera that the hand moves; holds what it turns about. */
  orbit?: { target: [number, number, number] };
}

/** A game's way in: made once a page, so that shaders are ready before the first file is. */
export interface SceneKind {
  readonly game: string;
  warm(renderer: WebGLRenderer): void;
  load(replay: Replay): Promise<Scene>;
}
