import { createHash } from "node:crypto";
import { expect, it, vi } from "vitest";
import { limits } from "#server/accounts/account-limits.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { makeCast } from "#tests/http/cast.ts";
import { callApi, tokenOf } from "#tests/http/rest/stage.ts";
import { fetchAs, send } from "#tests/http/routes.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { playRound } from "#tests/setup/play.ts";
import { cookieOf } from "#tests/setup/request.ts";
import { columnsIn, readCroissant } from "./described.ts";

describeReads("descriptions of a study's data", async (openStore) => {
  const app = testApp(await openStore());
  const cast = await makeCast(app);
  await playRound(app, cast.study, [() => true, () => true, () => false]);
  const ask = async (file: string, upTo?: number) => {
    // The test requests more files than the budget of a minute allows.
    app.clock.advance(2_000);
    const query = upTo === undefined ? "" : `?upTo=${upTo}`;
    const path = `/api/studies/${cast.study.studyId}/data/${file}${query}`;
    const answer = await fetchAs(app, cast.accounts.researcher.id, path);
    const { status, headers } = answer;
    return { status, headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const measured = (bytes: Buffer) => ({
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
  const savedAs = (headers: Headers) =>
    /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1];
  const { headers, bytes } = await ask("croissant.json");
  const seq = Number(/-(\d+)\.json/.exec(savedAs(headers) ?? "")?.[1]);
  const croissant = bytes.toString();

  it("the Croissant file has the names, sizes and hashes of the served files", async () => {
    const files = readCroissant(croissant);
    expect(files).toHaveLength(30);
    for (const file of files) {
      const given = await ask(file["@id"], seq);
      const { bytes, sha256 } = measured(given.bytes);
      const name = savedAs(given.headers);
      expect(file).toMatchObject({ name, contentUrl: name, contentSize: `${bytes} B`, sha256 });
    }
    for (const [table, columns] of columnsIn(croissant)) {
      const { bytes } = await ask(`${table}.csv`, seq);
      expect(bytes.toString().split("\r\n")[0]?.split(","), table).toEqual(columns);
    }
  });

  it("the manifest lists these files, the Croissant file, and the meaning of each column", async () => {
    const manifest = JSON.parse((await ask("manifest.json", seq)).bytes.toString());
    const listed = new Map(manifest.files.map((file: { name: string }) => [file.name, file]));
    const described = [...readCroissant(croissant).map((file) => file["@id"]), "croissant.json"];
    expect(listed.size).toBe(described.length);
    for (const file of described) {
      const { headers, bytes } = await ask(file, seq);
      const name = savedAs(headers) ?? "";
      expect(listed.get(name)).toEqual({ name, ...measured(bytes) });
    }
    expect(manifest.head.seq).toBe(seq);
    const dictionary = (await ask("dictionary.csv", seq)).bytes.toString().trimEnd().split("\r\n");
    const columns = manifest.tables.flatMap((table: { columns: unknown[] }) => table.columns);
    expect(dictionary).toHaveLength(1 + columns.length);
    expect(dictionary[0]).toBe("table,column,type,can_be_empty,unit,meaning");
    expect(dictionary[1]).toMatch(/^people,person,text,false,,/);
    expect(dictionary.find((line) => line.startsWith("chances,chance,"))).toContain(
      ",number,false,probability,",
    );
  });

  it("an API client gets the same bytes under the same name if its token allows features", async () => {
    const { studyId } = cast.study;
    const token = await tokenOf(app, cast.accounts.researcher.id, { scopes: ["features"] });
    const given = await callApi(app, "GET", `/studies/${studyId}/data/croissant.json?upTo=${seq}`, { token });
    expect([given.status, given.text]).toEqual([200, croissant]);
    expect(savedAs(given.headers)).toBe(`croissant-${studyId}-${seq}.json`);
    const { body } = await callApi(app, "GET", `/studies/${studyId}/data`, { token });
    const { descriptions } = body as { descriptions: { file: string; asks: string }[] };
    expect(descriptions).toEqual([
      { file: "dictionary.csv", asks: "read" },
      { file: "datasheet.md", asks: "read" },
      { file: "croissant.json", asks: "features" },
      { file: "manifest.json", asks: "features" },
    ]);
    const reading = await tokenOf(app, cast.accounts.researcher.id, { scopes: [] });
    for (const { file, asks } of descriptions) {
      const { status } = await callApi(app, "GET", `/studies/${studyId}/data/${file}`, { token: reading });
      expect([file, status]).toEqual([file, asks === "read" ? 200 : 403]);
    }
  });

  it("requires a fresh confirmation before it serves hashes of features", async () => {
    const cookie = await cookieOf(app, cast.accounts.researcher.id);
    const path = `/api/studies/${cast.study.studyId}/data/croissant.json`;
    app.clock.advance(limits.confirmationLife);
    const refused = await send(app, new Request(`http://evenhand.example${path}`, { headers: { cookie } }));
    expect(refused.status).toBe(403);
    expect((await refused.json()).message).toContain("Confirm that it is you");
  });

  it("is measured in a worker, one file per account at a time, so that other accounts need not wait", async () => {
    const { run } = app.pool;
    const [begun, running] = [[] as number[], new Set<number>()];
    let most = 0;
    const watched = ((name, input, ...rest) => {
      const { seq: asOf } = (input as { head: { seq: number } }).head;
      begun.push(asOf);
      running.add(asOf);
      most = Math.max(most, running.size);
      return run(name, input, ...rest).finally(() => running.delete(asOf));
    }) as typeof run;
    const watch = vi.spyOn(app.pool, "run").mockImplementation(watched);
    const describe = (asOf: number, accountId: string) =>
      fetchAs(app, accountId, `/api/studies/${cast.study.studyId}/data/croissant.json?upTo=${asOf}`);
    const busy = [1, 2, 3, 4].map((before) => describe(seq - before, cast.accounts.researcher.id));
    const answers = await Promise.all([...busy, describe(seq - 5, cast.accounts.operator.id)]);
    watch.mockRestore();
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(begun).toHaveLength(5);
    expect(most).toBeLessThanOrEqual(2);
    expect(begun.indexOf(seq - 5)).toBeLessThanOrEqual(2);
  });

  it("is as of one entry, however far the log has grown, until a person is erased", async () => {
    const { studyId, operatorId: accountId } = cast.study;
    const { round } = await openRound(app, { studyId });
    await cancelRound(app, { studyId, round, reason: "wrong-people" });
    expect((await ask("croissant.json", seq)).bytes.toString()).toBe(croissant);
    const chances = readCroissant(croissant).find((file) => file["@id"] === "chances.csv");
    expect(measured((await ask("chances.csv", seq)).bytes).sha256).toBe(chances?.sha256);
    expect(measured((await ask("chances.csv")).bytes).sha256).not.toBe(chances?.sha256);
    for (const upTo of [0, -1, 99_999, 1.5]) {
      const { status, bytes } = await ask("chances.csv", upTo);
      expect([upTo, status]).toEqual([upTo, 400]);
      expect(JSON.parse(bytes.toString()).message).toMatch(/^upTo must be a whole number from 1 to \d+/);
    }
    const token = await tokenOf(app, cast.accounts.researcher.id);
    const beyond = await callApi(app, "GET", `/studies/${studyId}/data/chances.csv?upTo=99999`, { token });
    expect(beyond.body).toMatchObject({ status: 400, code: "bad-input", problems: [{ field: "upTo" }] });

    await erasePerson(app, { studyId, personId: "p2", accountId });
    for (const file of ["chances.csv", "croissant.json"]) {
      const { status, bytes } = await ask(file, seq);
      expect([file, status]).toEqual([file, 404]);
      expect(JSON.parse(bytes.toString()).message).toContain(`as of entry ${seq} can no longer be made`);
    }
    const [before, after] = [croissant, (await ask("croissant.json")).bytes.toString()].map((text) =>
      readCroissant(text).find((file) => file["@id"] === "features.csv"),
    );
    expect(after?.sha256).not.toBe(before?.sha256);
    expect(measured((await ask("features.csv")).bytes).sha256).toBe(after?.sha256);
  });
});
