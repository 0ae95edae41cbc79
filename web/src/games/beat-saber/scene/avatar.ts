import {
  type BufferGeometry,
  Color,
  Euler,
  Group,
  LatheGeometry,
  Mesh,
  Quaternion,
  ShaderMaterial,
  SphereGeometry,
  Vector2,
  Vector3,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { AIR_GLSL, atmosphere } from '../../../stage/atmosphere';
import type { CameraPose } from '../../../stage/scene';
import { PREMULTIPLIED } from './flat';
import type { Palette } from './palette';

/** How much one does not see through the headset's shell, and its lens. */
const SHELL = 0.9;
const LENS = 0.35;

/** The player: a headset, which was recorded, and the ghost of a body, which was not and says so by its looks. */
export class Avatar {
  readonly group = new Group();
  private readonly head = new Group();
  private readonly body = new Group();
  private readonly ghost = ghostly(0.55, 0.02);
  /** The body: fades away downwards, since the legs were not recorded. */
  private readonly veil = ghostly(0.5, 0.015, [-0.62, -0.3]);
  private readonly shell = ghostly(0.7, SHELL);
  private readonly lens = ghostly(1.0, LENS);
  private readonly euler = new Euler(0, 0, 0, 'YXZ');
  private readonly turn = new Quaternion();
  private readonly down = new Vector3();

  constructor() {
    const visor = new Mesh(new RoundedBoxGeometry(0.185, 0.1, 0.095, 4, 0.038), this.shell);
    visor.position.set(0, 0, -0.055);
    const glass = new Mesh(new RoundedBoxGeometry(0.15, 0.06, 0.02, 3, 0.01), this.lens);
    glass.position.set(0, 0, -0.1);
    const strap = new Mesh(new RoundedBoxGeometry(0.168, 0.036, 0.19, 3, 0.017), this.shell);
    strap.position.set(0, 0.012, 0.07);
    const skull = new Mesh(new SphereGeometry(0.105, 24, 18).scale(0.86, 1.16, 1), this.ghost);
    skull.position.set(0, 0.012, 0.055);
    this.head.add(skull, strap, visor, glass);
    const torso = new Mesh(torsoShape(), this.veil);
    torso.position.set(0, -0.2, 0.07);
    this.body.add(torso);
    this.group.add(this.body, this.head);
    for (const mesh of [skull, torso]) mesh.renderOrder = 2;
    for (const mesh of [strap, visor, glass]) mesh.renderOrder = 2.5;
  }

  /** `isClear`: one sees through the headset, as it stands before what comes. */
  update(head: CameraPose, palette: Palette, isClear: boolean): void {
    this.head.position.copy(head.position);
    this.head.quaternion.copy(head.rotation);
    // Hanging from the head, turned the way it looks, and no more than hinting at a lean.
    this.euler.setFromQuaternion(head.rotation);
    this.turn.setFromEuler(this.euler.set(0, this.euler.y * 0.7, 0));
    this.down.set(0, -1, 0).applyQuaternion(head.rotation);
    this.body.position.copy(head.position);
    this.body.position.x += this.down.x * 0.1;
    this.body.position.z += this.down.z * 0.1;
    this.body.quaternion.copy(this.turn);
    this.shell.uniforms.uBody!.value = isClear ? 0.1 : SHELL;
    this.lens.uniforms.uBody!.value = isClear ? 0.06 : LENS;
    this.shell.depthWrite = !isClear;
    (this.ghost.uniforms.uColour!.value as Color).copy(palette.ghost);
    (this.veil.uniforms.uColour!.value as Color).copy(palette.ghost);
    (this.veil.uniforms.uRim!.value as Color).copy(palette.ghost);
    (this.shell.uniforms.uColour!.value as Color).copy(palette.visor);
    (this.lens.uniforms.uColour!.value as Color).copy(palette.accent);
    (this.shell.uniforms.uRim!.value as Color).copy(palette.ghost);
    (this.ghost.uniforms.uRim!.value as Color).copy(palette.ghost);
    (this.lens.uniforms.uRim!.value as Color).copy(palette.accent);
  }

  dispose(): void {
    this.group.traverse((part) => (part as Mesh<BufferGeometry>).geometry?.dispose());
    for (const material of [this.ghost, this.veil, this.shell, this.lens]) material.dispose();
  }
}

/** Neck, shoulders, waist; y = 0 at the shoulders' height. */
function torsoShape(): BufferGeometry {
  const outline = [
    [0.045, 0.1],
    [0.06, 0.055],
    [0.1, 0.025],
    [0.155, -0.005],
    [0.19, -0.05],
    [0.198, -0.11],
    [0.185, -0.2],
    [0.165, -0.32],
    [0.15, -0.44],
    [0.15, -0.62],
  ] as const;
  // Seam at the back, where the outline is drawn by no one.
  return new LatheGeometry(outline.map(([x, y]) => new Vector2(x, y)).reverse(), 40, -Math.PI / 2).scale(1, 1, 0.56);
}

/** Clear where it faces the viewer, bright along its outline. `fade`: heights between which it vanishes. */
function ghostly(rim: number, body: number, fade: [number, number] = [-9, -8]): ShaderMaterial {
  return new ShaderMaterial({
    ...PREMULTIPLIED,
    depthWrite: body > 0.5,
    uniforms: {
      ...atmosphere,
      uColour: { value: new Color() },
      uRim: { value: new Color() },
      uStrength: { value: rim },
      uBody: { value: body },
      uFade: { value: new Vector2(...fade) },
    },
    vertexShader: /* glsl */ `
      varying vec3 vNormal;
      varying vec3 vWorld;
      varying float vY;
      void main() {
        vY = position.y;
        vec4 at = modelMatrix * vec4(position, 1.0);
        vWorld = at.xyz;
        vNormal = mat3(modelMatrix) * normal;
        gl_Position = projectionMatrix * viewMatrix * at;
      }`,
    fragmentShader: /* glsl */ `
      ${AIR_GLSL}
      uniform vec3 uColour, uRim;
      uniform float uStrength, uBody;
      uniform vec2 uFade;
      varying vec3 vNormal;
      varying vec3 vWorld;
      varying float vY;
      void main() {
        vec3 v = normalize(cameraPosition - vWorld);
        float edge = pow(1.0 - abs(dot(normalize(vNormal), v)), 2.2);
        float light = 0.7 + 0.5 * max(0.0, normalize(vNormal).y);
        float rim = edge * uStrength;
        float alpha = clamp(uBody + rim, 0.0, 1.0);
        float shown = smoothstep(uFade.x, uFade.y, vY);
        gl_FragColor = vec4(mix(uColour * light, uRim, rim / max(alpha, 1e-3)), 1.0);
        #include <colorspace_fragment>
        gl_FragColor = vec4(gl_FragColor.rgb, 1.0) * alpha * shown;
      }`,
  });
}
