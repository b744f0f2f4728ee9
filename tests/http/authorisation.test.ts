import { beforeAll, describe, expect, it } from "vitest";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { contextFor, formers, makeCast } from "./cast.ts";
import { allProcedures, call } from "./roles.ts";
import { type Person, people, whoMayCall } from "./who-may.ts";

const app = await sqliteApp();

const cast = await makeCast(app);

const procedures = allProcedures();

/** Gives each procedure a network of its own, because one network may not make so many calls in a minute. */
function contextOf(person: Person, path: string) {
  const network = `2001:db8:${procedures.findIndex((each) => each.path === path)}::/64`;
  return contextFor(app, person === "anonymous" ? null : cast.accounts[person], { network });
}

const takesStudy = ({ definition }: (typeof procedures)[number]) =>
  definition.inputs.some((schema) =>
    schema.safeParse({}).error?.issues.some(({ path }) => path[0] === "studyId"),
  );

it("the table of allowed callers names every procedure, and no other", () => {
  expect(Object.keys(whoMayCall).sort()).toEqual(procedures.map(({ path }) => path).sort());
});

describe.each(procedures)("$path", (procedure) => {
  const { path } = procedure;
  // There are more procedures than calls that one network may make in a minute.
  beforeAll(() => app.clock.advance(1_000));

  // An extra key makes the input wrong: an allowed caller gets this refusal, and nothing is changed.
  it.each(people)("answers %s as the table says", async (person) => {
    const input = { ...(takesStudy(procedure) && { studyId: cast.study.studyId }), surprise: true };
    const refusal = person === "anonymous" ? "UNAUTHORIZED" : "FORBIDDEN";
    const expected = whoMayCall[path]?.includes(person) ? "BAD_REQUEST" : refusal;
    expect(await call(path, contextOf(person, path), input)).toBe(expected);
  });
});

describe.each(procedures.filter(takesStudy))("$path", ({ path }) => {
  it("refuses an unknown study like another account's study", async () => {
    const input = { studyId: app.newId(), surprise: true };
    for (const person of ["outsider", "operator", "administrator"] as const) {
      expect(await call(path, contextOf(person, path), input), person).toBe("FORBIDDEN");
    }
  });

  it("refuses accounts whose role in the study has ended", async () => {
    const input = { studyId: cast.study.studyId, surprise: true };
    for (const former of formers) {
      expect(await call(path, contextFor(app, cast.accounts[former]), input), former).toBe("FORBIDDEN");
    }
  });
});
