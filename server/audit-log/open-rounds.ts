/** The maximum number of open rounds of a study. */
export const maxOpenRounds = 20;
