import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { logText } from "#server/platform/process/log-text.ts";

const time = new Date(2026, 0, 2, 15, 4, 5).getTime();
const line = (fields: object) =>
  logText(JSON.stringify({ level: 40, time, pid: 7, hostname: "server", ...fields }));

describe("a line of the log as text", () => {
  it("has the time, the level, the message and the fields", () => {
    expect(line({ msg: "a backup failed" })).toBe("15:04:05 warning: a backup failed\n");
    expect(line({ msg: "refused", request: "0123456789ab", status: 404 })).toBe(
      "15:04:05 warning: refused (request: 0123456789ab, status: 404)\n",
    );
  });

  it("has the stack of an error below it", () => {
    const err = { type: "Error", message: "no row", stack: "Error: no row\n    at find (rows.ts:1:2)" };
    expect(line({ level: 50, msg: "unforeseen error", err })).toBe(
      "15:04:05 error: unforeseen error\nError: no row\n    at find (rows.ts:1:2)\n",
    );
  });
});

it.each([
  ["text", /^\d\d:\d\d:\d\d warning: a backup failed \(hours: 2\)\n$/],
  ["json", /^\{"level":40,.*"hours":2,"msg":"a backup failed"\}\n$/],
])("a program writes its log as %s", (format, expected) => {
  const program = `
    const { logger } = await import("#server/platform/process/logger.ts");
    logger().warn({ hours: 2 }, "a backup failed");`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    env: { ...process.env, EVENHAND_LOG_FORMAT: format },
    encoding: "utf8",
  });
  expect(stdout).toMatch(expected);
});
