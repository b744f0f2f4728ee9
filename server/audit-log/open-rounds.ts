/** How many rounds of a study may be open at once. */
export const maxOpenRounds = 20;
