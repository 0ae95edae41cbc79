import {
  BufferGeometry,
  ConeGeometry,
  Float32BufferAttribute,
  IcosahedronGeometry,
  PlaneGeometry,
  type ShaderMaterial,
  type Texture,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { atlas } from './atlas';
import { flat } from './flat';
import { glossy } from './glossy';
import { HEAD_HEIGHT, LINK_SIZE, NOTE_SIZE } from './sizes';

/** Shapes and materials, made once a page and shared by every replay opened on it. */
export interface Kit {
  note: BufferGeometry;
  head: BufferGeometry;
  link: BufferGeometry;
  bomb: BufferGeometry;
  quad: BufferGeometry;
  texture: Texture;
  solid: ShaderMaterial;
  cut: ShaderMaterial;
  face: ShaderMaterial;
  sprite: ShaderMaterial;
  /** As `sprite`, but nothing hides it. */
  signOnTop: ShaderMaterial;
}

let made: Kit | undefined;

export function kit(): Kit {
  if (made) return made;
  const texture = atlas();
  made = {
    note: new RoundedBoxGeometry(NOTE_SIZE, NOTE_SIZE, NOTE_SIZE, 3, 0.055),
    head: new RoundedBoxGeometry(NOTE_SIZE, HEAD_HEIGHT, NOTE_SIZE, 3, 0.055),
    link: new RoundedBoxGeometry(...LINK_SIZE, 2, 0.05),
    bomb: bomb(),
    quad: new PlaneGeometry(1, 1),
    texture,
    solid: glossy(),
    cut: glossy({ cut: true }),
    face: flat(texture),
    sprite: flat(texture, { billboard: true }),
    signOnTop: flat(texture, { billboard: true, isOnTop: true }),
  };
  return made;
}

/** A ball with a spike on each corner of an icosahedron. */
function bomb(): BufferGeometry {
  const corners = new IcosahedronGeometry(1, 0).getAttribute('position');
  const parts: BufferGeometry[] = [new IcosahedronGeometry(0.17, 2)];
  const seen = new Set<string>();
  for (let i = 0; i < corners.count; i++) {
    const [x, y, z] = [corners.getX(i), corners.getY(i), corners.getZ(i)];
    const key = [x, y, z].map((v) => v.toFixed(2)).join();
    if (seen.has(key)) continue;
    seen.add(key);
    const spike = new ConeGeometry(0.045, 0.13, 6);
    spike.translate(0, 0.2, 0);
    // Turns "up" onto the corner's direction.
    spike.rotateZ(-Math.acos(Math.max(-1, Math.min(1, y))));
    spike.rotateY(-Math.atan2(z, x));
    parts.push(spike.toNonIndexed());
  }
  const joined = new BufferGeometry();
  for (const name of ['position', 'normal']) {
    const values = parts.flatMap((part) => [...part.getAttribute(name)!.array]);
    joined.setAttribute(name, new Float32BufferAttribute(values, 3));
  }
  return joined;
}
