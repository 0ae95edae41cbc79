import type { PerspectiveCamera } from 'three';

/** How far controls and numbers reach into the picture, in pixels from its top and from its bottom. */
export interface Covered {
  top: number;
  bottom: number;
  /** So much is covered that every camera frames the rest alone. */
  isDeep?: boolean;
}

/** However much is covered, so much of the picture's height is left for the play. */
const LEAST_PART = 0.3;
/** How fast the picture moves into room that has become free, as a part of the way in a second. */
const PACE = 9;
const CLOSE = 0.5;

/** The part of the picture that nothing covers: cameras that ask for it frame what they show in there. */
export class Room {
  private width = 0;
  private height = 0;
  private readonly now: Covered = { top: 0, bottom: 0 };
  private wanted: Covered | null = null;

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
  }

  /** Where the room is from now on; moves there, or is there at once. False if nothing is other than before. */
  cover(covered: Covered, glide: boolean): boolean {
    const before = this.wanted;
    const { top, bottom, isDeep } = covered;
    this.wanted = covered;
    const isOther = isDeep !== before?.isDeep;
    if (!glide || !before || isOther) Object.assign(this.now, { top, bottom });
    return isOther || top !== before?.top || bottom !== before?.bottom;
  }

  /** Whether every camera is to frame the room alone. */
  get isDeep(): boolean {
    return this.wanted?.isDeep === true;
  }

  /** True while the room still moves. */
  update(seconds: number): boolean {
    let moves = false;
    if (!this.wanted) return moves;
    for (const side of ['top', 'bottom'] as const) {
      const way = this.wanted[side] - this.now[side];
      if (Math.abs(way) < CLOSE) this.now[side] = this.wanted[side];
      else {
        this.now[side] += way * (1 - Math.exp(-PACE * seconds));
        moves = true;
      }
    }
    return moves;
  }

  /** Lets a camera frame the room alone, or all of the picture. The rest of the picture is seen too: it only holds nothing that matters. */
  frame(camera: PerspectiveCamera, roomOnly: boolean): void {
    const { width, height, now } = this;
    if (height === 0) return;
    const free = Math.max(LEAST_PART * height, height - now.top - now.bottom);
    if (!roomOnly || free >= height) {
      camera.clearViewOffset();
      camera.aspect = width / height;
    } else camera.setViewOffset(width, free, 0, -Math.min(now.top, height - free), width, height);
  }
}
