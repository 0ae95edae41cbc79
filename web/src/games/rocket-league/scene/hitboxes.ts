/** Length, width and height of a car, in uu. */
export type Hitbox = [length: number, width: number, height: number];

const FAMILIES: Record<string, Hitbox> = {
  Octane: [118.01, 84.2, 36.16],
  Dominus: [127.93, 83.28, 31.3],
  Plank: [128.82, 84.67, 29.39],
  Breakout: [131.49, 80.52, 30.3],
  Hybrid: [127.02, 82.19, 34.16],
  Merc: [120.72, 76.71, 41.66],
};

/** Product ids of bodies, in base 36; all others are Octanes. */
const BODIES: Record<string, string> = {
  Breakout:
    'm 13c 1gm 1ho 2c7 2jz 4tf 509 5wj 5xs 636 63h 66e 6g8 6g9 6lx 6ly 6ot 77x 895 896 8ch 8cm 8im 8si 8vl 90d 93s 97h 97x 9e5 9i3 9jd 9ms',
  Plank: 'o mb 18j 1az 1hb 2ru 2se 2sm 3ak 429 5fw 6ks',
  Hybrid: 's v w7 10l 194 1fk 1r1 2nv 2ri 2uu 47y 48g 4jb 5es 70c 70d 79v 7r0 8c5 8le 8lh 8s3 97g 9p5 9rg',
  Dominus:
    't b7 gl go sa wj zq 1aj 1ax 1gb 1li 1r0 222 29y 29z 2fn 2fo 2fp 2ip 2n6 2zn 2zr 2zs 33i 37f 3db 3g8 3g9 3nt 3oi 3ot 3r1 3r4 4el 4gd 4hr 4iq 4lo 4m3 4q2 4tg 4tj 4tw 59w 5kb 5nt 5nu 5nx 5nz 5pz 5so 5t8 5ux 5zw 6iu 6zh 70g 70h 71w 78s 7mu 7se 820 821 892 893 8i0 8k7 8qb 8qw 8we 97p 998 9ca 9da 9gm 9ha 9id 9jy 9oz 9rx',
  Merc: 'u 3os 5ns 5rp 613 65n 88x 8ka 920 96p 97y 9i6 9in',
};

const family = new Map(
  Object.entries(BODIES).flatMap(([name, ids]) => ids.split(' ').map((id): [number, string] => [parseInt(id, 36), name])),
);

export const familyOf = (body: number): string => family.get(body) ?? 'Octane';
export const hitboxOf = (body: number): Hitbox => FAMILIES[familyOf(body)]!;
