import { resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { inLanguage } from "#server/locale.ts";
import { openPool } from "#server/workers/pool.ts";
import { poolNameOf } from "#server/workers/pools.ts";
import { type TaskName, tasks } from "#server/workers/tasks.ts";

const pool = openPool(resolve(process.cwd(), ".build/worker.mjs"));
afterAll(() => pool.close());

it("keeps tasks that a round waits for separate from files and charts", () => {
  const names = Object.keys(tasks) as TaskName[];
  expect(names.filter((name) => poolNameOf(name) === "rounds")).toEqual([
    "openRound",
    "reopenRound",
    "applySteps",
    "eraseFromState",
    "restoreState",
    "unpackRules",
    "seedLinks",
    "seedTreeNodes",
    "drawPeople",
    "findPanelLottery",
  ]);
});

it("answers a round's tasks while files wait, and counts both", async () => {
  const draw = () =>
    pool.run("drawPeople", { waiting: ["p1", "p2"], noiseSeed: "5eed".repeat(16), count: 1 });
  await draw();
  const bytes = new TextEncoder().encode(`a,b\n${"1,2\n".repeat(30_000)}`);
  let filesRead = 0;
  const files = Array.from({ length: 12 }, async () => {
    await pool.run("readPeopleFile", { bytes, format: {} });
    filesRead += 1;
  });
  const { files: counts, charts } = pool.counts();
  expect(counts).toEqual({ waiting: files.length - 1, running: 1, threads: 1 });
  expect(charts).toEqual({ waiting: 0, running: 0, threads: 0 });
  await draw();
  expect(filesRead).toBeLessThan(files.length / 2);
  await Promise.all(files);
  expect(pool.counts().files).toMatchObject({ waiting: 0, running: 0 });
});

it("ends an idle thread that read a file, and keeps the one for rounds", async () => {
  const brief = openPool(resolve(process.cwd(), ".build/worker.mjs"), { idleMs: 50 });
  await brief.run("readPeopleFile", { bytes: new TextEncoder().encode("a,b\n1,2\n"), format: {} });
  expect(brief.counts().files.threads).toBe(1);
  await expect.poll(() => brief.counts().files.threads).toBe(0);
  expect(brief.counts().rounds.threads).toBe(1);
  await brief.close();
});

it("answers in the language of the request", async () => {
  const read = () => pool.run("readPeopleFile", { bytes: new Uint8Array(), format: {} });
  const answers = await Promise.all([inLanguage("de", read), read(), inLanguage("es", read)]);
  expect(answers.map((answer) => "refused" in answer && answer.refused.message)).toEqual([
    "Die Datei ist leer (0 Bytes).",
    "The file is empty (0 bytes).",
    "El archivo está vacío (0 bytes).",
  ]);
});
