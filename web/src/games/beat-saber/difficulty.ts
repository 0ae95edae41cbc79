/** `ExpertPlus` as people write it. */
export const difficultyName = (difficulty: string): string => difficulty.replace('ExpertPlus', 'Expert+');
