import { CustomBlending, DoubleSide, OneFactor, OneMinusSrcAlphaFactor, ShaderMaterial, type Texture } from 'three';
import { AIR_GLSL, atmosphere } from '../../../stage/atmosphere';

/** Colour is multiplied by its alpha before blending, so that `aBlend.y` can turn the same quad from paint to light. */
export const PREMULTIPLIED = {
  transparent: true,
  depthWrite: false,
  blending: CustomBlending,
  blendSrc: OneFactor,
  blendDst: OneMinusSrcAlphaFactor,
} as const;

/** Quads cut from the atlas. `billboard`: always towards the viewer, and `aShift` moves them across the screen. `isOnTop`: nothing hides them. */
export function flat(texture: Texture, { billboard = false, isOnTop = false } = {}): ShaderMaterial {
  return new ShaderMaterial({
    ...PREMULTIPLIED,
    depthTest: !isOnTop,
    uniforms: { ...atmosphere, uAtlas: { value: texture } },
    side: DoubleSide,
    defines: billboard ? { BILLBOARD: '' } : {},
    vertexShader: /* glsl */ `
      attribute mat4 aMatrix;
      attribute vec4 aColour; // rgb, opacity
      attribute vec4 aRect;   // in the atlas
      attribute vec2 aBlend;  // how much light rather than paint; how much fog
      #ifdef BILLBOARD
      attribute vec3 aShift;  // across, up (in units of the quad's height), turn in radians
      #endif
      varying vec2 vUv;
      varying vec4 vColour;
      varying vec2 vBlend;
      varying vec3 vWorld;
      void main() {
        vUv = aRect.xy + aRect.zw * uv;
        vColour = aColour;
        vBlend = aBlend;
        #ifdef BILLBOARD
        vec4 centre = modelMatrix * aMatrix * vec4(0.0, 0.0, 0.0, 1.0);
        vec2 scale = vec2(length(aMatrix[0].xyz), length(aMatrix[1].xyz));
        vec2 corner = position.xy * scale;
        float s = sin(aShift.z), c = cos(aShift.z);
        corner = vec2(c * corner.x - s * corner.y, s * corner.x + c * corner.y) + aShift.xy * scale.y;
        vec4 view = viewMatrix * centre;
        view.xy += corner;
        vWorld = centre.xyz;
        gl_Position = projectionMatrix * view;
        #else
        vec4 at = modelMatrix * aMatrix * vec4(position, 1.0);
        vWorld = at.xyz;
        gl_Position = projectionMatrix * viewMatrix * at;
        #endif
      }`,
    fragmentShader: /* glsl */ `
      ${AIR_GLSL}
      uniform sampler2D uAtlas;
      varying vec2 vUv;
      varying vec4 vColour;
      varying vec2 vBlend;
      varying vec3 vWorld;
      void main() {
        float alpha = texture2D(uAtlas, vUv).a * vColour.a;
        alpha *= 1.0 - vBlend.y * fogAt(distance(vWorld, cameraPosition));
        #ifdef BILLBOARD
        // In the player's own view some things happen in front of the nose.
        alpha *= smoothstep(0.3, 1.3, distance(vWorld, cameraPosition));
        #endif
        if (alpha < 0.003) discard;
        gl_FragColor = vec4(vColour.rgb, 1.0);
        #include <colorspace_fragment>
        gl_FragColor = vec4(gl_FragColor.rgb * alpha, alpha * (1.0 - vBlend.x * uAdditive));
      }`,
  });
}
