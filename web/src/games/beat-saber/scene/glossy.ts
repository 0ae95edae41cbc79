import { DoubleSide, FrontSide, ShaderMaterial } from 'three';
import { AIR_GLSL, atmosphere } from '../../../stage/atmosphere';

/**
 * The lacquer of notes, bombs and cut halves. Lit by a painted studio (a bright panel above, the sky around) instead of
 * real lights: one cheap pass, which a processor can draw too, and it looks more like a product photo than lamps would.
 *
 * `cut`: each instance has a plane in its own space and only the side that the plane points away from is drawn; the
 * inside that then shows glows in one flat colour, which reads as the cut face though no face is built.
 */
export function glossy({ cut = false } = {}): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: atmosphere,
    side: cut ? DoubleSide : FrontSide,
    transparent: true,
    defines: cut ? { CUT: '' } : {},
    vertexShader: /* glsl */ `
      attribute mat4 aMatrix;
      attribute vec4 aColour; // rgb, opacity
      attribute vec4 aRim;    // rgb, strength
      #ifdef CUT
      attribute vec4 aPlane;
      varying vec4 vPlane;
      varying vec3 vLocal;
      #endif
      varying vec4 vColour;
      varying vec4 vRim;
      varying vec3 vNormal;
      varying vec3 vWorld;
      void main() {
        mat4 world = modelMatrix * aMatrix;
        vec4 at = world * vec4(position, 1.0);
        vWorld = at.xyz;
        vNormal = mat3(world) * normal;
        vColour = aColour;
        vRim = aRim;
        #ifdef CUT
        vPlane = aPlane;
        vLocal = position;
        #endif
        gl_Position = projectionMatrix * viewMatrix * at;
      }`,
    fragmentShader: /* glsl */ `
      ${AIR_GLSL}
      varying vec4 vColour;
      varying vec4 vRim;
      varying vec3 vNormal;
      varying vec3 vWorld;
      #ifdef CUT
      varying vec4 vPlane;
      varying vec3 vLocal;
      #endif
      void main() {
        #ifdef CUT
        if (dot(vPlane.xyz, vLocal) + vPlane.w > 0.0) discard;
        #endif
        vec3 toEye = cameraPosition - vWorld;
        float distance = length(toEye);
        vec3 v = toEye / distance;
        vec3 n = normalize(vNormal);
        vec3 colour;
        #ifdef CUT
        if (!gl_FrontFacing) {
          colour = mix(vColour.rgb, vec3(1.0), 0.25);
        } else
        #endif
        {
          float facing = clamp(dot(n, v), 0.0, 1.0);
          float up = n.y * 0.5 + 0.5;
          // Low ambient from the floor, more from above and from behind the viewer.
          float light = mix(0.34, 0.92, up) + 0.30 * max(0.0, dot(n, normalize(vec3(-0.3, 0.5, 0.8))));
          vec3 r = reflect(-v, n);
          float panel = smoothstep(0.42, 0.62, r.y) * (1.0 - smoothstep(0.86, 0.98, r.y));
          float fresnel = pow(1.0 - facing, 4.0);
          colour = vColour.rgb * light;
          colour += vec3(0.30) * panel * (0.25 + 0.75 * fresnel);
          colour += airTowards(r) * fresnel * 0.6;
          colour += vRim.rgb * vRim.a * pow(1.0 - facing, 2.5);
        }
        colour = mix(colour, airTowards(-v), fogAt(distance));
        gl_FragColor = vec4(colour, vColour.a);
        #include <colorspace_fragment>
      }`,
  });
}
