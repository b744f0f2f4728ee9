import { z } from "zod";
import { studyIdSchema } from "./ids.ts";

/** For visitors who know the study's id, without a role in the study. */
export const publicStudySchema = z.strictObject({ study: studyIdSchema });
