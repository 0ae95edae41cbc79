import type { Drawing } from '../drawing';

export const captainFalcon: Drawing = {
  build: [40, 28, 23, 14, 9, 5],
  colours: { u: '#4a4aa8', d: '#34347f', r: '#d3262b', y: '#f4bb2f', s: '#e9b184', k: '#15161d', b: '#7c2a2a', w: '#f5f5f5', g: '#e6c25a' },
  costumes: `
    u #3a3d48 d #25272f r #5a2326 y #c9a35a b #1d1e24
    u #c2394f d #8d2437 r #6d1c2a y #f0d070
    u #e6e4ea d #b3b1bd r #7b8597 y #d8a53a b #55607a
    u #3f8f52 d #2a6538 r #b2702a y #f2d25e
    u #3f73d8 d #2a4fa0 r #27356f y #f2cf55 b #22305c
  `,
  arms: 'u 6.4 y 5.4 y 6',
  legs: 'u 7 y 5.6 y 5.2 9',
  stance: [92, 4, -22, -66, 78, -30, 36, -92, -38, -92, 0, 0],
  parts: `
    <drape! y -3,4 4.4 -20,2 4
    <drape y -20,2 4 -34,-5 1.6
    hip u 0,-1 9 0,6 8
    chest u 0,-13 8.4 0,-2 11.5
    hip r -8,2 3 9,1 3
    hip y 8,1 3
    hip! b -9,-3 4 -9,-9 3
    chest! g -10,2 6.4
    chest! y 0,6 5.6 6,4 4
    head! r -2,3 11.5
    head s 5,-5 7.4
    head k 3,0 4 12,-0.6 3
    head! r -4,6 9 7,7.5 4.6
    head y 6,7.5 3.8
    head y -10,10 1.8 8,8 1.6
    head y -4,0 3.2
    feet y 0,5 6 0,9 6.4
  `,
};

export const samus: Drawing = {
  build: [37, 26, 22, 15, 12, 6],
  colours: { o: '#ee8b26', y: '#f6c63a', r: '#cf2f24', g: '#3f9d4d', v: '#57f08a', d: '#2a6b3a', k: '#1a1e26', e: '#b85f16' },
  costumes: `
    o #f08fb8 e #b85e85 r #7d4f9a y #f6d3e2
    o #4a4c55 e #303138 r #7a3038 y #c7a24a
    o #58a850 e #37733a r #9a6a2c y #e8d24a g #5b7f8f
    o #9a7ad0 e #684e9c r #3f4a9a y #e3cf7a
  `,
  arms: 'r 5 o 5.4 o 5.4',
  legs: 'o 7 e 5.4 o 6 9',
  blade: -12,
  stance: [92, 4, 74, -22, 70, -40, 32, -92, -34, -92, 0, 0],
  parts: `
    <chest o 13,4 10.5
    hip r 0,0 8.6 0,6 7
    chest r 0,-12 7.4 0,-2 10.5
    chest o 2,1 9 6,-3 6
    chest y 5,-6 4.4
    hip o -7,1 4.4 7,0 4.4
    head! r -1,2 11.5
    head r -2,8 7 -5,14 3
    head! k 3,-1 6.6 9,-2 4.4
    head v 4,0.4 4 10,-0.6 3
    head v 7,-5 1.6 8,-8 1.2
    head o -8,-2 4.4
    chest! o -13,4 11.5
    chest y -14,6 6.4
    hand! g -12,0 8.4 4,0 9.4
    hand d 4,0 8 16,0 8
    hand y 15,0 5.4 17,0 5.4
    hand v -4,0 3
    feet! y 0,12 5.6 0,18 6
  `,
};

export const ness: Drawing = {
  build: [20, 23, 18, 25, 7, 5],
  colours: { y: '#f5cf35', b: '#2b4fc4', r: '#dd2a26', s: '#f6bf90', k: '#191313', n: '#92552a', w: '#ffffff', o: '#3a63d8' },
  costumes: `
    y #f2c72e b #2a2420 r #e9b92a o #2a2420 w #2a2420
    y #7fb6f2 b #3b3f9a r #2f5fd0 o #e8eefc
    y #f2efe0 b #2f8f45 r #37a34d o #f0e6c0
  `,
  arms: 's 4.6 s 4.4 s 5.4',
  legs: 'b 7 s 5.2 r 6.4 8',
  stance: [95, -2, -16, -86, 46, -74, 24, -95, -28, -95, 0, 0],
  parts: `
    <chest! n -14,-6 9 -13,3 8.4
    hip b 0,0 11 0,3 10.5
    chest y 0,-9 10.5 0,-1 10
    chest b -9,-8 2 10,-9 2
    chest b -8,-2 2 9,-3 2
    chest n -5,4 2 -4,-10 2
    head k -9,-3 11 -9,4 10
    head s 2,-3 18
    head k -9,-6 5
    head s -6,-5 5
    head k 8.4,-3.5 2.6 8.4,1 2.6
    head k 16.4,-3.5 2.2 16.4,0.5 2.2
    head k 11,-11 1 15,-11 1
    head! r -5,11 16 4,13 13
    head o -8,6 3.4 16,8.4 3
    head! o 13,9.4 4 27,12 3
        feet w -3,-4 3 11,-4 3
  `,
};

export const kirby: Drawing = {
  build: [8, 21, 28, 4, 34, 15],
  colours: { p: '#f98cb2', d: '#f2608f', r: '#d62b45', k: '#1b1730', b: '#2a52c8', w: '#ffffff' },
  costumes: `
    p #f9d955 d #f39a3a r #ee7f27
    p #6fa8f5 d #4c78e0 r #3a3fb5
    p #ee5a58 d #c8323c r #a3242c
    p #7fd06a d #3fa356 r #d8862c
    p #f1f3f6 d #d98aa0 r #7c8494
  `,
  arms: 'p 9 p 9 p 9',
  legs: 'r 9 r 9 r 9.4 10',
  stance: [95, 0, -66, -14, 76, -8, 26, -95, -26, -95, 0, 0],
  parts: `
    head p 0,0 40
    head k 9,6 4.4 9,16 4.4
    head b 9,3 3.6 9,6 3.6
    head w 9,15 2.8 9,18 2.8
    head k 24,6 4 24,16 4
    head b 24,3 3.2 24,6 3.2
    head w 24,15 2.5 24,18 2.5
    head d -1,-1 4.4 2,-1 4.4
    head d 31,-1 3.2
    head r 17,-6 2.6 17,-8 2
  `,
};

const CLIMBER = (parka: string, dark: string, hair: string) => ({
  c: parka,
  d: dark,
  h: hair,
  w: '#fdf8ee',
  s: '#f8c79e',
  b: '#8a5527',
  m: '#c98e4f',
  k: '#2a1a12',
  r: '#ef8a7a',
});
const PARKA = {
  build: [16, 22, 20, 25, 7, 5] as Drawing['build'],
  arms: 'c 7 c 7 b 7',
  legs: 'd 7.5 d 7 b 7 7',
  blade: 122,
  stance: [95, 2, 6, -40, 64, -50, 26, -95, -28, -95, 0, 0],
  parts: `
    hip c 0,-1 15 0,10 13.5
    chest c 0,-6 13 0,-1 12
    hip w -12,-9 4.4 12,-10 4.4
    head! c -3,2 21
    head! w 3,0 18.5
    head! s 6,-1 14.5
    head h 1,9 6 14,9 4
    head k 10,-2.5 2.6 10,1.5 2.6
    head k 18,-2.5 2.2 18,1.5 2.2
    head r 5,-7 2.6
    head k 13,-8 1.1 16,-8 1.1
    blade! b -10,0 2.6 26,0 2.6
    blade! m 30,-12 8.6 30,12 8.6
    blade b 30,-16 4 30,-17 4
  `,
};
export const popo: Drawing = {
  ...PARKA,
  colours: CLIMBER('#4a5fd8', '#36479f', '#5a3418'),
  costumes: `
    c #3f9a48 d #2a6b33
    c #ee8a34 d #b3601d
    c #cc3a38 d #8d2428
  `,
};
export const nana: Drawing = {
  ...PARKA,
  colours: CLIMBER('#f27aa8', '#c9557f', '#a8642c'),
  costumes: `
    c #f0d24a d #b99a26
    c #8fd0f0 d #5d9cc0
    c #f0eef2 d #b9b4c4
  `,
};

export const gameAndWatch: Drawing = {
  build: [30, 27, 24, 22, 5, 4],
  colours: { k: '#060709' },
  ink: '#c8d0da',
  costumes: `
    k #8c1d22
    k #1f3f9e
    k #1d6b35
  `,
  arms: 'k 3.4 k 3.4 k 5.4',
  legs: 'k 3.8 k 3.8 k 5 9',
  stance: [95, -4, -58, -52, 74, -34, 30, -95, -30, -95, 0, 0],
  parts: `
    hip k 0,0 9.4 0,10 8
    chest k 0,-10 8.4 0,-2 7
    head k 0,0 15
    head k 15,-1 6.4 18,-1 6.4
    head k -3,15 1.8 -3,16 1.8
  `,
};

export const sandbag: Drawing = {
  build: [4, 10, 26, 34, 20, 10],
  colours: { s: '#e8dcb8', d: '#c9b98c', k: '#1c1a18' },
  arms: 's 5 s 5 s 5',
  legs: 's 6 s 6 s 6 4',
  parts: `
    hip s 0,20 26 0,60 24
    hip d -23,20 3.4 24,20 3.4
    hip d -22,58 3.4 22,58 3.4
    head! k 8,4 3.6
    head k 19,4 3.2
  `,
};

/** The other characters. */
export const stranger: Drawing = {
  build: [40, 28, 24, 15, 7, 5],
  colours: { g: '#aeb6c2', d: '#6b7482' },
  arms: 'g 5 g 4.6 g 5',
  legs: 'g 6 g 5.4 d 5 8',
  parts: `
    hip g 0,0 9 0,6 8
    chest g 0,-12 8 0,-1 9.4
    head g 0,0 11.5
    head d 8,1 2.4
  `,
};
