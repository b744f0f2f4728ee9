import { expect, it } from "vitest";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readPeoplePage } from "#server/rounds/read-people.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { playRound } from "#tests/setup/play.ts";
import { madeUpPeople, publishedStudy } from "#tests/setup/study.ts";

describeEngines("the list of a study's people", async (openStore) => {
  const app = testApp(await openStore());

  it("gives each person's status, and counts a draw once its round is closed", async () => {
    const study = await publishedStudy(app, { people: madeUpPeople(14) });
    const { studyId, operatorId: accountId } = study;
    const board = await playRound(app, study, []);
    await openRound(app, { studyId });
    await cancelRound(app, { studyId, round: 2, reason: "wrong-people" });
    await erasePerson(app, { studyId, accountId, personId: "p14" });
    await openRound(app, { studyId });
    const list = async (wanted: Partial<Parameters<typeof readPeoplePage>[1]>) => {
      const page = await readPeoplePage(app, { studyId, search: "", ...wanted });
      expect([page.count, page.total]).toEqual([page.people.length, 14]);
      return page.people.map(({ id }) => id);
    };
    const ofDraw = (isPicked: boolean) =>
      board.people.filter(({ selected }) => selected === isPicked).map(({ personId }) => personId);
    expect(await list({ show: "picked" })).toEqual(ofDraw(true));
    expect(await list({ show: "notPicked" })).toEqual(ofDraw(false));
    expect(await list({ show: "open" })).toEqual(["p5", "p6", "p7", "p8"]);
    expect(await list({ show: "waiting" })).toEqual(["p9", "p10", "p11", "p12", "p13"]);
    expect(await list({ show: "erased" })).toEqual(["p14"]);
    expect(await list({ show: "judged" })).toEqual([]);
    expect(await list({ search: "p14", show: "erased" })).toEqual(["p14"]);
    expect(await list({ search: "p5", show: "waiting" })).toEqual([]);
    expect(await list({ show: "waiting", isDescending: true })).toEqual(["p13", "p12", "p11", "p10", "p9"]);
    const { people } = await readPeoplePage(app, { studyId, search: "" });
    expect(people.map(({ id }) => id)).toEqual(Array.from({ length: 14 }, (_, at) => `p${at + 1}`));
    expect(people.at(-1)).toEqual({ id: "p14", round: null, state: "erased", identifiers: null });
    expect(people[4]).toEqual({ id: "p5", round: 3, state: "open", identifiers: ["#6"] });
  });

  it("pages by fifty in either direction, also through search results", async () => {
    const { studyId } = await publishedStudy(app, { people: madeUpPeople(120) });
    const list = async (wanted: Partial<Parameters<typeof readPeoplePage>[1]>) => {
      const { people, count, next } = await readPeoplePage(app, { studyId, search: "", ...wanted });
      return [count, people.length, people.at(0)?.id, people.at(-1)?.id, next];
    };
    expect(await list({})).toEqual([120, 50, "p1", "p50", 50]);
    expect(await list({ after: 100 })).toEqual([120, 20, "p101", "p120", null]);
    expect(await list({ isDescending: true })).toEqual([120, 50, "p120", "p71", 71]);
    expect(await list({ isDescending: true, after: 21 })).toEqual([120, 20, "p20", "p1", null]);
    expect(await list({ search: "#", isDescending: true, after: 21 })).toEqual([120, 20, "p20", "p1", null]);
    expect(await list({ search: "#1", after: 19 })).toEqual([32, 22, "p99", "p120", null]);
  });
});
