import { expect, it } from "vitest";
import { listOwnBallots, listSavedVerdicts, listVersions, saveVerdictRows } from "#db/queries/ballots.ts";
import { findHiddenAt, hideVerdicts, listOpenPlacesOf } from "#db/queries/hidden.ts";
import { listOpenPlaces, replaceRoundSeat } from "#db/queries/round-seats.ts";
import { describeQueries } from "./two-studies.ts";

const place = { studyId: "here", round: 3, seatId: "s1" };

describeQueries("queries of hidden verdicts", ({ read, write }) => {
  it("list an account's seats in open rounds of every study", async () => {
    const places = await read((db) => listOpenPlacesOf(db, "ada"));
    expect(places).toContainEqual(place);
    expect(places.map(({ studyId }) => studyId)).toEqual(["here", "there"]);
    expect(await read((db) => listOpenPlacesOf(db, "zoe"))).toEqual([]);
  });

  it("hide sealed and saved verdicts of one seat until the round is over, and no later ones", async () => {
    const own = { studyId: "here", seatId: "s1", rounds: [1, 3] };
    const { value, changes } = await write(async (tx) => {
      await hideVerdicts(tx, place, 70);
      const hiddenAt = await findHiddenAt(tx, place);
      const listed = (await listOpenPlaces(tx, "ada")).find(({ studyId }) => studyId === "here");
      const sealed = (await listOwnBallots(tx, own)).map(({ round, version }) => [round, version]);
      const versions = (await listVersions(tx, place)).length;
      const saved = await listSavedVerdicts(tx, place);
      await saveVerdictRows(tx, { ...place, savedAt: 80 }, [[0, 1, "unfair"]]);
      const later = await listSavedVerdicts(tx, place);
      await tx.q.update(tx.t.round).set({ state: "closed", closedSeq: 99 });
      const over = (await listOwnBallots(tx, own)).map(({ round, version }) => [round, version]);
      const closed = (await listSavedVerdicts(tx, place)).length;
      const after = await findHiddenAt(tx, place);
      return { hiddenAt, listed, sealed, versions, saved, later, over, closed, after };
    });
    expect(value).toEqual({
      hiddenAt: 70,
      listed: { studyId: "here", round: 3, seatId: "s1", hasSealed: false },
      sealed: [[1, 2]],
      versions: 0,
      saved: [],
      later: [{ verdict: [0, 1, "unfair"], savedAt: 80 }],
      over: [
        [1, 2],
        [3, 1],
      ],
      closed: 3,
      after: null,
    });
    const hidden = Object.entries(changes).filter(([row]) => !row.startsWith("round "));
    expect(changes["roundSeat here/3/0"]).toEqual({ hiddenAt: 70, hiddenVersion: 1 });
    expect(hidden.map(([row]) => row).sort()).toEqual([
      "remark here/3/s1/1/0",
      "roundSeat here/3/0",
      "savedVerdict here/3/s1/0/1",
      "savedVerdict here/3/s1/0/2",
      "savedVerdict here/3/s1/1/0",
    ]);
  });

  it("hide no ballot if none was sealed, so the first ballot shows", async () => {
    const { changes } = await write((tx) => hideVerdicts(tx, { ...place, seatId: "s2" }, 70));
    expect(changes["roundSeat here/3/1"]).toEqual({ hiddenAt: 70, hiddenVersion: 0 });
  });

  it("hide them from one seat, and not from the seat that replaces it", async () => {
    const { changes } = await write(async (tx) => {
      await hideVerdicts(tx, place, 70);
      await replaceRoundSeat(tx, { ...place, place: 0, seatId: "s3" });
    });
    expect(changes["roundSeat here/3/0"]).toEqual({ seatId: "s3" });
  });
});
