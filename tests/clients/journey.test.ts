import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { acceptInvitation } from "#server/accounts/invitations/accept-invitation.ts";
import { tokenOf } from "#tests/http/programs/stage.ts";
import { addAccount } from "#tests/setup/app.ts";
import { keyOfSeat } from "#tests/setup/browser.ts";
import { judge } from "#tests/setup/play.ts";
import { findPython } from "#tests/setup/python.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { csvOf, madeUpPeople } from "#tests/setup/study.ts";
import { startHandlers } from "./handlers-server.ts";

const app = await sqliteApp();

type Line = Readonly<Record<string, unknown>>;

it("an operator's script goes from a file to recorded outcomes, while auditors join and judge", async () => {
  const server = await startHandlers(app);
  const folder = mkdtempSync(join(tmpdir(), "evenhand-journey-"));
  try {
    const file = join(folder, "people.csv");
    writeFileSync(file, csvOf({ people: madeUpPeople(12) }));
    const token = await tokenOf(app, await addAccount(app, "operator-of-a-script", "operator"));
    const addresses = ["ada", "ben", "eve"].map((name) => `${name}@example.org`);
    const script = spawn(findPython(), ["-B", "docs/run-a-study.py", server.url, file, ...addresses], {
      env: { ...process.env, PYTHONPATH: "clients/python/src", PYTHONWARNINGS: "error" },
    });
    let errors = "";
    script.stderr.on("data", (part) => {
      errors += part;
    });
    script.stdin.end(`${token}\n`);
    const facts: Line[] = [];
    const accountIds: string[] = [];
    for await (const text of createInterface(script.stdout)) {
      const line: Line = JSON.parse(text);
      facts.push(line);
      const studyId = String(facts[0]?.study);
      const links = (line.links ?? []) as { email: string; link: string }[];
      for (const [index, { email, link }] of links.entries()) {
        const { key } = await keyOfSeat(studyId, `s${index + 1}`);
        const taken = link.slice(link.lastIndexOf("/") + 1);
        const person = { token: taken, displayName: email, password: "correct horse battery", key };
        accountIds.push((await acceptInvitation(app, person)).accountId);
      }
      if (line.opened === undefined) continue;
      const round = Number(line.opened);
      for (const accountId of accountIds)
        await judge(app, { studyId, round, accountId }, (_a, _b, gap) => gap > 0.1);
    }
    expect(errors).toBe("");
    const told = Object.assign({}, ...facts);
    expect(told).toMatchObject({
      ...{
        people: 12,
        columns: ["income", "years", "housing"],
        missing: [],
        published: "done",
        problems: [],
      },
      ...{ opened: 1, closed: 1, recorded: told.selected.length },
    });
    expect(told.reported).toBeGreaterThan(0);
    expect(told.selected.length).toBeGreaterThan(0);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});
