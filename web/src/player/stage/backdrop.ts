import { BackSide, Mesh, ShaderMaterial, SphereGeometry } from 'three';
import { AIR_GLSL, atmosphere } from './atmosphere';

/** The sky around every scene, and what the page shows before there is one. */
export function backdrop(): Mesh {
  const material = new ShaderMaterial({
    uniforms: atmosphere,
    side: BackSide,
    depthWrite: false,
    vertexShader: /* glsl */ `
      varying vec3 vDirection;
      void main() {
        vDirection = position;
        // Turned with the camera but never moved: always infinitely far.
        vec4 at = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
        gl_Position = at.xyww;
      }`,
    fragmentShader: /* glsl */ `
      ${AIR_GLSL}
      varying vec3 vDirection;
      void main() {
        gl_FragColor = vec4(airTowards(normalize(vDirection)), 1.0);
        #include <colorspace_fragment>
        gl_FragColor.rgb = dithered(gl_FragColor.rgb);
      }`,
  });
  const mesh = new Mesh(new SphereGeometry(10, 32, 24), material);
  mesh.frustumCulled = false;
  // After the floor, and behind everything: only the pixels that nothing else covers are worked out.
  mesh.renderOrder = -4;
  return mesh;
}
