import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { acceptInvitation } from "#server/accounts/invitations/accept-invitation.ts";
import { readPanel } from "#server/accounts/invitations/panel.ts";
import { tokenOf } from "#tests/http/rest/stage.ts";
import { addAccount } from "#tests/setup/app.ts";
import { keyOfSeat } from "#tests/setup/browser.ts";
import { judge } from "#tests/setup/play.ts";
import { findPython } from "#tests/setup/python.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { madeUpPeople } from "#tests/setup/study.ts";
import { rowOf, xlsxParts, zipOf } from "#tests/study/files/workbooks/written.ts";
import { startHandlers } from "./handlers-server.ts";

const app = await sqliteApp();

const invited = [
  ["ada@example.org", "auditor"],
  ["ben@example.org", "auditor"],
  ["eve@example.org", "Auditor"],
  ["oda@example.org", "observer"],
];

/** A workbook with what a study needs. Its first sheet is none of the four. */
function workbook(): Uint8Array {
  const sheets = {
    notes: [["Loans of May"], ["Ask Eve"]],
    people: [
      ["income", "years", "housing"],
      ...madeUpPeople(12).map((cells) => cells.map((cell) => cell ?? "")),
    ],
    settings: [
      ["name", "value"],
      ["name", "Loans of May"],
      ...[
        ["roundSize", 4],
        ["seats", 3],
        ["neededFlags", 2],
        ["quorum", 2],
        ["horizon", 20],
      ],
      ["asking.reasons", "TRUE"],
    ],
    rules: [["column", "condition"], ...[20, 40, 60, 80].map((least) => ["income", `above ${least}`])],
    invitations: [["E-mail", "role"], ...invited],
  };
  const parts = Object.entries(sheets).map(([name, rows]) => {
    return { name, xml: `<sheetData>${rows.map(rowOf).join("")}</sheetData>` };
  });
  return zipOf(xlsxParts(parts));
}

type Line = Readonly<Record<string, unknown>>;

it("an operator's script goes from one workbook to recorded outcomes, while auditors join and judge", async () => {
  const server = await startHandlers(app);
  const folder = mkdtempSync(join(tmpdir(), "evenhand-journey-"));
  try {
    const file = join(folder, "study.xlsx");
    writeFileSync(file, workbook());
    const token = await tokenOf(app, await addAccount(app, "operator-of-a-script", "operator"));
    const script = spawn(findPython(), ["-B", "docs/run-a-study.py", server.url, file], {
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
        const { accountId } = await acceptInvitation(app, person);
        if (!email.startsWith("oda")) accountIds.push(accountId);
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
    const { name, invitations, observers } = await readPanel(app, told.study);
    expect(name).toBe("Loans of May");
    const joined = invitations.map(({ email, role, state }) => [email, role, state]);
    expect(joined.toSorted()).toEqual(
      invited.map(([email, role = ""]) => [email, role.toLowerCase(), "joined"]),
    );
    expect(observers).toHaveLength(1);
    expect(told.reported).toBeGreaterThan(0);
    expect(told.selected.length).toBeGreaterThan(0);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});
