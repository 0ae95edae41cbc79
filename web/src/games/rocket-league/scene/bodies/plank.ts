import { belly, type Silhouette } from './silhouette';

/** Flat and wide, as Batmobile, Mantis and Paladin are: a narrow canopy between four bulges over the wheels, and two fins. */
export const plank: Silhouette = {
  axles: [0.2, 0.81],
  inside: 6,
  nozzle: 0.28,
  parts: [
    belly(0.05, 0.95, 0.84),
    {
      tone: 'paint',
      cuts: [
        [0.02, 0.82, 0.1, 0.46, 0.96],
        [0.12, 0.94, 0, 0.52, 0.94],
        [0.5, 0.84, 0, 0.46, 0.92],
        [0.8, 0.92, 0, 0.4, 0.94],
        [1, 0.7, 0.02, 0.16, 0.94],
      ],
    },
    // Bulges over the wheels.
    {
      tone: 'paint',
      aside: 0.8,
      cuts: [
        [0.64, 0.16, 0.2, 0.44, 0.8],
        [0.74, 0.2, 0.4, 0.7, 0.7],
        [0.86, 0.2, 0.4, 0.64, 0.7],
        [0.99, 0.14, 0.06, 0.2, 0.8],
      ],
    },
    {
      tone: 'paint',
      aside: 0.8,
      cuts: [
        [0, 0.16, 0.3, 0.5, 0.8],
        [0.12, 0.2, 0.4, 0.7, 0.7],
        [0.28, 0.2, 0.4, 0.68, 0.7],
        [0.42, 0.14, 0.2, 0.48, 0.8],
      ],
    },
    {
      tone: 'second',
      aside: 0.84,
      cuts: [
        [0.34, 0.08, 0, 0.2, 1],
        [0.68, 0.08, 0, 0.2, 1],
      ],
    },
    {
      tone: 'trim',
      aside: 0.4,
      cuts: [
        [0.74, 0.16, 0.36, 0.43, 1],
        [0.9, 0.14, 0.24, 0.3, 1],
      ],
    },
    // The canopy, with a spine behind it.
    {
      tone: 'glass',
      cuts: [
        [0.3, 0.34, 0.46, 0.84, 0.7],
        [0.42, 0.38, 0.44, 1, 0.66],
        [0.54, 0.38, 0.42, 0.94, 0.66],
        [0.76, 0.3, 0.36, 0.44, 0.8],
      ],
    },
    {
      tone: 'paint',
      cuts: [
        [0.04, 0.16, 0.42, 0.56, 0.7],
        [0.3, 0.3, 0.42, 0.9, 0.6],
        [0.38, 0.34, 0.42, 0.92, 0.6],
      ],
    },
    // Fins that lean back.
    {
      tone: 'second',
      aside: 0.66,
      cuts: [
        [0, 0.03, 0.5, 0.98, 1],
        [0.09, 0.03, 0.5, 0.9, 1],
        [0.28, 0.03, 0.5, 0.64, 1],
      ],
    },
    // The tail: a wide strip of light over the nozzle.
    {
      tone: 'trim',
      cuts: [
        [0.01, 0.78, 0.12, 0.42, 1],
        [0.06, 0.78, 0.12, 0.42, 1],
      ],
    },
    {
      tone: 'taillight',
      aside: 0.54,
      cuts: [
        [0.002, 0.24, 0.34, 0.44, 1],
        [0.05, 0.24, 0.34, 0.44, 1],
      ],
    },
    {
      tone: 'metal',
      cuts: [
        [0, 0.22, 0.1, 0.44, 1],
        [0.1, 0.26, 0.08, 0.5, 1],
      ],
    },
    {
      tone: 'headlight',
      aside: 0.7,
      cuts: [
        [0.9, 0.12, 0.28, 0.42, 0.9],
        [0.97, 0.1, 0.12, 0.24, 0.9],
      ],
    },
  ],
};
