import { z } from "zod";
import * as t from "#messages/accountForms.ts";
import { textSchema } from "#server/audit-log/text.ts";
import { idSchema, studyIdSchema } from "./ids.ts";
import { serverEvents, studyWebhookEvents } from "./webhook-events.ts";

const addressSchema = textSchema(500)
  .trim()
  .refine(isWebAddress, { error: t.webhookAddress })
  .transform((text) => new URL(text).href);

/** null: the server. */
const owner = { studyId: studyIdSchema.nullable() };

export const webhookOwnerSchema = z.strictObject(owner);
export const webhookSchema = z.strictObject({ ...owner, webhookId: idSchema });
export const switchWebhookSchema = z.strictObject({ ...owner, webhookId: idSchema, isOn: z.boolean() });
export const deliverySchema = z.strictObject({ ...owner, webhookId: idSchema, deliveryId: idSchema });

export const addWebhookSchema = z.strictObject({
  ...owner,
  address: addressSchema,
  events: z.array(z.enum([...studyWebhookEvents, ...serverEvents])).min(1, { error: t.webhookEvents }),
});

/** An address without a password or a fragment. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return ["http:", "https:"].includes(protocol) && username + password + hash === "";
}
