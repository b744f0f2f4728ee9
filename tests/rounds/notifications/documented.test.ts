import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as t from "#messages/account.ts";
import { messageKey } from "#server/locale.ts";
import { type NotificationKind, notificationKinds } from "#server/schemas/notification-kinds.ts";

it("are the event mails that docs/operations.md lists, in the same order", () => {
  const rows = Object.entries(notificationKinds).map(
    ([kind, { role }]) =>
      `| ${t.notification({ kind: messageKey(kind as NotificationKind) })} | each ${role} |`,
  );
  const table = ["| notification | goes to |", "|---|---|", ...rows].join("\n");
  expect(readFileSync("docs/operations.md", "utf8")).toContain(`\n\n${table}\n\n`);
});
