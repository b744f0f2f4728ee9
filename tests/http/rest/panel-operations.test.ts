import { expect, it } from "vitest";
import { closeRound } from "#server/rounds/close-round.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { callApi, tokenOf } from "./stage.ts";

describeEngines("the panel by API", async (openStore) => {
  const app = testApp(await openStore());
  const { studyId, operatorId, auditorIds } = await publishedStudy(app, { auditors: 4 });
  const token = await tokenOf(app, operatorId, { studyId });
  const path = (rest: string) => `/studies/${studyId}${rest}`;
  let keys = 0;
  const post = (rest: string, json: unknown, by = token) => {
    keys += 1;
    return callApi(app, "POST", path(rest), { token: by, json, key: `key-of-panels-${keys}` });
  };
  const panel = async () => (await callApi(app, "GET", path("/panel"), { token })).body;
  const everyone = { how: "everyone", size: null };
  const seat = (seatId: string, restReason: string | null = null) => ({ seatId, restReason });

  it("rests and returns a seat, which stays off the panels opened meanwhile", async () => {
    expect(await panel()).toEqual({
      selection: everyone,
      seats: [seat("s1"), seat("s2"), seat("s3"), seat("s4")],
    });
    const rested = await post("/seats/s2/rest", { reason: "on-leave" });
    expect([rested.status, rested.body]).toEqual([200, seat("s2", "on-leave")]);
    expect(await panel()).toMatchObject({
      seats: [seat("s1"), seat("s2", "on-leave"), seat("s3"), seat("s4")],
    });
    expect((await post("/seats/s2/rest", { reason: "on-leave" })).body).toMatchObject({
      code: "seat-resting",
    });
    expect((await post("/seats/s3/rest", { reason: "tired" })).body).toMatchObject({ code: "bad-input" });
    expect((await post("/seats/s9/rest", { reason: "on-leave" })).body).toMatchObject({ code: "not-found" });
    expect((await post("/rounds", {})).body).toMatchObject({ rounds: [{ round: 1 }] });
    const { body } = await callApi(app, "GET", path("/rounds/1"), { token });
    expect(body).toMatchObject({
      seatCount: 3,
      panelChosen: { resting: [{ seat: "s2", reason: "on-leave" }] },
    });
    const returned = await post("/seats/s2/return", {});
    expect([returned.status, returned.body]).toEqual([200, seat("s2")]);
    expect((await post("/seats/s2/return", {})).body).toMatchObject({ code: "seat-not-resting" });
  });

  it("changes how panels are chosen between rounds, and names the panel of a round", async () => {
    const byOperator = { how: "by-operator", size: null };
    const early = await post("/selection", { selection: byOperator });
    expect(early.body).toMatchObject({ status: 409, code: "round-already-open" });
    await closeRound(app, { studyId, round: 1 });
    const changed = await post("/selection", { selection: byOperator });
    expect([changed.status, changed.body]).toEqual([200, { selection: byOperator }]);
    expect((await post("/selection", { selection: { how: "by-lot", size: null } })).body).toMatchObject({
      code: "bad-input",
    });
    expect((await post("/rounds", {})).body).toMatchObject({ code: "bad-input" });
    expect((await post("/rounds", { seatIds: ["s2", "s4"] })).body).toMatchObject({
      rounds: [{ round: 2 }],
    });
    const { body } = await callApi(app, "GET", path("/rounds/2"), { token });
    expect(body).toMatchObject({ seatCount: 2, panelChosen: { how: "by-operator" } });
    await closeRound(app, { studyId, round: 2 });
    const { log, features } = await exportStudy(app, studyId);
    expect(replay(log, features).problems).toEqual([]);
  });

  it("is for operators, with the scope to operate", async () => {
    const reading = await tokenOf(app, operatorId, { studyId, scopes: [] });
    for (const [rest, json] of [
      ["/seats/s1/rest", { reason: "on-leave" }],
      ["/seats/s1/return", {}],
      ["/selection", { selection: everyone }],
    ] as const) {
      expect((await post(rest, json, reading)).body).toMatchObject({ status: 403, code: "scope-missing" });
      const auditor = await tokenOf(app, auditorIds[0] ?? "");
      expect((await post(rest, json, auditor)).body).toMatchObject({ status: 403, code: "browser-only" });
    }
  });
});
