import { BackSide, Mesh, ShaderMaterial, SphereGeometry } from 'three';
import { AIR_GLSL, atmosphere, DITHER_GLSL } from './atmosphere';

/** The sky around every scene, and what the page shows before there is one. */
export function backdrop(): Mesh {
  const material = new ShaderMaterial({
    uniforms: atmosphere,
    side: BackSide,
    depthWrite: false,
    // The gradient is worked out at the corners of a fine enough dome: a processor that draws this, and has a million
    // pixels to fill, has nothing left to do for each but a bit of noise.
    vertexShader: /* glsl */ `
      ${AIR_GLSL}
      varying vec3 vColour;
      void main() {
        vColour = onScreen(airTowards(normalize(position)));
        // Turned with the camera but never moved: always infinitely far.
        vec4 at = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
        gl_Position = at.xyww;
      }`,
    fragmentShader: /* glsl */ `
      ${DITHER_GLSL}
      varying vec3 vColour;
      void main() {
        gl_FragColor = vec4(dithered(vColour), 1.0);
      }`,
  });
  const mesh = new Mesh(dome(), material);
  mesh.frustumCulled = false;
  // After the floor, and behind everything: only the pixels that nothing else covers are worked out.
  mesh.renderOrder = -4;
  return mesh;
}

/** A sphere with its rings crowded along the horizon, where the light changes fastest. */
function dome(): SphereGeometry {
  const shape = new SphereGeometry(10, 96, 64);
  const position = shape.getAttribute('position');
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    const raised = Math.sign(y) * (Math.abs(y) / 10) ** 1.8 * 10;
    const across = Math.hypot(x, z) || 1;
    const spread = Math.sqrt(Math.max(0, 100 - raised * raised)) / across;
    position.setXYZ(i, x * spread, raised, z * spread);
  }
  return shape;
}
