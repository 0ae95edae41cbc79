import { belly, type Silhouette } from './silhouette';

/** A short buggy: a tall cabin far forward, open rear wheels, and a wing high over the engine. */
export const octane: Silhouette = {
  axles: [0.17, 0.82],
  inside: 6,
  nozzle: 0.45,
  parts: [
    belly(0.14, 0.92, 0.56),
    // The tub, narrow between the rear wheels.
    {
      tone: 'paint',
      cuts: [
        [0.06, 0.5, 0.12, 0.56],
        [0.34, 0.62, 0, 0.66],
        [0.44, 0.86, 0, 0.64],
        [0.64, 0.84, 0, 0.6],
        [0.86, 0.64, 0.02, 0.46],
        [1, 0.5, 0.08, 0.3],
      ],
    },
    // The front wings, over the wheels.
    {
      tone: 'paint',
      aside: 0.78,
      cuts: [
        [0.66, 0.22, 0.2, 0.52, 0.9],
        [0.74, 0.22, 0.42, 0.68, 0.9],
        [0.88, 0.22, 0.4, 0.64, 0.9],
        [0.97, 0.2, 0.16, 0.4, 0.9],
      ],
    },
    {
      tone: 'second',
      cuts: [
        [0.92, 0.72, 0, 0.2, 1],
        [1, 0.6, 0, 0.18, 1],
      ],
    },
    {
      tone: 'headlight',
      aside: 0.36,
      cuts: [
        [0.92, 0.13, 0.3, 0.43, 1],
        [0.985, 0.12, 0.24, 0.36, 1],
      ],
    },
    // The cabin.
    {
      tone: 'glass',
      cuts: [
        [0.3, 0.6, 0.6, 0.7],
        [0.38, 0.6, 0.6, 0.95],
        [0.62, 0.58, 0.58, 0.95],
        [0.84, 0.52, 0.42, 0.5],
      ],
    },
    {
      tone: 'paint',
      cuts: [
        [0.33, 0.55, 0.86, 0.92, 0.94],
        [0.4, 0.54, 0.92, 0.985, 0.94],
        [0.63, 0.52, 0.92, 0.985, 0.94],
        [0.66, 0.5, 0.88, 0.93, 0.94],
      ],
    },
    {
      tone: 'paint',
      cuts: [
        [0.16, 0.5, 0.5, 0.62],
        [0.36, 0.56, 0.5, 0.88],
        [0.4, 0.57, 0.5, 0.88],
      ],
    },
    // The engine and its pipes.
    {
      tone: 'metal',
      cuts: [
        [0, 0.3, 0.2, 0.48],
        [0.1, 0.36, 0.16, 0.6],
        [0.24, 0.34, 0.4, 0.7],
      ],
    },
    {
      tone: 'taillight',
      aside: 0.4,
      cuts: [
        [0.03, 0.1, 0.3, 0.52, 1],
        [0.08, 0.1, 0.3, 0.52, 1],
      ],
    },
    // The arms that hold the rear wheels.
    {
      tone: 'trim',
      aside: 0.6,
      cuts: [
        [0.13, 0.22, 0.02, 0.14, 1],
        [0.21, 0.22, 0.02, 0.14, 1],
      ],
    },
    // The wing.
    {
      tone: 'trim',
      aside: 0.46,
      cuts: [
        [0.04, 0.035, 0.5, 0.94, 1],
        [0.14, 0.035, 0.5, 0.89, 1],
      ],
    },
    {
      tone: 'paint',
      cuts: [
        [0, 0.92, 0.93, 1, 1],
        [0.17, 0.92, 0.86, 0.93, 1],
      ],
    },
    {
      tone: 'second',
      aside: 0.95,
      cuts: [
        [0, 0.05, 0.74, 1, 1],
        [0.19, 0.05, 0.78, 0.96, 1],
      ],
    },
  ],
};
