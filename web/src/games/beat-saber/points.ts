/** The most points that the parts of a cut can give: the swing before it, the distance to the middle, the swing after it. */
export const MAX_POINTS = { before: 70, distance: 15, after: 30 };

/** The most points that a cut can give. */
export const MAX_CUT_SCORE = MAX_POINTS.before + MAX_POINTS.distance + MAX_POINTS.after;
