import type { App } from "#server/platform/app/app.ts";
import { byServer, joinStudy } from "#server/studies/join-study.ts";
import { addAccount } from "./app.ts";

/** Adds an auditor without a seat to a study, as after joining while a round is open. */
export async function addWaiting(app: App, studyId: string, name: string): Promise<string> {
  const accountId = await addAccount(app, name);
  const coming = { studyId, accountId, role: "auditor" as const, ...byServer };
  await app.store.tx((tx) => joinStudy(tx, { ...coming, now: app.now() }));
  return accountId;
}
