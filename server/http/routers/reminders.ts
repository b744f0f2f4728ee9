import { studyProcedure } from "#server/http/trpc/procedures.ts";
import { withAccount, withInput } from "#server/http/trpc/resolvers.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { planReminder, undoReminder } from "#server/rounds/reminders/plan-reminder.ts";
import { readReminders } from "#server/rounds/reminders/read-reminders.ts";
import { remindSchema, undoReminderSchema } from "#server/schemas/reminders.ts";
import { roundSchema } from "#server/schemas/rounds.ts";

export const remindersRouter = router({
  read: studyProcedure("operator")
    .input(roundSchema)
    .query(({ ctx, input }) => readReminders(ctx.app, input.studyId, input.round)),

  send: studyProcedure("operator").input(remindSchema).mutation(withAccount(planReminder)),

  undo: studyProcedure("operator").input(undoReminderSchema).mutation(withInput(undoReminder)),
});
