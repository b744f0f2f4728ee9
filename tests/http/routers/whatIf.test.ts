import { beforeAll, expect, it } from "vitest";
import { addReader } from "#server/studies/seats.ts";
import { addNeighbour } from "#tests/setup/neighbour.ts";
import { playRound } from "#tests/setup/play.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { makeStage } from "./stage.ts";

const { app, store, as, person } = makeStage();
let study: TestStudy;
let studyId: string;
let researcher: { id: string };

beforeAll(async () => {
  study = await publishedStudy(app(), { name: "explored" });
  studyId = study.studyId;
  researcher = await person("researcher");
  await addReader(app(), { studyId, accountId: researcher.id, role: "researcher" });
  await playRound(app(), study, [() => true]);
  await addNeighbour(store(), studyId);
});

const whatIf = () => as(researcher).whatIf;

it("the what-if page's study, rounds and history are those of the study", async () => {
  expect(await whatIf().study({ studyId })).toMatchObject({ closedCount: 1, openRounds: [] });
  const { rounds, next } = await whatIf().rounds({ studyId, after: 0 });
  expect(next).toBeNull();
  expect(rounds.map(({ number, seats, chances }) => [number, seats, chances.length])).toEqual([
    [1, ["s1", "s2", "s3"], 4],
  ]);
  const { spec, events, cells } = await whatIf().takeHistory({ studyId, after: 0 });
  expect(spec).toMatchObject({ learner: "exp2" });
  expect(events.map(({ kind }) => kind)).toEqual(["opened", "closed"]);
  expect(Object.keys(cells)).toHaveLength(4);
});
