import { expect, vi } from "vitest";
import type { Store } from "#db/store/store.ts";
import { logger } from "#server/platform/process/logger.ts";
import type { TestApp } from "#tests/setup/app.ts";

const secret = "SQLITE_CORRUPT in /srv/evenhand: select password_hash from account";

/** Calls a route of a server whose database fails unexpectedly after so many reads. */
export async function broken(app: TestApp, reads: number, ask: (on: TestApp) => Promise<Response>) {
  const written = vi.spyOn(logger(), "error").mockImplementation(() => undefined);
  let left = reads;
  const store: Store = {
    ...app.store,
    tx: (body) => app.store.tx(body),
    read: (body) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error(secret)) : app.store.read(body);
    },
  };
  const answer = await ask({ ...app, store });
  const text = await answer.clone().text();
  expect(text).not.toMatch(/SQLITE|srv|select|stack/);
  expect(written).toHaveBeenCalledOnce();
  const [{ incident, where, err }] = written.mock.calls[0] as unknown as [Record<string, unknown>];
  expect((err as Error).message).toBe(secret);
  const message = `Something went wrong on our side. Try again; if it happens again, quote ${incident} to the server’s operator.`;
  return { answer, logged: { where, message } };
}
