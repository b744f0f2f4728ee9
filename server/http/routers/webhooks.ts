import { stepUp, studyOrServerProcedure } from "#server/http/trpc/procedures.ts";
import { ofAccount, withInput } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import {
  addWebhook,
  readWebhooks,
  removeWebhook,
  replaceSecret,
  sendAgain,
  sendTestEvent,
  switchWebhook,
} from "#server/rounds/webhooks/webhooks.ts";
import {
  addWebhookSchema,
  deliverySchema,
  switchWebhookSchema,
  webhookOwnerSchema,
  webhookSchema,
} from "#server/schemas/webhooks.ts";

export const webhooksRouter = router({
  list: studyOrServerProcedure.input(webhookOwnerSchema).query(withInput(readWebhooks)),

  add: studyOrServerProcedure.use(stepUp).input(addWebhookSchema).mutation(ofAccount(addWebhook)),

  replaceSecret: studyOrServerProcedure.use(stepUp).input(webhookSchema).mutation(ofAccount(replaceSecret)),

  switch: studyOrServerProcedure.input(switchWebhookSchema).mutation(withInput(switchWebhook)),

  remove: studyOrServerProcedure.input(webhookSchema).mutation(ofAccount(removeWebhook)),

  sendTest: studyOrServerProcedure.input(webhookSchema).mutation(withInput(sendTestEvent)),

  sendAgain: studyOrServerProcedure.input(deliverySchema).mutation(withInput(sendAgain)),
});
