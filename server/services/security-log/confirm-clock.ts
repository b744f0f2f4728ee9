import type { App } from "#server/services/app/app.ts";
import { recordSecurity } from "./record.ts";

/** How far this server's clock has jumped ahead, in whole seconds; null if nothing is held against it. */
export function readClock({ timekeeper }: Pick<App, "timekeeper">): { aheadSeconds: number | null } {
  const ahead = timekeeper.aheadBy();
  return { aheadSeconds: ahead > timekeeper.limitMs ? Math.round(ahead / 1_000) : null };
}

/** Believes this server's clock as it is now, from here on; what was refused because of it is taken again. */
export async function confirmClock(app: App, actorId: string): Promise<void> {
  const { aheadSeconds } = readClock(app);
  if (aheadSeconds === null) return;
  await app.store.tx((tx) =>
    recordSecurity(app, tx, {
      kind: "server.clock-confirmed",
      actorId,
      accountId: null,
      detail: { aheadSeconds },
    }),
  );
  app.timekeeper.believe();
}
