import { setImmediate } from "node:timers/promises";
import type { CurrentSession } from "#server/accounts/sessions.ts";
import { makerFor } from "#server/http/files/turns.ts";
import type { App } from "#server/platform/app/app.ts";

/** The number of turns of the event loop in which each file of the tests is made, if nothing delays it. */
const enough = 50_000;

/** Returns whether a file waits while another file of the account is being made, and its content afterwards. */
export async function behindOwnFile<T>(
  app: App,
  accountId: string,
  take: () => Promise<T>,
): Promise<{ waited: boolean; taken: T }> {
  const { promise: end, resolve: finish } = Promise.withResolvers<void>();
  const make = makerFor(app, { account: { id: accountId } } as CurrentSession);
  const other = make(
    // biome-ignore lint/correctness/useYield: it only takes its turn
    (async function* (): AsyncGenerator<string> {
      await end;
    })(),
  ).next();
  let isTaken = false;
  const taking = take().then((taken) => {
    isTaken = true;
    return taken;
  });
  for (let count = 0; count < enough && !isTaken; count += 1) await setImmediate();
  const waited = !isTaken;
  finish();
  await other;
  return { waited, taken: await taking };
}
