/** Milliseconds of a day of UTC. In its own file, since pages format dates and never read them. */
export const dayLength = 86_400_000;
