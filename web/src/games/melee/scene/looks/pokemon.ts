import type { Drawing } from '../drawing';

const MOUSE = { y: '#f7d431', d: '#e0b21e', k: '#1b1712', r: '#e2382c', n: '#7a4a1e', w: '#ffffff', p: '#fff0a0', b: '#f2a8a8' };

export const pikachu: Drawing = {
  build: [13, 18, 15, 19, 7, 7],
  colours: MOUSE,
  costumes: `
    a #dc3a30 e #f6f4ee
    a #3f7ce6 e #f2d04a
    a #8a5a2c e #5c3a1c
  `,
  worn: {
    1: `
      head! a -2,14 9.5 4,15 8.5
      head a 6,12 4 18,11 2.4
      head! e 7,16 3.4
    `,
    2: `
      head! a 0,16 8 1,33 1.6
      head e -3,22 1.8 5,21 1.8
      head e 1,34 3
    `,
    3: `
      head! a -14,15 2.8 18,13 2.8
      head! a -2,16 8 5,16 7.6
      head e -8,15 1.8 11,14.4 1.8
    `,
  },
  arms: 'y 6 y 5.4 y 5.4',
  legs: 'y 9 y 7 y 5.4 9',
  stance: [80, 30, 34, -88, 64, -70, 40, -80, -46, -80, 0, 0],
  gait: 'fours',
  parts: `
    <tail! n -10,0 3.4 -20,4 3.4
    <tail y -20,4 3.6 -17,14 4
    <tail y -17,14 4 -33,16 4.4
    <tail y -33,16 4.4 -28,28 5
    <tail y -28,28 5 -50,40 8
    hip y -1,3 17 1,13 15
    hip n -14,8 2.6 -6,13 2.2
    hip n -15,0 2.6 -7,4 2.2
    head! y -13,12 6 -29,32 4.4
    head k -25,27 4.6 -33,37 1.4
    head! y 5,15 6 9,36 4.4
    head k 8,31 4.6 10,44 1.4
    head! y 0,0 18.5
    head y 6,-4 15
    head k 7,4 3.2
    head w 8,5 1.2
    head k 17,3.4 2.6
    head k 14.5,-2 1.3
    head! r 2,-6 4.2
    head n 11,-7.5 1.2 17,-7.5 1.2
  `,
};

export const pichu: Drawing = {
  build: [12, 17, 12, 22, 6, 7],
  colours: { ...MOUSE, y: '#fbe777', r: '#f4909c' },
  costumes: `
    a #dc3a34
    a #3f78e6 e #dcecfb
    a #3f9a4c e #2b6b36
  `,
  worn: {
    1: `
      head! a -10,-16 4.4 9,-18 4.4
      head a -12,-16 3.4 -23,-24 1.6
    `,
    2: `
      head! a -12,13 3 15,11 3
      head! a 3,13 5.2
      head e 3,13 3.4
      head! a 14,11 5
      head e 14,11 3.2
    `,
    3: `
      head! a -20,-23 10.5
      head! e -23,-19 6.5
      head! a -10,-17 2.6 5,-22 2.6
    `,
  },
  arms: 'y 5.4 y 5 y 5',
  legs: 'y 8 y 6.6 y 5.4 8',
  stance: [88, 12, 24, -80, 66, -50, 30, -88, -32, -88, 0, 0],
  gait: 'fours',
  parts: `
    <tail! k -9,1 3.6 -20,4 3.6
    <tail k -20,4 3.6 -18,12 4
    <tail k -18,12 4 -33,18 6
    hip y -1,2 15 0,9 13
    head! k -14,10 9 -32,22 13
    head y -14,10 6 -28,19 8
    head! k 10,14 9 18,32 12.5
    head y 10,14 6 16,28 8
    head! y 0,0 20
    head y 6,-4 16
    head k 7,3 3.4
    head w 8,4 1.3
    head k 18,2.4 2.8
    head k 15,-3 1.3
    head! r 1,-7 4.6
    head n 11,-8.5 1.2 16,-8.5 1.2
    chest! k -9,2 4 -3,-5 4.4
    chest k -3,-5 4.4 9,-3 4.4
  `,
};

export const jigglypuff: Drawing = {
  build: [8, 20, 28, 4, 32, 13],
  colours: { p: '#ffb9d2', d: '#f48cb4', k: '#2a1c2a', w: '#ffffff', t: '#1fa6a8', c: '#11686f', r: '#c2325a' },
  costumes: `
    a #ea3a4a e #f8d84a
    a #3f78e8 e #a8c8fa
    a #f4f4f2 e #3f9c50
    a #f6c93a e #e2465a
  `,
  worn: {
    1: `
      head! a -9,33 4.6
      head a -2,35 4.6
      head a -3,28 4.6
      head a -9,26 4
      head! e -6,30.5 3
    `,
    2: `
      head! a -8,34 7 -18,38 2
      head a -8,34 2 4,39 7
      head! e -7,34.500 3.4
    `,
    3: `
      head! a -27,19 3.6 -3,31 3.6
      head a -3,31 3.6 24,21 3.6
      head! e -29,19 3.4 -38,10 1.4
      head e -29,19 3 -40,19 1.4
    `,
    4: `
      head! a -10,33 3.6 8,33 3.6
      head a -10,34 2.6 -12,44 1
      head a -1,34 2.6 -1,46 1
      head a 8,34 2.6 10,44 1
      head e -1,34 2.2
    `,
  },
  arms: 'p 7 p 7 p 6.4',
  legs: 'p 8 p 8 p 7 8',
  stance: [95, 0, -60, -30, 72, -24, 26, -95, -26, -95, 0, 0],
  parts: `
    head p -22,23 11 -31,45 2
    head! k -24,27 6 -29,39 1.6
    head! p 14,27 11 23,47 2
    head! k 16,30 6 21,42 1.6
    head! p 0,0 38
    head! d 8,25 8 20,31 8
    head d 20,31 8 26,22 6
    head p 17,26 4
    head! w 5,2 10
    head t 6.5,2 7.4
    head c 7,2 4
    head w 4,6 2.4
    head! w 26,2 8
    head t 27.4,2 6
    head c 28,2 3.2
    head w 25.4,6 2
    head r 15,-15 1.6 22,-15 1.6
  `,
};

export const mewtwo: Drawing = {
  build: [32, 29, 23, 17, 7, 6],
  colours: { g: '#c3b7d2', d: '#a296b4', p: '#8246a8', k: '#2c2038', v: '#9a4ac8', w: '#f2ecf8' },
  costumes: `
    p #c8432f d #c09a8c g #dcc6b8 v #c24a3a
    p #3f6fd0 d #93a2bd g #bccbe0 v #3f6fd8
    p #4f9a48 d #a3ad8e g #ccd4bb v #4fa04a
  `,
  arms: 'g 3.6 g 3.4 g 4.4',
  legs: 'g 9.6 g 4.2 g 4.4 10',
  stance: [108, -4, 28, -72, 74, -40, 10, -98, -16, -94, 0, 0],
  gait: 'glide',
  handed: true,
  parts: `
    <tail! p -4,-2 8 -24,-14 7
    <tail p -24,-14 7 -44,-4 6
    <tail p -44,-4 6 -52,20 5
    <tail p -52,20 5 -44,34 6.4
    <head g -9,-2 3 -11,-14 3
    <head g -11,-14 3 -6,-24 3.4
    hip p 2,-1 8.6 3,6 6
    hip g 0,2 8 0,10 6.4
    chest g 0,-10 6 0,-1 9
    chest d 4,-1 5 -3,0 5
    chest g 0,3 3 0,9 3.4
    head! g -6,9 5 -9,22 3.2
    head! g 6,10 5 9,23 3.2
    head! g -1,3 12
    head g 6,-3 8 12,-5 5
    head k 4,3 2.2 11,1 2
    head v 6,2.6 2 10,1.4 1.8
    head d 14,-7 1
    hands! g 3,3 3.2
    hands g 5,0 3.2
    hands g 3,-3 3.2
  `,
};
