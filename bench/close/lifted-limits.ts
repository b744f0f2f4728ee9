import { studyLimits } from "#server/draft/study-limits.ts";

/** More conditions than a study may have, to see what a class of a million rules would cost. */
Object.assign(studyLimits, { conditions: 20 });
