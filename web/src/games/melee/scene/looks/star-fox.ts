import type { Drawing } from '../drawing';

export const fox: Drawing = {
  build: [30, 27, 22, 19, 6, 5],
  colours: { f: '#d9842f', c: '#fff4dc', w: '#f4f4f0', g: '#4e9a46', d: '#2f6b34', r: '#d8312c', b: '#8b95a5', k: '#15171d', e: '#2c8f5a' },
  costumes: `
    w #d8413d g #8e2f38 d #5c2028 r #f1ece2 f #c8642c
    w #5f7fe0 g #40499c d #2c3068 r #d8dcf0 f #a88d78
    w #52bb4c g #66683a d #45472a r #f0e6b8 f #dc9a3c
  `,
  arms: 'w 5.4 g 4.6 f 5',
  legs: 'g 6.4 g 5 b 5.4 9',
  stance: [88, 12, 36, -44, 80, -14, 40, -88, -40, -88, 0, 0],
  gait: 'trail',
  parts: `
    <tail! f -5,1 6 -20,-3 8.6
    <tail f -20,-3 8.6 -30,6 7
    <tail c -30,6 7 -38,16 1.6
    hip g 0,0 8.4 0,6 7.6
    chest w 0,-11 8.6 0,-1 8.6
    chest g 5,-12 4.4 6,-3 4
    hip k -8,5 2 8,4 2
    chest! r 1,2 6 7,0 3.6
    head! f -8,11 6 -15,31 1
    head k -10,17 2.6 -13.5,27 .8
    head! f -3,1 12
    head c -2,-6 8 -11,-12 1.4
    head! f 2,3 11 12,-3 5
    head c 5,-7 6 19,-7 3.4
    head k 22,-5 2.4
    head! f 1,12 6 3,32 1
    head k 2,17 2.8 3,27 .8
    head c 6,4 3.6 11,1 2.4
    head e 8.6,3 2.4
    head k 9.4,3 1.4
    head k -4,0 2.2 3,-5.5 1
  `,
};

export const falco: Drawing = {
  build: [33, 26, 22, 18, 6, 4],
  colours: { f: '#2f5fd0', d: '#21479f', w: '#eef0f4', r: '#b8303c', y: '#f6bb2c', b: '#9aa2b1', k: '#15171d', s: '#d6342f' },
  costumes: `
    w #d2413f r #4a2c36 f #4f55b8 d #38397f
    w #4f86ea r #2b3550 f #28468f d #1b2f66
    w #4fae55 r #5a5030 f #2f8a8c d #1f6065
  `,
  arms: 'w 5.2 w 4.6 f 4.8',
  legs: 'r 6 r 4.8 b 5.2 9',
  stance: [94, -4, 14, -78, 64, -48, 34, -94, -36, -94, 0, 0],
  gait: 'trail',
  parts: `
    <tail! d -4,0 5 -20,-11 4
    <tail d -20,-11 4 -29,-14 1
    <tail f -4,2 4.4 -24,-4 1.2
    hip r 0,0 8 0,6 7.2
    chest w 0,-11 8.4 0,-1 8.6
    chest r 5,-12 4 6,-3 3.6
    chest! f 2,4 6
    head! f -8,4 7 -24,16 1.2
    head f -8,8 7 -19,24 1.2
    head f -3,12 6 -9,29 1
    head f 0,2 11.5
    head f 2,-4 9
    head! s 6,4.6 5.6 5,2 5
    head w 7,3.6 3
    head k 8.2,3.6 1.7
    head! y 9,-1 6 21,-4 2
    head y 21,-4 2 21,-8 .8
    head y 9,-6 4 17,-7 1.6
  `,
};
