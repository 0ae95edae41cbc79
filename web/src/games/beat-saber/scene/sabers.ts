import {
  BufferGeometry,
  CapsuleGeometry,
  Color,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  Mesh,
  ShaderMaterial,
  Vector3,
} from 'three';
import { AIR_GLSL, atmosphere } from '../../../stage/atmosphere';
import type { CameraPose } from '../../../stage/scene';
import { BLADE } from '../rules';
import { PREMULTIPLIED } from './flat';
import type { Palette } from './palette';

const HANDLE = 0.19;

/** One saber: a dark grip, a white-hot core, and its glow. */
export class Saber {
  readonly group = new Group();
  readonly hilt = new Vector3();
  readonly tip = new Vector3();
  private readonly blade = shaded(1);
  private readonly grip = shaded(0);
  private readonly ring = shaded(0.55);
  private readonly glow: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly body = new Group();

  constructor(private readonly hand: 0 | 1) {
    // Shapes lie along −Z, where three.js's forward is.
    const core = new Mesh(new CapsuleGeometry(0.011, BLADE - 0.02, 6, 12).rotateX(Math.PI / 2).translate(0, 0, -BLADE / 2), this.blade);
    const grip = new Mesh(
      new CylinderGeometry(0.017, 0.015, HANDLE, 14).rotateX(Math.PI / 2).translate(0, 0, HANDLE / 2 - 0.01),
      this.grip,
    );
    const collar = new Mesh(new CylinderGeometry(0.021, 0.021, 0.018, 18).rotateX(Math.PI / 2).translate(0, 0, 0.004), this.ring);
    const pommel = new Mesh(
      new CylinderGeometry(0.0185, 0.0185, 0.012, 18).rotateX(Math.PI / 2).translate(0, 0, HANDLE - 0.014),
      this.grip,
    );
    this.body.add(core, grip, collar, pommel);
    this.glow = new Mesh(glowShape(), glowMaterial());
    this.glow.frustumCulled = false;
    this.glow.renderOrder = 6;
    this.group.add(this.body, this.glow);
  }

  update(pose: CameraPose, palette: Palette): void {
    this.body.position.copy(pose.position);
    this.body.quaternion.copy(pose.rotation);
    this.hilt.copy(pose.position);
    this.tip.set(0, 0, -BLADE).applyQuaternion(pose.rotation).add(pose.position);
    const colour = palette.sabers[this.hand];
    (this.blade.uniforms.uColour!.value as Color).copy(colour);
    (this.grip.uniforms.uColour!.value as Color).copy(palette.visor);
    (this.ring.uniforms.uColour!.value as Color).copy(colour);
    const u = this.glow.material.uniforms;
    (u.uFrom!.value as Vector3).copy(this.hilt);
    (u.uTo!.value as Vector3).copy(this.tip);
    (u.uColour!.value as Color).copy(colour);
  }

  dispose(): void {
    for (const child of this.body.children) (child as Mesh).geometry.dispose();
    for (const material of [this.blade, this.grip, this.ring, this.glow.material]) material.dispose();
    this.glow.geometry.dispose();
  }
}

/** `heat` 1: glowing, white at heart and coloured at its edge. 0: dull, with a sheen from above. */
function shaded(heat: number): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { ...atmosphere, uColour: { value: new Color() }, uHeat: { value: heat } },
    vertexShader: /* glsl */ `
      varying vec3 vNormal;
      varying vec3 vWorld;
      void main() {
        vec4 at = modelMatrix * vec4(position, 1.0);
        vWorld = at.xyz;
        vNormal = mat3(modelMatrix) * normal;
        gl_Position = projectionMatrix * viewMatrix * at;
      }`,
    fragmentShader: /* glsl */ `
      ${AIR_GLSL}
      uniform vec3 uColour;
      uniform float uHeat;
      varying vec3 vNormal;
      varying vec3 vWorld;
      void main() {
        vec3 n = normalize(vNormal);
        float facing = clamp(dot(n, normalize(cameraPosition - vWorld)), 0.0, 1.0);
        float white = mix(0.18, 0.92, smoothstep(0.25, 0.95, facing)) * mix(0.22, 1.0, uAdditive);
        vec3 hot = mix(uColour, vec3(1.0), white);
        vec3 dull = uColour * (0.75 + 0.5 * n.y) + vec3(0.16) * pow(max(n.y, 0.0), 3.0) + uLine * 0.25 * pow(1.0 - facing, 3.0);
        gl_FragColor = vec4(mix(dull, hot, uHeat), 1.0);
        #include <colorspace_fragment>
      }`,
  });
}

function glowShape(): BufferGeometry {
  const shape = new BufferGeometry();
  shape.setAttribute('position', new Float32BufferAttribute([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 3));
  shape.setIndex([0, 1, 2, 0, 2, 3]);
  return shape;
}

/** A quad around the blade, always broadside to the viewer, bright by the distance to the blade's axis. */
function glowMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    ...PREMULTIPLIED,
    uniforms: {
      ...atmosphere,
      uFrom: { value: new Vector3() },
      uTo: { value: new Vector3() },
      uColour: { value: new Color() },
    },
    vertexShader: /* glsl */ `
      uniform vec3 uFrom, uTo;
      varying vec2 vAt;
      varying float vLength;
      const float REACH = 0.2;
      void main() {
        vec3 a = (viewMatrix * vec4(uFrom, 1.0)).xyz;
        vec3 b = (viewMatrix * vec4(uTo, 1.0)).xyz;
        vec3 along = b - a;
        vLength = length(along);
        along /= vLength;
        vec3 across = cross(along, normalize(-(a + b) * 0.5));
        float flat_ = length(across);
        // Seen end on there is no "across": any direction will do.
        across = flat_ > 1e-3 ? across / flat_ : vec3(1.0, 0.0, 0.0);
        float y = position.y > 0.0 ? vLength + REACH : -REACH * 0.6;
        vAt = vec2(position.x * REACH, y);
        vec3 at = a + along * y + across * vAt.x;
        gl_Position = projectionMatrix * vec4(at, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      ${AIR_GLSL}
      uniform vec3 uColour;
      varying vec2 vAt;
      varying float vLength;
      void main() {
        float y = vAt.y - clamp(vAt.y, 0.0, vLength);
        float d = length(vec2(vAt.x, y));
        float edge = smoothstep(0.2, 0.1, d);
        float alpha = edge * (0.85 * exp(-d * d * 2600.0) + 0.42 * exp(-d * 26.0));
        alpha = min(alpha, 1.0) * mix(0.55, 1.0, uAdditive);
        gl_FragColor = vec4(uColour, 1.0);
        #include <colorspace_fragment>
        gl_FragColor = vec4(gl_FragColor.rgb * alpha, alpha * (1.0 - uAdditive));
      }`,
  });
}
