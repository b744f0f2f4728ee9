import { z } from "zod";

/** Answers about pairs of a draft's file, by which the strictness of the panel is estimated. */
export const strictnessSchema = z.strictObject({
  answers: z
    .array(
      z.strictObject({
        /** Places among the readable people of the file, from 1. */
        high: z.int().min(1),
        low: z.int().min(1),
        /** By how many points the first person's chance exceeds the second's. */
        gap: z.int().min(1).max(100),
        /** How different the two are in all shown columns: 1 at their opposite ends. */
        distance: z.number().min(0).max(1),
        isUnfair: z.boolean(),
      }),
    )
    .max(6),
  /** Whether the answers are used although they contradict each other. */
  isForced: z.boolean(),
});
