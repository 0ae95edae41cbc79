/** As files name them, the easiest first. */
export const DIFFICULTIES = ['Easy', 'Normal', 'Hard', 'Expert', 'ExpertPlus'] as const;

/** `ExpertPlus` as people write it. */
export const difficultyName = (difficulty: string): string => difficulty.replace('ExpertPlus', 'Expert+');
