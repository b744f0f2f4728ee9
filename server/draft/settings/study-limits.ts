/**
 * What a study that is played may have at most, so that nothing of it makes everybody else wait (docs/limits.md,
 * `npm run trial:costs`). The learner itself and the simulation take more.
 */
export const studyLimits = { roundSize: 100, seats: 50 } as const;
