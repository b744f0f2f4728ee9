import { afterAll, beforeAll } from "vitest";
import type { MigratableStore } from "#db/store/store.ts";
import type { SessionAccount } from "#server/accounts/sessions.ts";
import { appRouter } from "#server/http/root.ts";
import type { RequestContext } from "#server/http/trpc/context.ts";
import { inProcessQueue } from "#server/queue/in-process-queue.ts";
import { addAccount, emailOf, type TestApp, testApp } from "#tests/setup/app.ts";
import { testContext } from "#tests/setup/context.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { answersOf } from "./plain.ts";

/** Opens one database for the tests of a file, and makes callers as the HTTP handlers do. */
export function makeStage() {
  const engine = sqliteEngine();
  const stage = {} as { store: MigratableStore; app: TestApp };
  beforeAll(async () => {
    stage.store = await engine.openStore();
    stage.app = testApp(stage.store);
    stage.app.work.queue = inProcessQueue;
  });
  afterAll(async () => {
    await stage.app.close();
    await engine.cleanUp();
  });

  return {
    app: () => stage.app,
    store: () => stage.store,
    /** Creates an account. */
    async person(name: string, platformRole: SessionAccount["platformRole"] = "member", password?: string) {
      const id = await addAccount(stage.app, name, platformRole, password);
      return { id, email: emailOf(name), displayName: name, platformRole };
    },
    /** Returns the procedures as called by this account. */
    as: (account: Partial<SessionAccount> & { id: string }, rest: Partial<RequestContext> = {}) =>
      answersOf(appRouter.createCaller(testContext(stage.app, { ...defaultAccount, ...account }, rest))),
    anonymous: () => answersOf(appRouter.createCaller(testContext(stage.app, null))),
  };
}

const defaultAccount = { email: "", displayName: "", platformRole: "member" } as const;

/** Unwraps the service's refusal from the transport's error. */
export async function cause(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: { cause: unknown }) => {
    throw error.cause;
  });
}

/** Returns the link that a server without mail shows. */
export function shown({ token }: { token: string | null }): { token: string } {
  if (token === null) throw new Error("the link was mailed");
  return { token };
}
