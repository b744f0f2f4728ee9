import { z } from "zod";

/** Studies, accounts, people: UUIDv7, made by the application. */
export const idSchema = z.uuid("This is not an identifier of ours.");

export const studyIdSchema = z.uuid("This is not the address of a study.");

/** For procedures that need only the session. */
export const noInputSchema = z.strictObject({});

export const studyInputSchema = z.strictObject({ studyId: studyIdSchema });
