import type { Drawing } from '../drawing';

const HERO = {
  g: '#3d9b35',
  d: '#2c7529',
  h: '#e2b53c',
  s: '#f6c79a',
  w: '#f2efe2',
  b: '#7a4a20',
  m: '#dfe8f4',
  i: '#2f4fb8',
  r: '#c43327',
  v: '#b9c4d8',
  y: '#e9c23e',
  k: '#1d2a52',
};

export const link: Drawing = {
  build: [32, 27, 22, 17, 6, 4],
  colours: HERO,
  costumes: `
    g #c8382f d #8a241f
    g #3d6fd6 d #294c98
    g #4a4a54 d #303038
    g #e8e6de d #b7b4a8
  `,
  arms: 'g 5 b 4.6 b 4.6',
  legs: 'w 5.6 b 5.2 b 5 8',
  blade: -28,
  stance: [92, 6, 14, -80, 78, -34, 34, -92, -34, -92, 0, 0],
  parts: `
    <head g -7,12 10 -22,4 6
    <head g -22,4 6 -34,-12 2
    <chest! y -10,8 2.6 -3,18 2.2
    hip g 0,-7 12 0,4 9
    chest g 0,-10 9 0,-1 8.4
    hip b -8,5 2.4 8,4 2.4
    chest b -6,2 2 7,-10 2
    hip y 5,4.5 2.4
    head h -6,1 9.5
    head s 2,-1 11.5
    head h -3,8 8 8,7 4
    head h -7,-2 5.6 -6,-8 4
    head! s -6,0 3.2 -15,5 .8
    head k 7.4,-0.5 1.9 7.4,1.6 1.9
    head! g -6,11 9.5 4,12.5 6.6
    far-hand! i 3,-8 9.4 3,7 9.4
    far-hand v 3,8 4 3,-6 2
    far-hand r 3,-9 3
    hand! y 0,-4 2 0,4 2
    blade! i -6,0 2.4 2,0 2.4
    blade i 4,-5 2 4,5 2
    blade! m 7,0 2.4 34,0 1.2
  `,
};

export const youngLink: Drawing = {
  build: [22, 24, 20, 22, 6, 4],
  colours: { ...HERO, g: '#57b03a', i: '#a4561f', r: '#d8452c' },
  costumes: `
    g #d5443a d #94281f
    g #3f7ce0 d #2a539c
    g #ecebe2 d #b9b6a9
    g #4c4c58 d #31313a
  `,
  arms: 's 4.8 s 4.4 s 5',
  legs: 's 5.4 b 5.4 b 5.6 8',
  blade: -28,
  stance: [92, 6, 14, -80, 78, -34, 34, -92, -34, -92, 0, 0],
  parts: `
    <head g -9,15 13 -26,10 8
    <head g -26,10 8 -42,-6 2.4
    hip g 0,-6 13 0,4 10.5
    chest g 0,-9 10 0,-1 9.4
    hip b -9,5 2.8 9,4 2.8
    chest b -6,2 2.2 7,-10 2.2
    head h -8,0 12
    head s 2,-1 16
    head h -3,11 10 10,10 5
    head h -10,-3 7 -8,-11 5
    head! s -9,-1 4 -20,4 1
    head k 8.6,-1.6 2.6 8.6,1.8 2.6
    head! g -8,15 12.5 5,17 8.4
    far-hand! i 3,-7 10.5 3,6 10.5
    far-hand r 3,5 3 3,-7 3
    blade! b -6,0 2.6 2,0 2.6
    blade b 4,-5 2.2 4,5 2.2
    blade! m 7,0 2.8 30,0 1.6
  `,
};

export const zelda: Drawing = {
  build: [36, 26, 20, 16, 5, 3],
  colours: { w: '#ece6f5', p: '#a05fb4', d: '#6d3f8c', g: '#e6b93c', h: '#6b3d1c', s: '#f8d0aa', b: '#3466c9', r: '#c23348', k: '#26335e' },
  costumes: `
    p #c63a44 d #8c2430 w #f6dfdc
    p #3f6fd0 d #284a94 w #dfe9f8
    p #3f9a58 d #28683c w #e2f2e0
    p #e9e6ee d #b5b0c0 w #fbfaff h #c9a04a
  `,
  arms: 's 3.8 w 3.6 w 4',
  legs: 'w 5 w 4.6 d 4 6',
  stance: [95, -4, 30, -70, 84, -8, 10, -95, -10, -95, 0, 0],
  parts: `
    <head h -6,2 10 -13,-26 8
    <head h -13,-26 8 -12,-44 3
    hip! w -1,-2 8 -3,-23 13.5
    hip w -11,-32 5.5 8,-32 5.5
    hip! p 4,-2 5.4 6,-25 6.4
    hip b 5.5,-18 2.6 6,-26 3
    hip g -7,1 2.4 8,-1 2.4
    chest p 0,-13 6.4 0,-2 7.4
    chest w 1,2 4.4
    chest g 4,0 2.4
    chest! g -7,1 6.4 -10,3 3
    head h -4,2 11.5
    head s 2,-1 10.5
    head h -4,8 7.4 7,8.5 4
    head h -7,1 5 -6,-9 4
    head! s -5,-1 3 -14,4 .8
    head g -2,8 1.8 9,6.6 1.8
    head b 8.6,7.4 1.6
    head k 7,-0.6 1.8 7,1.8 1.8
    head r 8,-5.6 1.2
    hand! p -9,0 4.4 -6,0 4.4
  `,
};

export const sheik: Drawing = {
  build: [38, 28, 22, 14, 5, 3],
  colours: { u: '#33508f', d: '#243a6b', w: '#efece0', h: '#e8c55a', s: '#eebc90', r: '#d5283a', k: '#5a1a22' },
  costumes: `
    u #a83240 d #74202c
    u #3f86e8 d #2a5cab w #dfe8f6
    u #3c8a4c d #285c33
    u #e6e4ea d #aeabb8 w #c9c6d6
  `,
  arms: 'u 4.2 u 4 w 4.2',
  legs: 'u 5 d 4.4 d 4.2 8',
  stance: [90, 10, -66, -24, 92, 10, 38, -90, -38, -90, 0, 0],
  gait: 'trail',
  parts: `
    <head! h -10,-2 4.8 -21,-18 4
    <head h -21,-18 4 -22,-36 1.6
    <head! w -19,-26 3.8 -20,-28 3.8
    hip u 0,0 7.4 0,6 6.6
    chest u 0,-13 6.4 0,-1 7.8
    chest! w 4,1 3.6 3,-16 5
    chest r 5,-6 2.8
    chest w 5,-6 1.2
    hip! w 3,-2 4 5,-13 3.2
    head h -3,3 11
    head s 3,0 9
    head! w 5,-6 6 -2,-9 7
    head k 8,1.6 1.7 8,3 1.7
    head! h -4,9 7.4 5,9.5 5
    head h 5,9.5 5 3,-4 2.4
    head! w -10,7.5 2.6 -2,9 2.4
    head w -2,9 2.4 8,7 2
    hands w -7,0 4.4 -4,0 4.3
  `,
};

export const ganondorf: Drawing = {
  build: [35, 29, 26, 14, 11, 6],
  colours: { k: '#332b2e', d: '#5b4638', s: '#8a7550', r: '#d2551e', c: '#6e1f1d', g: '#d9a52f', w: '#f0e6cf', e: '#ffd23c', n: '#775f3d' },
  costumes: `
    d #a02c2c k #4a1f20 c #d04a2c n #6a2a22
    d #2f4f96 k #1f2c4c c #27407c n #2a3a60
    d #3c7a40 k #22402a c #285a30 n #35522c
    d #70429a k #39264e c #5a2f86 n #4a2f60
  `,
  arms: 'd 7.5 k 6.6 s 6',
  legs: 'k 7.4 d 6.8 k 6 8',
  stance: [94, -2, -30, -82, 46, -76, 40, -94, -42, -94, 0, 0],
  parts: `
    <drape! c -5,4 12 -13,-36 18
    <drape c -13,-36 18 -17,-46 17
    hip k 0,-4 11.5 0,6 10
    chest k 0,-14 11 0,-2 14
    hip! c 4,-4 5.4 6,-20 5
    hip g -9,3 2.6 10,1 2.6
    chest g -2,5 2.4 11,-7 2.4
    chest! d -12,2 8.4
    chest g -15,3 2.6 -8,7 2
    head r -5,3 9.5
    head s 1,-1 9.6
    head r -4,8 6.4 5,9.5 3.4
    head r -8,0 5 -8,-8 3
    head r 5,-9 2.6 6,-11 1.6
    head! n 10,-1 3
    head k 4,3.4 1.3 10,2.4 1.3
    head e 7,1 1.4
    head! g 2,8.4 1.5 8,6.6 1.5
    hands! g -6,0 6.8 -5,0 6.8
  `,
};
