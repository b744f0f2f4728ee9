import { accountsRouter } from "./routers/accounts.ts";
import { ballotsRouter } from "./routers/ballots.ts";
import { outcomesRouter } from "./routers/outcomes.ts";
import { roundsRouter } from "./routers/rounds.ts";
import { studiesRouter } from "./routers/studies.ts";
import { router } from "./trpc.ts";

export const appRouter = router({
  accounts: accountsRouter,
  ballots: ballotsRouter,
  outcomes: outcomesRouter,
  rounds: roundsRouter,
  studies: studiesRouter,
});

export type AppRouter = typeof appRouter;
