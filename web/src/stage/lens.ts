const RAD = Math.PI / 180;

/** The angle of view from bottom to top, in degrees, of a picture that shows so many degrees from side to side. */
export const upright = (across: number, aspect: number): number => (2 * Math.atan(Math.tan((across * RAD) / 2) / aspect)) / RAD;
