/** Whether somebody goes by the character, as whoever chose no name does (crates/slp/src/project/players.rs). */
export const goesByCharacter = (name: string, character: string): boolean => name === character || name.startsWith(`${character} (P`);
