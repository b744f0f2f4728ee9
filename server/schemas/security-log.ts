import { z } from "zod";
import * as t from "#messages/accountForms.ts";
import { hex64Pattern } from "#server/audit-log/hex.ts";
import { type SecurityKind, securityKinds } from "#server/audit-log/security/kinds.ts";
import { emailSchema } from "./accounts.ts";

const kindSchema = z.enum(securityKinds as readonly [SecurityKind, ...SecurityKind[]], {
  error: t.notAnEvent,
});
const daySchema = z.iso.date({ error: t.day });
const seqSchema = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

const search = {
  kind: kindSchema.optional(),
  account: emailSchema.optional(),
  from: daySchema.optional(),
  to: daySchema.optional(),
};

export const securitySearchSchema = z.strictObject(search);

export const securityPageSchema = z.strictObject({ ...search, before: seqSchema.optional() });

export const ownEventsSchema = z.strictObject({ before: seqSchema.optional() });

export const securityCheckSchema = z.strictObject({
  /** Where the previous part ended; null at first. */
  from: z
    .strictObject({
      seq: seqSchema,
      hash: z.string().regex(hex64Pattern, { error: t.notAnEventHash }),
      at: z.int().min(0),
    })
    .nullable(),
});
