import { Color, type IUniform } from 'three';
import type { Theme } from '../ui/theme';

/** Light and air that every material on the stage shares. One object, so that a change of theme is a few writes. */
export interface Atmosphere {
  [name: string]: IUniform;
  uSkyTop: IUniform<Color>;
  uHorizon: IUniform<Color>;
  uGround: IUniform<Color>;
  uLine: IUniform<Color>;
  uGlowLeft: IUniform<Color>;
  uGlowRight: IUniform<Color>;
  uFogDensity: IUniform<number>;
  /** 1: glows add light, as they do in the dark. 0: they lay colour over, or they would vanish on white. */
  uAdditive: IUniform<number>;
}

interface Air {
  skyTop: string;
  horizon: string;
  ground: string;
  line: string;
  glowLeft: string;
  glowRight: string;
  additive: number;
}

const AIR: Record<Theme, Air> = {
  dark: {
    skyTop: '#07080d',
    horizon: '#191b2b',
    ground: '#0b0c13',
    line: '#8f8bd0',
    glowLeft: '#5a1626',
    glowRight: '#123a6b',
    additive: 1,
  },
  light: {
    skyTop: '#fbfbfe',
    horizon: '#dfe2ee',
    ground: '#eceef5',
    line: '#6f6a9e',
    glowLeft: '#f3d3d7',
    glowRight: '#cfe0f6',
    additive: 0,
  },
};

export const atmosphere: Atmosphere = {
  uSkyTop: { value: new Color() },
  uHorizon: { value: new Color() },
  uGround: { value: new Color() },
  uLine: { value: new Color() },
  uGlowLeft: { value: new Color() },
  uGlowRight: { value: new Color() },
  uFogDensity: { value: 0.021 },
  uAdditive: { value: 1 },
};

export function setAtmosphere(theme: Theme): void {
  const air = AIR[theme];
  atmosphere.uSkyTop.value.set(air.skyTop);
  atmosphere.uHorizon.value.set(air.horizon);
  atmosphere.uGround.value.set(air.ground);
  atmosphere.uLine.value.set(air.line);
  atmosphere.uGlowLeft.value.set(air.glowLeft);
  atmosphere.uGlowRight.value.set(air.glowRight);
  atmosphere.uAdditive.value = air.additive;
}
setAtmosphere('dark');

/** GLSL: the colour that distance fades into, the same wherever it is mixed so that no seam shows. */
export const AIR_GLSL = /* glsl */ `
uniform vec3 uSkyTop;
uniform vec3 uHorizon;
uniform vec3 uGround;
uniform vec3 uLine;
uniform vec3 uGlowLeft;
uniform vec3 uGlowRight;
uniform float uFogDensity;
uniform float uAdditive;

float fogAt(float distance) {
  float d = distance * uFogDensity;
  return 1.0 - exp(-d * d);
}

// The sky in a direction: a gradient with a band of light along the horizon, warm to one side and cool to the other.
vec3 airTowards(vec3 direction) {
  float up = max(direction.y, 0.0);
  float down = max(-direction.y, 0.0);
  vec3 colour = mix(mix(uHorizon, uSkyTop, 1.0 - exp(-4.0 * up)), uGround, 1.0 - exp(-7.0 * down));
  float band = exp(-10.0 * abs(direction.y));
  vec2 heading = direction.xz * inversesqrt(max(dot(direction.xz, direction.xz), 1e-6));
  vec3 glow = mix(uGlowLeft, uGlowRight, smoothstep(-0.5, 0.5, heading.x));
  // Strongest ahead to the left and right, faint at right angles and behind.
  float beside = smoothstep(0.1, 0.62, abs(heading.x)) * smoothstep(0.35, -0.7, heading.y);
  return mix(colour, glow, band * (0.12 + 0.36 * beside));
}

// The screen's value for a colour of light; for those who work colours out at corners rather than at pixels.
vec3 onScreen(vec3 colour) {
  return mix(colour * 12.92, 1.055 * pow(max(colour, 0.0), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, colour));
}
`;

/** For fragment shaders only. */
export const DITHER_GLSL = /* glsl */ `
// Half a step of noise: a dark gradient over a whole screen shows bands without it.
vec3 dithered(vec3 colour) {
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  return colour + (noise - 0.5) / 255.0;
}
`;
