import { BufferAttribute, BufferGeometry, Color, DoubleSide, DynamicDrawUsage, Mesh, ShaderMaterial, Vector3 } from 'three';
import { AIR_GLSL, atmosphere } from '../../../stage/atmosphere';
import { PREMULTIPLIED } from './flat';
import type { Palette } from './palette';
import type { Poses } from './poses';
import { BLADE } from '../rules';

const SECONDS = 0.22;
/** So many that a fast blade's way shows no corners. */
const STEPS = 96;
/** The ribbon hangs on the outer part of the blade: nearer the hand it would only hide what is behind. */
const INNER = 0.5;

/** The way a blade came, read off the recorded frames: no state is carried from picture to picture. */
export class Trail {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly positions = new Float32Array((STEPS + 1) * 2 * 3);
  private readonly point = new Vector3();

  constructor(
    private readonly poses: Poses,
    private readonly hand: 0 | 1,
  ) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(this.positions, 3).setUsage(DynamicDrawUsage));
    const along = new Float32Array((STEPS + 1) * 2 * 2);
    const index: number[] = [];
    for (let i = 0; i <= STEPS; i++) {
      along.set([i / STEPS, 0, i / STEPS, 1], i * 4);
      if (i < STEPS) index.push(2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 1, 2 * i + 3, 2 * i + 2);
    }
    geometry.setAttribute('aAlong', new BufferAttribute(along, 2));
    geometry.setIndex(index);
    this.mesh = new Mesh(geometry, material());
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 5;
  }

  update(time: number, palette: Palette): void {
    const part = this.hand === 0 ? 'left' : 'right';
    const stretch = this.poses.stretchAt(time);
    const oldest = this.poses.times[0] ?? time;
    let last = time;
    for (let i = 0; i <= STEPS; i++) {
      // Closer together near the blade, where the eye looks.
      const age = SECONDS * (i / STEPS) ** 1.25;
      const at = Math.max(oldest, time - age);
      // Before a pause or gap the hand was somewhere else: the rest of the ribbon folds up where it broke.
      if (this.poses.stretchAt(at) === stretch) last = at;
      this.poses.onBlade(part, last, INNER, this.point).toArray(this.positions, i * 6);
      this.poses.onBlade(part, last, BLADE, this.point).toArray(this.positions, i * 6 + 3);
    }
    this.mesh.geometry.getAttribute('position').needsUpdate = true;
    (this.mesh.material.uniforms.uColour!.value as Color).copy(palette.sabers[this.hand]);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

function material(): ShaderMaterial {
  return new ShaderMaterial({
    ...PREMULTIPLIED,
    side: DoubleSide,
    uniforms: { ...atmosphere, uColour: { value: new Color() } },
    vertexShader: /* glsl */ `
      attribute vec2 aAlong; // age 0..1, hilt 0 to tip 1
      varying vec2 vAlong;
      void main() {
        vAlong = aAlong;
        gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      ${AIR_GLSL}
      uniform vec3 uColour;
      varying vec2 vAlong;
      void main() {
        float young = 1.0 - vAlong.x;
        float alpha = young * young * 0.5 * pow(vAlong.y, 2.0);
        // A bright line where the tip went.
        alpha += 0.4 * young * young * young * smoothstep(0.9, 0.98, vAlong.y);
        alpha *= mix(0.5, 0.8, uAdditive);
        gl_FragColor = vec4(mix(uColour, vec3(1.0), 0.4 * young * young * smoothstep(0.9, 1.0, vAlong.y) * uAdditive), 1.0);
        #include <colorspace_fragment>
        gl_FragColor = vec4(gl_FragColor.rgb * alpha, alpha * (1.0 - uAdditive));
      }`,
  });
}
