import type { Drawing } from '../drawing';

export const marth: Drawing = {
  build: [37, 27, 22, 14, 6, 3],
  colours: { b: '#2b4aa8', n: '#1f3478', h: '#3767d6', s: '#f8d2ae', g: '#e9bd3d', r: '#b92b3c', m: '#e6f1ff', w: '#c9d6ee', k: '#182650' },
  costumes: `
    b #b5303c n #7d2030 h #3a52b8
    b #2f8f50 n #1f6238 h #3a5f9c
    b #3a3b46 n #25262e h #4a4f74
    b #ebe9ee n #b4b4c4 h #6f8fe0 g #caa43a
  `,
  arms: 'b 4.4 n 4.2 s 4.2',
  legs: 'w 4.8 n 4.8 n 4.6 8',
  blade: -20,
  stance: [94, 0, 30, -76, -40, -70, 30, -94, -34, -94, 0, 0],
  gait: 'trail',
  parts: `
    <drape! b -4,3 7 -15,-30 11
    <drape b -15,-30 11 -21,-50 9
    <drape r -17,-46 5 -21,-52 6
    hip b 0,-7 9.4 0,5 7
    chest n 0,-12 6.8 0,-1 8
    hip g -7,2 2 7,1 2
    chest g 2,-11 1.5 5,1 1.5
    chest! w -7,1 5 -8,3 4
    chest g -3,5 2.4 6,5 2.4
    head! h -6,3 9.6 -10,-4 6.6
    head s 2,-1 9.4
    head h -4,8 8 6,8.5 4.4
    head h 6,8.5 4.4 9,2 1.4
    head h -7,-1 5 -8,-11 2.4
    head! g -7,7.4 1.6 8,5 1.6
    head k 6.8,-0.6 1.6 6.8,1.4 1.6
    blade! n -7,0 2 2,0 2
    blade g 3,-5 1.8 3,5 1.8
    blade! m 6,0 1.9 46,0 .9
  `,
};

export const roy: Drawing = {
  build: [36, 27, 22, 15, 6, 4],
  colours: {
    b: '#2f4a86',
    n: '#23345f',
    h: '#d8332a',
    s: '#f7cba2',
    g: '#e0b23a',
    r: '#8c2430',
    m: '#ffb44a',
    f: '#ff7a2c',
    w: '#f2f2ee',
    l: '#8fa6cc',
    y: '#6c4526',
    k: '#1d2548',
  },
  costumes: `
    b #c23a3a n #852529 l #e0a08f
    b #3f86e6 n #2a579e l #b8d4f4
    b #3c9450 n #27663a l #a5d0a0
    b #e6bd3c n #a5801f l #f6e7a0
  `,
  arms: 'b 4.8 y 4.8 y 4.6',
  legs: 'w 5.4 y 5.6 y 5.2 8',
  blade: -50,
  stance: [90, 10, 50, -58, 74, -40, 40, -90, -38, -90, 0, 0],
  parts: `
    <drape! n -3,3 7 -14,-22 12
    <drape n -14,-22 12 -20,-36 9
    <drape r -16,-32 6 -19,-38 7
    hip b 0,-8 10 0,5 7.6
    chest b 0,-12 7.4 0,-1 8.4
    chest! l 2,-10 6 4,-2 6
    hip y -7,2 2.4 8,1 2.4
    chest! g -8,2 6 -9,4 4
    head! h -9,6 7 -19,11 1.4
    head h -9,0 7 -19,-1 1.4
    head h -6,9 8 -11,23 1.2
    head h -1,10 8 3,25 1.2
    head h 5,9 5.4 15,18 1
    head h -5,2 10
    head s 2,-1 9.6
    head h 3,8.5 5 11,3.5 1.6
    head h -7,-2 5 -10,-10 1.6
    head! l -8,7.4 1.9 9,4.6 1.9
    head k 6.8,-0.8 1.7 6.8,1.2 1.7
    blade! y -7,0 2.2 2,0 2.2
    blade g 3,-6 2.2 3,6 2.2
    blade! f 6,0 4.4 38,0 2
    blade m 7,0 2.6 37,0 1
  `,
};
