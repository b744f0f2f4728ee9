import { expect, onTestFinished } from "vitest";
import { findNotifications } from "#server/rounds/notifications/find-notifications.ts";
import { sendNotifications } from "#server/rounds/notifications/send-notifications.ts";
import type { TestApp } from "#tests/setup/app.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";

/**
 * An application with a mail server, and the mails that two servers on its database would now send to accounts of the study
 * with this name.
 */
export async function mailing(base: TestApp, name = "", trouble?: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(trouble);
  onTestFinished(server.close);
  const app = { ...base, mailer: server.mailer() };
  let seen = 0;
  async function send() {
    const found = await Promise.all([findNotifications(app), findNotifications(app)]);
    const accounts = [...new Set(found.flat().map(({ accountId }) => accountId))];
    await Promise.all([...accounts, ...accounts].map((accountId) => sendNotifications(app, { accountId })));
    const fresh = server.mails.slice(seen).filter(({ to }) => to[0]?.endsWith(`${name}@example.org`));
    seen = server.mails.length;
    for (const { headers, text } of fresh)
      expect(`${headers.get("subject")}\n${text}`, "no part is missing").not.toMatch(/undefined|NaN/);
    return fresh.toSorted((a, b) => ((a.to[0] ?? "") < (b.to[0] ?? "") ? -1 : 1));
  }
  return { app, server, send };
}
