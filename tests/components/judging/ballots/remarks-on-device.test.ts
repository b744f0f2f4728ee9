import { describe, expect, it } from "vitest";
import { type OwnRemark, remarkStorage } from "#components/judging/ballots/remarks-on-device.ts";
import type { Pair } from "#components/judging/ballots/verdicts.ts";
import { sharedStorage, tabOf } from "./items.ts";

const pairs: Pair[] = [
  [0, 1],
  [0, 2],
];
const place = { studyId: "study", round: 3, accountId: "amal" };
const remark: OwnRemark = { high: 0, low: 1, note: "the same rent", reasons: ["other"], again: null };

describe("remarks kept on the device", () => {
  it("are restored after a reload, only for the same account and round", () => {
    const shared = sharedStorage();
    remarkStorage(place, tabOf(shared)).keep(remark);
    expect(remarkStorage(place, tabOf(shared)).load(pairs)).toEqual([remark]);
    expect(remarkStorage({ ...place, accountId: "bruno" }, tabOf(shared)).load(pairs)).toEqual([]);
    expect(remarkStorage({ ...place, round: 4 }, tabOf(shared)).load(pairs)).toEqual([]);
  });

  it("are deleted once the server has them, except later changes", () => {
    const storage = remarkStorage(place, tabOf(sharedStorage()));
    storage.keep(remark);
    const newer = { ...remark, note: "the same rent, and more" };
    storage.keep(newer);
    storage.release(remark);
    expect(storage.load(pairs)).toEqual([newer]);
    storage.release(newer);
    expect(storage.load(pairs)).toEqual([]);
  });

  it("ignore damaged data", () => {
    const shared = sharedStorage();
    const storage = remarkStorage(place, tabOf(shared));
    const keptAs = (text: string) => {
      shared.setItem("evenhand/remark/study/3/amal/0-1", text);
      return storage.load(pairs);
    };
    const whole = { note: "", reasons: ["stronger", "other"], again: "unfair" };
    expect(keptAs(JSON.stringify({ ...whole, high: 7 }))).toEqual([{ high: 0, low: 1, ...whole }]);
    for (const text of ["{", "null", "[]", "7"]) expect(keptAs(text), text).toEqual([]);
    const wrong = {
      note: [1, undefined],
      reasons: ["other", ["taste"], undefined],
      again: ["maybe", undefined],
    };
    for (const [name, values] of Object.entries(wrong))
      for (const value of values)
        expect(keptAs(JSON.stringify({ ...whole, [name]: value })), `${name} ${value}`).toEqual([]);
  });
});
