import type { App } from "#server/platform/app/app.ts";
import { recordSecurity } from "./record.ts";

type Ahead = { readonly aheadSeconds: number | null };

/** Returns how far this server's clock has jumped ahead, in whole seconds; null if it has not. */
export async function readClock({ timekeeper }: Pick<App, "timekeeper">): Promise<Ahead> {
  await timekeeper.look();
  const ahead = timekeeper.aheadBy();
  return { aheadSeconds: ahead > timekeeper.limitMs ? Math.round(ahead / 1_000) : null };
}

/**
 * Confirms this server's clock from now on, so that writes refused because of it are accepted again. The other servers
 * of the database use the confirmation at their next check, each for its own clock: a server whose clock differs stays
 * refused.
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
