import { expect, it } from "vitest";
import { readGroups } from "#server/results/groups/read-groups.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { testContext } from "#tests/setup/context.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { judge } from "#tests/setup/play.ts";
import { madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { askingEverything } from "#tests/setup/twins.ts";
import { allProcedures, ask } from "./roles.ts";

/** One of two studies that differ only in the cells of a group column. */
type World = { readonly app: TestApp; readonly study: TestStudy };

async function makeWorld(app: TestApp, groupOf: (index: number) => string): Promise<World> {
  const people = madeUpPeople(24);
  const study = await publishedStudy(app, {
    people,
    outcomes: people.map(() => "yes" as const),
    groups: { sex: people.map((_, index) => groupOf(index)) },
    settings: { ...guardedSettings, ...askingEverything },
    name: "twin",
  });
  await openRound(app, { studyId: study.studyId });
  for (const accountId of study.auditorIds) {
    await judge(
      app,
      { studyId: study.studyId, round: 1, accountId },
      ([income], [other]) => income !== other,
    );
  }
  await closeRound(app, { studyId: study.studyId, round: 1 });
  await openRound(app, { studyId: study.studyId });
  return { app, study };
}

/** Returns all answers to an account's queries, by procedure and input, without hashes, which always differ. */
async function answersTo({ app, study: { studyId } }: World, id: string): Promise<Map<string, string>> {
  const account = { id, email: "a@example.org", displayName: "A", platformRole: "member" } as const;
  const answers = new Map<string, string>();
  for (const { path, definition } of allProcedures()) {
    if (definition.type !== "query" || path === "health.read") continue;
    for (const input of [{}, { studyId }, { studyId, round: 1 }, { studyId, round: 2 }]) {
      const answer = await ask(path, testContext(app, account), input);
      const text = "code" in answer ? answer.code : JSON.stringify(answer.value);
      answers.set(
        `${path} ${JSON.stringify(input)}`,
        (text ?? "nothing").replace(/([0-9a-f]{64})+/g, "#").replace(/\b17[0-9]{11}\b/g, "time"),
      );
    }
  }
  return answers;
}

async function chancesOf({ app, study }: World, round: number): Promise<string[]> {
  return (await readRoundDetails(app, study.studyId, round)).people.map(({ chance }) => chance);
}

async function figuresOf({ app, study: { studyId } }: World) {
  const [grouping] = (await readGroups(app, { studyId, least: 1 })).figures?.groupings ?? [];
  return grouping?.groups.map(({ cells, people }) => [cells, people]);
}

describeReads("two worlds that differ in a group column", (openStore) => {
  it("look the same to auditors and have the same chances, and differ in their figures", async () => {
    const one = await makeWorld(testApp(await openStore()), (index) => (index % 2 === 0 ? "F" : "M"));
    const two = await makeWorld(testApp(await openStore()), (index) => (index < 4 ? "D" : "E"));
    const [seenInOne, seenInTwo] = [
      await answersTo(one, one.study.auditorIds[0] ?? ""),
      await answersTo(two, two.study.auditorIds[0] ?? ""),
    ];
    expect([...seenInOne.keys()].filter((key) => seenInOne.get(key)?.startsWith("{")).length).toBeGreaterThan(
      5,
    );
    expect(seenInTwo).toEqual(seenInOne);
    for (const round of [1, 2]) {
      const [chances, inTwo] = [await chancesOf(one, round), await chancesOf(two, round)];
      expect(chances).toHaveLength(8);
      expect(inTwo).toEqual(chances);
    }
    expect(await figuresOf(one)).not.toEqual(await figuresOf(two));
    for (const { app } of [one, two]) await app.close();
  });
});
