import type { Drawing } from '../drawing';

const PLUMBER = (cap: string, overalls: string) => ({
  c: cap,
  o: overalls,
  s: '#f6bd8d',
  n: '#eda276',
  b: '#6d3a17',
  h: '#3a1d0c',
  w: '#ffffff',
  k: '#14203c',
  y: '#f6d33c',
});

export const mario: Drawing = {
  build: [19, 25, 20, 23, 8, 5],
  colours: PLUMBER('#e3211b', '#2546c8'),
  costumes: `
    c #f4d02c o #7a3f9c
    c #35333b o #a3512c
    c #3b7fe6 o #35353f
    c #35a343 o #6b4630
  `,
  arms: 'c 6 c 5.5 w 7.5',
  legs: 'o 8 o 7.5 b 6.5 7',
  stance: [90, 6, 34, -58, 66, -26, 34, -90, -38, -90, 0, 0],
  parts: `
    chest c 0,-6 12.5 0,-1 11.5
    hip o 0,1 13 1,9 12.5
    chest o 6,-8 7
    chest o 2,-2 3.5 -1,5 3.5
    chest y 8,-4 2.4
    head h -11,-4 9 -8,4 8
    head s 1,-2 17
    head s -6,-3 5
    head w 9,3 4.2 9,5 3.6
    head k 10.5,2.5 2.4 10.5,4.5 2.4
    head h 8,-9 4.4 18,-9.5 3.6
    head! n 17,-3.5 6.6
    head! c -5,12 13 5,13 11
    head c 8,9 5 24,8 3.4
    head w 11,15 5
    head c 11,15 2.2
  `,
};

export const luigi: Drawing = {
  build: [28, 27, 23, 20, 7, 5],
  colours: PLUMBER('#2ba329', '#27348f'),
  costumes: `
    c #f4f5f1 o #36a03c
    c #3f8fee o #e3e6ee b #4a3a2c
    c #ee6f86 o #6a3550
  `,
  arms: 'c 5 c 4.6 w 6.2',
  legs: 'o 6.4 o 5.8 b 5.4 7',
  stance: [95, -3, 8, -90, 60, -46, 26, -95, -26, -95, 0, 0],
  parts: `
    chest c 0,-8 9.5 0,-1 9
    hip o 0,0 10 0,9 9.5
    chest o 5,-9 5
    chest o 1,-2 3 -1,4 3
    chest y 6,-6 2
    head h -8,-4 7 -6,4 6
    head s 0,-5 11.5 1,4 12.5
    head s -6,-2 4
    head w 7,4 3.4 7,6.5 3
    head k 8.2,3.6 2 8.2,6 2
    head h 5,-6 3.6 15,-7 3
    head! n 14,-1 5.6
    head! c -5,13 11 3,16 9.5
    head c 6,11.5 4 20,10 2.8
    head w 8,17.5 4.6
    head c 8,17.5 2
  `,
};

export const drMario: Drawing = {
  build: [19, 25, 20, 23, 8, 5],
  colours: { ...PLUMBER('#f4f6fa', '#8d6238'), t: '#c6262b', g: '#b9c3d2', m: '#dfe9f6', a: '#dfe4ec' },
  costumes: `
    c #d63a3a a #c02f33 o #2f2c34 t #f0e0c8
    c #5b93ea a #4a7fd6 o #2b3560 t #f4d63c
    c #58b25c a #479a4d o #3f4a33 t #f0d04a
    c #44454f a #36373f o #22232a t #d8484c
  `,
  arms: 'c 6.2 c 5.8 s 6',
  legs: 'o 7.5 o 7 b 6.5 7',
  stance: [95, -2, -14, -82, 54, -60, 26, -95, -26, -95, 0, 0],
  parts: `
    <drape a -7,-14 11 -10,-34 11
    chest c 0,-6 13 0,-1 12
    hip c -3,-4 14 0,8 13
    hip a 7,-11 5 9,4 3.6
    chest k 9,-5 4 8,2 4
    chest t 10.5,-6 3 9,2 2.4
    chest! g -1,4 1.8 5,-7 1.8
    head h -11,-2 9 -7,9 10
    head s 1,-2 17
    head h -6,12 9 8,13.5 6.4
    head h -3,8 8 
    head s -6,-3 5
    head w 9,3 4.2 9,5 3.6
    head k 10.5,2.5 2.4 10.5,4.5 2.4
    head h 8,-9 4.4 18,-9.5 3.6
    head! n 17,-3.5 6.6
    head! k -10,9 2 10,13 2
    head! g 11,16 6.6
    head m 11.6,16.6 4.2
  `,
};

export const peach: Drawing = {
  build: [34, 25, 20, 17, 5, 3],
  colours: { p: '#f58fbe', d: '#e0529a', w: '#ffffff', s: '#fbd3b0', y: '#f7d84a', h: '#e9b92e', b: '#3f8fe8', r: '#e3324a', k: '#2b3a6e' },
  costumes: `
    p #f2a33a d #dd7a24 h #b5652a s #e9b489 b #3fae6a
    p #f3f1f6 d #d3cbe0 h #ecc558 b #e3527a
    p #5f9cf0 d #3b6fd0 b #f2f2fa
    p #6cc46a d #3d9648 b #f0d24a
  `,
  arms: 'p 4.6 w 3.6 w 4.2',
  legs: 'p 6 p 5 r 4 6',
  stance: [95, -3, 74, -44, 62, -50, 10, -95, -10, -95, 0, 0],
  parts: `
    <head h -7,2 10 -15,-20 9
    <head h -15,-20 9 -13,-32 5
    hip! p 0,2 7.5 0,-20 18
    hip d -14,-31 5.5 15,-31 5.5
    hip d -2,1 9.5 0,-7 12.5
    chest p 0,-13 6.5 0,-2 7.6
    chest w 1,1 4.4
    chest b 4.5,-3 3
    head h -4,3 12.5
    head s 2,-1 11.5
    head h -4,8 8 7,9.5 5
    head h -8,0 6 -7,-11 5
    head k 7.2,-0.4 1.9 7.2,2.8 1.9
    head r 8.4,-6 1.5
    head b -3.5,-6.5 2.4
    head! y -4,16 3.4 6,16 3.4
    head y -4,17 2.4 -5.5,23 1.2
    head y 1,17 2.8 1,25 1.2
    head y 6,17 2.4 7.5,23 1.2
    head r 1,18.5 2.2
  `,
};

export const bowser: Drawing = {
  build: [15, 32, 27, 20, 13, 9],
  colours: { y: '#e6a93c', t: '#f3dca6', g: '#2f8a34', d: '#1f6127', w: '#fdf6e6', r: '#e2431f', k: '#16161c', b: '#c98d2a', o: '#f0842a' },
  costumes: `
    g #c0332c d #8d1f20 y #d98f4a r #f0c02c
    g #3158c4 d #20398a y #c8a070 r #8a4ad0
    g #3d3d46 d #26262d y #9a9386 r #d8432c
  `,
  arms: 'y 9 y 8 y 9',
  legs: 'y 10 y 9 y 9 10',
  blade: 0,
  stance: [88, 20, 46, -46, 86, -24, 52, -88, -50, -88, 0, 0],
  handed: true,
  parts: `
    <tail y -12,-4 10 -34,-12 5
    <tail y -34,-12 5 -42,-6 2.4
    <chest! w -15,-9 24
    <chest! d -16,-8 21
    <chest! w -33,6 6 -43,13 1
    <chest! w -37,-9 6 -49,-9 1
    <chest! w -33,-23 6 -43,-30 1
    <chest! w -22,12 6 -27,24 1
    hip y 0,2 18 0,14 20
    chest y 0,-8 19 2,4 15
    hip t 9,3 13.5 10,18 12
    hip b 3,-1 2 20,0 2
    hip b 4,8 2 22,9 2
    hip b 4,17 2 21,18 2
    head g -3,3 13.5
    head r -9,12 9 -19,20 4
    head r -4,14 8 -8,27 2
    head r -12,6 8 -24,8 3
    head! g 2,4 12
    head! t 11,-3 9.4 19,-4 9
    head t 8,-9 7 18,-11 6.4
    head k 20,1 1.6
    head k 9,-8 1.3 25,-7.5 1.3
    head! w 20,-7 2.4 21,-12 .6
    head! o 3,11 4 12,9 3
    head w 8,6 3.2
    head r 9,6 1.6
    head! w -1,14 4 4,24 1
    head! w -8,13 4 -13,24 1
    hands! k -8,0 9.4 -3,0 9.4
    hands w -8,9 2.4 -8,13 .6
    hands w -2,-9 2.4 -2,-13 .6
    hands w 6,4 2.6 12,4 .8
    hands w 6,-3 2.6 12,-4 .8
    feet w 11,-1 3.4 16,-3 .8
    feet w 8,-3 3.4 13,-6 .8
  `,
};

export const yoshi: Drawing = {
  build: [22, 20, 22, 23, 5, 6],
  colours: { g: '#58c232', w: '#ffffff', r: '#e3402c', o: '#ec8a1f', k: '#101418', d: '#3f9a24' },
  costumes: `
    g #e8463c d #ae2a28 r #3f6fd8 o #f0c43a
    g #4f8cf0 d #3263bd r #e0702c o #f0c43a
    g #f5d43a d #c49f20 r #4f9a3c o #d84a34
    g #f59ac2 d #cc6a98 r #d8406a o #7a5ad0
    g #5fd6d8 d #36a3a8 r #e05a3c o #3f63d0
  `,
  arms: 'g 4.6 g 4 g 5.4',
  legs: 'g 9 g 6 o 6.4 10',
  stance: [88, 10, 60, -34, 80, -20, 36, -88, -36, -88, 0, 0],
  parts: `
    <tail g -6,-1 10 -24,-4 6
    <tail g -24,-4 6 -38,6 2
    hip g -2,2 14 3,14 11
    chest g 0,-6 10 1,10 8
    hip w 7,1 9 8,16 7
    hip! w -13,14 9.4 -8,16 9.4
    hip! r -13,15 7.4 -9,17 7.4
    head! r -13,12 5 -19,15 1.4
    head r -13,3 5 -20,3 1.4
    head r -11,-6 5 -17,-9 1.4
    head! g -3,4 12
    head g -4,14 6 -3,18 6
    head g 4,14 6 5,18 6
    head! g 12,0 12.5 21,1 13
    head w -3,-3 9.5
    head w 2,-8 7
    head d 28,7 1.8
    head! w 4,15 5 5,19 5
    head k 6.4,15 2.8 7,18.5 2.8
    feet! o 0,-1 6.6 8,-1 6.4
    feet w 0,4 5.6 0,5 5.6
  `,
};

export const donkeyKong: Drawing = {
  build: [19, 42, 28, 14, 15, 9],
  colours: { b: '#7a4420', d: '#5d3217', t: '#e0b183', r: '#e0251f', y: '#f6d33c', w: '#ffffff', k: '#16100c' },
  costumes: `
    b #3b3a40 d #26252b t #b9a08a r #c83a34
    b #c4382e d #8c2822 r #35a04a y #f4e2a0
    b #3f62b8 d #2c4684 r #e8b02c t #cdb59c
    b #4d8a3e d #35622c r #3f6fd0
  `,
  arms: 'b 10 b 10.5 t 9',
  legs: 'b 10 b 9 t 7 9',
  blade: -80,
  stance: [86, 18, 8, -84, 40, -74, 44, -84, -50, -84, 0, 0],
  handed: true,
  parts: `
    hip b 0,2 17 -2,16 20
    chest b -3,-6 21 -1,3 18
    chest t 8,-5 13 9,2 11
    chest! r 13,1 4 14,-14 6.4
    chest r 14,-14 6.4 13,-19 2
    chest y 13.5,-13 2.4
    head b -2,4 14
    head b -2,14 6 -6,23 2
    head t -4,1 5.4
    head! t 7,6 8 7,4 8
    head t 10,-5 11.5 15,-5 9.4
    head d 3,12.5 3.6 14,11.5 3
    head w 7,6.6 3.4 13,6.6 3
    head k 8.2,6 1.8
    head k 13.4,6 1.6
    head k 17,1 1.3
    head k 9,-9 1.3 22,-8 1.3
    hands t 5,3 5 7,-4 5
  `,
};
