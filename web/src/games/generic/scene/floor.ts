import { Mesh, PlaneGeometry, ShaderMaterial } from 'three';
import { AIR_GLSL, atmosphere, DITHER_GLSL } from '../../../stage/atmosphere';

/** How far the floor is drawn, in the picture's metres. */
const REACH = 60;

/** A grid that fades into the distance. `cell`: the width of a cell, in the picture's metres; each fifth line is strong. */
export function floor(cell: number): Mesh {
  const material = new ShaderMaterial({
    uniforms: { ...atmosphere, uCell: { value: cell } },
    vertexShader: /* glsl */ `
      varying vec3 vPlace;
      void main() {
        vec4 place = modelMatrix * vec4(position, 1.0);
        vPlace = place.xyz;
        gl_Position = projectionMatrix * viewMatrix * place;
      }`,
    fragmentShader: /* glsl */ `
      ${AIR_GLSL}
      ${DITHER_GLSL}
      uniform float uCell;
      varying vec3 vPlace;
      float lines(float cell) {
        vec2 at = vPlace.xz / cell;
        vec2 width = max(fwidth(at), 1e-5);
        vec2 near = abs(fract(at - 0.5) - 0.5) / width;
        // Where cells are narrower than pixels, lines would only flicker.
        float seen = 1.0 - smoothstep(0.25, 0.6, max(width.x, width.y));
        return (1.0 - min(min(near.x, near.y), 1.0)) * seen;
      }
      void main() {
        vec3 away = vPlace - cameraPosition;
        float line = max(lines(uCell) * 0.22, lines(uCell * 5.0) * 0.5);
        float fade = exp(-dot(vPlace.xz, vPlace.xz) * 0.006);
        vec3 colour = mix(uGround, uLine, line * fade);
        colour = mix(colour, airTowards(normalize(away)), fogAt(length(away) * 1.4));
        gl_FragColor = vec4(dithered(onScreen(colour)), 1.0);
      }`,
  });
  const mesh = new Mesh(new PlaneGeometry(2 * REACH, 2 * REACH, 24, 24).rotateX(-Math.PI / 2), material);
  // Before everything that stands on it.
  mesh.renderOrder = -5;
  return mesh;
}
