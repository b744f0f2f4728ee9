import { router } from "#server/http/trpc/trpc.ts";
import { accountsRouter } from "./routers/accounts.ts";
import { annulmentsRouter } from "./routers/annulments.ts";
import { backupsRouter } from "./routers/backups.ts";
import { ballotsRouter } from "./routers/ballots.ts";
import { checkpointsRouter } from "./routers/checkpoints.ts";
import { clockRouter } from "./routers/clock.ts";
import { draftsRouter } from "./routers/drafts.ts";
import { explanationsRouter } from "./routers/explanations.ts";
import { factorsRouter } from "./routers/factors.ts";
import { guidelinesRouter } from "./routers/guidelines.ts";
import { healthRouter } from "./routers/health.ts";
import { mailRouter } from "./routers/mail.ts";
import { objectionsRouter } from "./routers/objections.ts";
import { organisationRouter } from "./routers/organisation.ts";
import { outcomesRouter } from "./routers/outcomes.ts";
import { overridesRouter } from "./routers/overrides.ts";
import { panelRouter } from "./routers/panel.ts";
import { peopleRouter } from "./routers/people.ts";
import { remindersRouter } from "./routers/reminders.ts";
import { reportRouter } from "./routers/report.ts";
import { resultsRouter } from "./routers/results.ts";
import { roundsRouter } from "./routers/rounds.ts";
import { securityLogRouter } from "./routers/security-log.ts";
import { simulationsRouter } from "./routers/simulations.ts";
import { studiesRouter } from "./routers/studies.ts";
import { tokensRouter } from "./routers/tokens.ts";
import { whatIfRouter } from "./routers/what-if.ts";

export const appRouter = router({
  accounts: accountsRouter,
  annulments: annulmentsRouter,
  backups: backupsRouter,
  ballots: ballotsRouter,
  checkpoints: checkpointsRouter,
  clock: clockRouter,
  drafts: draftsRouter,
  whatIf: whatIfRouter,
  explanations: explanationsRouter,
  factors: factorsRouter,
  guidelines: guidelinesRouter,
  health: healthRouter,
  mail: mailRouter,
  objections: objectionsRouter,
  organisation: organisationRouter,
  outcomes: outcomesRouter,
  overrides: overridesRouter,
  panel: panelRouter,
  people: peopleRouter,
  reminders: remindersRouter,
  report: reportRouter,
  rounds: roundsRouter,
  simulations: simulationsRouter,
  securityLog: securityLogRouter,
  studies: studiesRouter,
  tokens: tokensRouter,
  results: resultsRouter,
});

export type AppRouter = typeof appRouter;
