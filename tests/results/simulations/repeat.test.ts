import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startRehearsal } from "#server/results/simulations/rehearse.ts";
import { startSimulation } from "#server/results/simulations/start-simulation.ts";
import { takeOutRun } from "#server/results/simulations/take-out.ts";
import type { SimulationSettings } from "#server/schemas/simulations.ts";
import { takeRules } from "#server/studies/drafts/rules-file.ts";
import { makeStage } from "#tests/http/routers/stage.ts";
import { completeDraft, startDraft, tabbedFile } from "#tests/studies/drafts/drafting.ts";
import { small } from "./simulations.ts";

/** A run is exported and repeated by its plan and command, in a shell in another folder. */

const { app } = makeStage();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "evenhand-repeat-"));
  for (const part of ["package.json", "scripts"]) symlinkSync(resolve(part), join(folder, part));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compares the command's output with the stored run. */
type TakenOut = Awaited<ReturnType<typeof takeOutRun>>;

function expectRepeated(taken: TakenOut): void {
  for (const name of ["results.jsonl", "series.csv"]) {
    expect(readFileSync(join(folder, "simulation", name), "utf8")).toBe(fileOf(taken, name));
  }
}

/** Runs the copied command line in a shell with npm. */
function play(command: string): { status: number | null; words: string } {
  rmSync(join(folder, "simulation"), { recursive: true, force: true });
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" });
  return { status, words: stdout + stderr };
}

const fileOf = ({ files }: TakenOut, name: string) => files.find((file) => file.name === name)?.text;

/** Adversarial panels and people, three rounds open at once. */
const adversarial: SimulationSettings = {
  ...small,
  learner: "default",
  selection: "most-reports",
  members: 6,
  arrivals: "most-reports",
  candidates: 6,
  openRounds: 3,
};

it.each([
  small,
  { ...small, learner: "ftpl", environment: "drift:100", rounds: 12, firstSeed: 0 } as const,
  adversarial,
])("a simulation of $learner is repeated by its command, byte for byte", async (settings) => {
  const { studyId, operatorId: accountId } = await startDraft(app());
  const { id, finished } = await startSimulation(app(), { studyId, accountId, name: "It's one", settings });
  await finished;
  const taken = await takeOutRun(app(), { studyId, id });
  expect(taken.repeats).toBe("simulation/results.jsonl");
  expect(taken.needs).toEqual([]);
  const { status, words } = play(taken.command);
  expect(words).toContain(`${settings.seeds} of ${settings.seeds} cells`);
  expect(status).toBe(0);
  expectRepeated(taken);
  const whole = JSON.parse(fileOf(taken, "run.json") ?? "");
  expect(whole).toMatchObject({ name: "It's one", plan: { learners: [settings.learner] } });
  expect(whole.result.map((cell: object) => `${JSON.stringify(cell)}\n`).join("")).toBe(
    fileOf(taken, "results.jsonl"),
  );
});

it("a rehearsal is repeated with its plan, people and list of rules, and refuses others", async () => {
  const { studyId, operatorId: accountId, upload, view, save } = await completeDraft(app());
  const before = (await view()).draft;
  await upload(tabbedFile, "our 'people'.tsv");
  const { draft } = await view();
  const others = [{ setting: "alphaPoints" as const, value: "15" }];
  await save({ people: draft.people && { ...draft.people, columns: before.people?.columns ?? [] } });
  const rules = "months > 12 months\nChecking account is below 0 DM or amount <= 2,000\n";
  const bytes = new TextEncoder().encode(rules);
  await takeRules(app(), { studyId, accountId, name: "-our rules.txt", bytes });
  const { revision } = await save({
    rehearsal: { ...draft.rehearsal, runs: "5", others },
  });
  const { id, finished } = await startRehearsal(app(), { studyId, accountId, revision });
  await finished;
  const taken = await takeOutRun(app(), { studyId, id });
  expect(taken.needs).toEqual(["our 'people'.tsv", "-our rules.txt"]);
  writeFileSync(join(folder, "plan.json"), fileOf(taken, "plan.json") ?? "");
  writeFileSync(join(folder, "our 'people'.tsv"), tabbedFile);
  writeFileSync(join(folder, "-our rules.txt"), rules);
  const { status, words } = play(taken.command);
  expect(words).toContain("our 'people'.tsv: 12 people");
  expect(words).toContain("20 of 20 cells");
  expect(status).toBe(0);
  expectRepeated(taken);

  writeFileSync(join(folder, "-our rules.txt"), "months > 12\n");
  expect(play(taken.command)).toMatchObject({
    status: 2,
    words: expect.stringMatching(/-our rules\.txt does not hold the list of this plan/),
  });
  const without = { ...JSON.parse(fileOf(taken, "plan.json") ?? "") };
  writeFileSync(
    join(folder, "none.json"),
    JSON.stringify({ ...without, world: { ...without.world, rulesFile: undefined } }),
  );
  const alone = "npm run simulate -- none.json \"world.file=our 'people'.tsv\"";
  expect(play(alone)).toMatchObject({ status: 2, words: expect.stringContaining("name the file of rules") });
  writeFileSync(join(folder, "our 'people'.tsv"), `${tabbedFile}\n`);
  expect(play(taken.command)).toMatchObject({
    status: 2,
    words: expect.stringMatching(/our 'people'\.tsv is not the file of this plan/),
  });
});
