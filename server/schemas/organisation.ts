import { z } from "zod";
import * as t from "#messages/accountForms.ts";
import { textSchema } from "#server/audit-log/text.ts";
import { maxLogoBytes } from "./organisation-pages.ts";

const text = textSchema(15_000).trim().optional();

/** Fields to change. An empty one is removed; one that is not named keeps what it has. */
export const saveOrganisationSchema = z.strictObject({
  name: textSchema(80).trim().optional(),
  contact: z.union([z.literal(""), z.email({ error: t.emailForm })]).optional(),
  /** A PNG picture in base64. */
  logo: z
    .union([
      z.literal(""),
      z
        .base64()
        .startsWith("iVBORw0KGgo")
        .max((maxLogoBytes / 3) * 4),
    ])
    .optional(),
  imprint: text,
  privacy: text,
  accessibility: text,
});
