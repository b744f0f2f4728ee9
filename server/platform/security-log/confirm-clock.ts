import type { App } from "#server/platform/app/app.ts";
import { recordSecurity } from "./record.ts";

type Ahead = { readonly aheadSeconds: number | null };

/** How far this server's clock has jumped ahead, in whole seconds; null if nothing is held against it. */
export async function readClock({ timekeeper }: Pick<App, "timekeeper">): Promise<Ahead> {
  await timekeeper.look();
  const ahead = timekeeper.aheadBy();
  return { aheadSeconds: ahead > timekeeper.limitMs ? Math.round(ahead / 1_000) : null };
}

/**
 * Believes this server's clock as it is now, from here on; what was refused because of it is taken again. The other servers of
 * the database go by it when they look next, each for its own clock: one that says something else stays refused.
 */
export async function confirmClock(app: App, actorId: string): Promise<void> {
  const { aheadSeconds } = await readClock(app);
  if (aheadSeconds === null) return;
  const clock = { clockAt: Math.round(app.now()), steadyAt: Math.round(app.timekeeper.steady()) };
  await app.store.tx((tx) =>
    recordSecurity(app, tx, {
      kind: "server.clock-confirmed",
      actorId,
      accountId: null,
      detail: { aheadSeconds, ...clock },
    }),
  );
  await app.timekeeper.look();
}
