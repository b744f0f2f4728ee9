import { administratorProcedure } from "#server/http/trpc/procedures.ts";
import { router } from "#server/http/trpc/trpc.ts";
import { readBackupSettings } from "#server/operations/backup/settings.ts";
import { readBackupStatus } from "#server/operations/backup/status.ts";
import { noInputSchema } from "#server/schemas/ids.ts";

export const backupsRouter = router({
  status: administratorProcedure
    .input(noInputSchema)
    .query(({ ctx }) => readBackupStatus(readBackupSettings(), ctx.app.now())),
});
