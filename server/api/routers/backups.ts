import { administratorProcedure } from "#server/api/trpc/procedures.ts";
import { router } from "#server/api/trpc/trpc.ts";
import { noInputSchema } from "#server/schemas/ids.ts";
import { readBackupSettings } from "#server/services/backup/settings.ts";
import { readBackupStanding } from "#server/services/backup/standing.ts";

export const backupsRouter = router({
  standing: administratorProcedure
    .input(noInputSchema)
    .query(({ ctx }) => readBackupStanding(readBackupSettings(), ctx.app.now())),
});
