import { BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, ShaderMaterial, Vector3 } from 'three';
import type { Track } from './tracks';

/** Seconds that a trail shows, and so many places of it. */
const SECONDS = 8;
const COUNT = 120;

/** Where a body was: a ribbon that faces the camera and fades out. */
export class Trail {
  readonly mesh: Mesh;
  private readonly material: ShaderMaterial;
  private readonly places = new Float32Array(COUNT * 2 * 3);
  private readonly nexts = new Float32Array(COUNT * 2 * 3);
  private readonly there = new Float32Array(COUNT * 2);
  private readonly at = Array.from({ length: COUNT }, () => new Vector3());

  constructor(private readonly track: Track) {
    const geometry = new BufferGeometry();
    const side = new Float32Array(COUNT * 2).map((_, i) => (i % 2 === 0 ? -1 : 1));
    const age = new Float32Array(COUNT * 2).map((_, i) => Math.floor(i / 2) / (COUNT - 1));
    geometry.setAttribute('position', new BufferAttribute(this.places, 3));
    geometry.setAttribute('next', new BufferAttribute(this.nexts, 3));
    geometry.setAttribute('there', new BufferAttribute(this.there, 1));
    geometry.setAttribute('side', new BufferAttribute(side, 1));
    geometry.setAttribute('age', new BufferAttribute(age, 1));
    const index = Array.from({ length: COUNT - 1 }, (_, i) => [0, 1, 2, 2, 1, 3].map((corner) => 2 * i + corner)).flat();
    geometry.setIndex(index);
    this.material = new ShaderMaterial({
      uniforms: { uColour: { value: new Color() } },
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      vertexShader: /* glsl */ `
        attribute vec3 next;
        attribute float there;
        attribute float side;
        attribute float age;
        varying float vShare;
        void main() {
          vec4 here = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
          vec4 ahead = projectionMatrix * modelViewMatrix * vec4(next, 1.0);
          float aspect = projectionMatrix[1][1] / projectionMatrix[0][0];
          vec2 way = (ahead.xy / max(ahead.w, 1e-4) - here.xy / max(here.w, 1e-4)) * vec2(aspect, 1.0);
          way = length(way) > 1e-6 ? normalize(way) : vec2(1.0, 0.0);
          // As wide on every screen, in parts of its height.
          here.xy += vec2(-way.y / aspect, way.x) * side * 0.0045 * here.w * (1.0 - 0.75 * age);
          gl_Position = here;
          vShare = there * pow(1.0 - age, 1.5);
        }`,
      fragmentShader: /* glsl */ `
        uniform vec3 uColour;
        varying float vShare;
        void main() {
          gl_FragColor = linearToOutputTexel(vec4(uColour, vShare * 0.8));
        }`,
    });
    this.mesh = new Mesh(geometry, this.material);
    this.mesh.frustumCulled = false;
  }

  set colour(colour: string) {
    this.material.uniforms.uColour!.value.set(colour);
  }

  update(time: number): void {
    let last: Vector3 | null = null;
    for (let i = 0; i < COUNT; i++) {
      const place = this.at[i]!;
      const hasPlace = this.track.at(time - (i / (COUNT - 1)) * SECONDS, place);
      if (!hasPlace && last) place.copy(last);
      last = place;
      const next = this.at[Math.max(0, i - 1)]!;
      for (const corner of [2 * i, 2 * i + 1]) {
        place.toArray(this.places, 3 * corner);
        next.toArray(this.nexts, 3 * corner);
        this.there[corner] = hasPlace ? 1 : 0;
      }
    }
    // The first has none ahead: it goes on as the second does.
    const [first, second] = [this.at[0]!, this.at[1]!];
    for (const corner of [0, 1]) {
      this.nexts[3 * corner] = 2 * first.x - second.x;
      this.nexts[3 * corner + 1] = 2 * first.y - second.y;
      this.nexts[3 * corner + 2] = 2 * first.z - second.z;
    }
    for (const name of ['position', 'next', 'there']) this.mesh.geometry.getAttribute(name)!.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.material.dispose();
  }
}
