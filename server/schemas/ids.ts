import { z } from "zod";
import * as t from "#messages/accountForms.ts";

/** Studies, accounts, people: UUIDv7, made by the application. */
export const idSchema = z.uuid({ error: t.notAnId });

export const studyIdSchema = z.uuid({ error: t.notAStudy });

/** For procedures that need only the session. */
export const noInputSchema = z.strictObject({});

export const studyInputSchema = z.strictObject({ studyId: studyIdSchema });
