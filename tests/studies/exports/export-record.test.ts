import { expect, it } from "vitest";
import { exportRecord } from "#server/studies/exports/export-record.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { replayRecord } from "#tests/replay/record.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { addPeople, madeUpPeople, publishedStudy } from "#tests/setup/study.ts";

describeReads("the record of a study", async (openStore) => {
  const app = testApp(await openStore());

  const published = (people: number) => publishedStudy(app, { people: madeUpPeople(people) });
  const played = async (people: number) => {
    const study = await published(people);
    await playRound(app, study, []);
    return study;
  };
  const erase = (studyId: string, accountId: string) =>
    erasePerson(app, { studyId, accountId, personId: "p2" });
  const whole = async ({ lines }: Awaited<ReturnType<typeof exportRecord>>) =>
    (await Array.fromAsync(lines)).join("");

  it("has a digest of every person, even erased, under the roots of both imports", async () => {
    const study = await played(30);
    const { studyId, operatorId } = study;
    await addPeople(app, study, { people: madeUpPeople(7) });
    await erase(studyId, operatorId);
    const text = await whole(await exportRecord(app, studyId));
    expect(replayRecord(text).problems).toEqual([]);
    const lines = text.trimEnd().split("\n");
    expect(lines.filter((line) => line.startsWith('{"digest":'))).toHaveLength(34);
    expect(lines.filter((line) => line.startsWith('{"digestKey":'))).toHaveLength(3);
    expect(JSON.parse(lines.at(-1) ?? "").manifest).toMatchObject({ people: 37, featuresOf: 3 });
  });

  it("stays consistent if a person is erased between reading people and log", async () => {
    const { studyId, operatorId } = await played(30);
    const record = await exportRecord(app, studyId);
    const first = await record.lines.next();
    await erase(studyId, operatorId);
    const text = `${first.value}${await whole(record)}`;
    expect(replayRecord(text).problems).toEqual([]);
    expect(text).not.toContain("person.erased");
    expect(await whole(await exportRecord(app, studyId))).toContain("person.erased");
  });

  it("ends without a manifest if a person is erased before all people were read", async () => {
    const { studyId, operatorId } = await played(1_001);
    const before = await exportRecord(app, studyId);
    expect(replayRecord(await whole(before)).problems).toEqual([]);
    const record = await exportRecord(app, studyId);
    await record.lines.next();
    await erase(studyId, operatorId);
    await refused(whole(record), "busy");
  });

  it("continues from a byte of its log without reading the part before", async () => {
    const study = await published(30);
    const { studyId } = study;
    for (let round = 1; round <= 3; round += 1) await playRound(app, study, []);
    const bytes = Buffer.from(await whole(await exportRecord(app, studyId)));
    let rowCount = 0;
    const read: typeof app.store.read = async (body) => {
      const result = await app.store.read(body);
      rowCount += Array.isArray(result) ? result.length : 0;
      return result;
    };
    const counted = { ...app, store: Object.create(app.store, { read: { value: read } }) };
    const { from, size = 0 } = await exportRecord(counted, studyId);
    expect(size).toBe(bytes.length);
    const logAt = bytes.indexOf('{"at":');
    expect(from?.(logAt - 1)).toBeNull();
    const rowsFrom = async (begin: number) => {
      rowCount = 0;
      const pieces = await Array.fromAsync(from?.(begin) ?? []);
      expect(Buffer.concat(pieces).equals(bytes.subarray(begin)), `from byte ${begin}`).toBe(true);
      return rowCount;
    };
    const all = await rowsFrom(logAt);
    expect(all).toBe(bytes.toString().split('{"at":').length - 1);
    expect(await rowsFrom(logAt + 1)).toBe(all);
    expect(await rowsFrom(Math.floor((logAt + size) / 2))).toBeLessThan(all);
    expect(await rowsFrom(size - 1)).toBe(0);
    expect(await rowsFrom(bytes.lastIndexOf('{"manifest"') - 1)).toBe(1);
  });
});
