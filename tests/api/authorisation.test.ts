import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertMembership } from "#db/queries/seats.ts";
import { insertStudy } from "#db/queries/studies.ts";
import type { Context } from "#server/api/trpc/context.ts";
import type { DeclaredRole } from "#server/api/trpc/roles.ts";
import { addAccount, type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { allProcedures, call } from "./roles.ts";

const people = ["anonymous", "administrator", "operator", "auditor", "researcher", "outsider"] as const;
type Person = (typeof people)[number];

/** The same table in the test's own words; the outsider may create studies and has none of this one's roles. */
function isAllowed(person: Person, role: DeclaredRole): boolean {
  if (role === "public") return true;
  if (person === "anonymous") return false;
  if (role === "signed-in") return true;
  if (role === "administrator") return person === "administrator";
  if (role === "platform-operator") return ["administrator", "operator", "outsider"].includes(person);
  return (role.study as readonly string[]).includes(person);
}

const engine = sqliteEngine();
let app: TestApp;
let studyId: string;
const contexts = {} as Record<Person, Context>;

beforeAll(async () => {
  app = testApp(await engine.openStore());
  const ids = {
    administrator: await addAccount(app, "administrator", "administrator"),
    operator: await addAccount(app, "operator", "operator"),
    auditor: await addAccount(app, "auditor"),
    researcher: await addAccount(app, "researcher"),
    outsider: await addAccount(app, "outsider", "operator"),
  };
  studyId = await addStudyWith(ids);
  contexts.anonymous = { app, session: null, network: "192.0.2.1" };
  for (const [person, id] of Object.entries(ids) as [Exclude<Person, "anonymous">, string][]) {
    const platformRole =
      person === "administrator"
        ? person
        : person === "operator" || person === "outsider"
          ? "operator"
          : "member";
    const account = { id, email: `${person}@example.org`, displayName: person, platformRole } as const;
    contexts[person] = { app, session: { ref: "0".repeat(64), account }, network: "192.0.2.1" };
  }
});

afterAll(async () => {
  await app.close();
  await engine.cleanUp();
});

async function addStudyWith(ids: Record<"operator" | "auditor" | "researcher", string>): Promise<string> {
  const id = app.newId();
  const at = app.now();
  await app.store.tx(async (tx) => {
    const numbers = { nextSeq: 1, headAt: 0, roundCount: 0, appliedSeq: 0, fence: 0 };
    const words = { name: "A study", state: "draft" as const, headHash: "", isDemo: false };
    await insertStudy(tx, { id, ...words, ...numbers, createdBy: ids.operator, createdAt: at });
    for (const role of ["operator", "auditor", "researcher"] as const) {
      await insertMembership(tx, { studyId: id, accountId: ids[role], role, createdAt: at, endedAt: null });
    }
  });
  return id;
}

describe.each(allProcedures())("$path", ({ path, definition }) => {
  const role = definition.meta?.role;
  if (role === undefined) throw new Error(`${path} declares no role`);

  // An extra key makes the input wrong: whoever is allowed gets as far as being told so, and nothing is changed.
  it.each(people)("answers %s as declared", async (person) => {
    const input = { ...(typeof role === "object" && { studyId }), surprise: true };
    const answer = await call(path, contexts[person], input);
    const expected = isAllowed(person, role)
      ? "BAD_REQUEST"
      : person === "anonymous"
        ? "UNAUTHORIZED"
        : "FORBIDDEN";
    expect(answer).toBe(expected);
  });

  it("refuses a study that does not exist like one that is somebody else's", async () => {
    if (typeof role !== "object") return;
    const input = { studyId: app.newId(), surprise: true };
    expect(await call(path, contexts.outsider, input)).toBe("FORBIDDEN");
    expect(await call(path, contexts.operator, input)).toBe("FORBIDDEN");
  });
});
