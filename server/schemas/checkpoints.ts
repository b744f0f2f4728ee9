import { z } from "zod";
import { studyIdSchema } from "./ids.ts";

/** For whoever knows the id, without a role in the study. */
export const publicStudySchema = z.strictObject({ study: studyIdSchema });
