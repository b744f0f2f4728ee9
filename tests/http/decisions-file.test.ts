import { expect, it } from "vitest";
import { exportDecisions } from "#server/rounds/export-decisions.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { playRound } from "#tests/setup/play.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { broken } from "./broken.ts";
import { makeCast } from "./cast.ts";
import { fetchAs } from "./routes.ts";

const app = await sqliteApp();

const cast = await makeCast(app);
// Its first round is closed already.
await playRound(app, cast.study, []);
await openRound(app, { studyId: cast.study.studyId });

const get = (path: string, who: "operator" | "researcher" | null = "operator", on = app) =>
  fetchAs(on, who && cast.accounts[who].id, `/api/studies/${cast.study.studyId}/${path}`);

it.each([
  ["rounds/2/decisions", 2, "decisions-round-2.csv"],
  ["decisions", undefined, "decisions.csv"],
] as const)("%s is a CSV file that is not cached", async (path, round, name) => {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toEqual({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
  });
  const lines = await Array.fromAsync(await exportDecisions(app, cast.study.studyId, round));
  const text = await answer.text();
  expect(text).toBe(lines.join(""));
  const rounds = text
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",")[0]);
  expect([...new Set(rounds)]).toEqual(round === undefined ? ["1", "2"] : ["2"]);
});

it.each(["0", "01", "-1", "1.0", "one", "100000", "99"])(
  "there are no decisions of round %s",
  async (round) => {
    expect((await get(`rounds/${round}/decisions`)).status).toBe(404);
  },
);

it.each([
  ["a visitor", null, "decisions", 401, "Sign in first."],
  [
    "a researcher",
    "researcher",
    "decisions",
    403,
    "Only an operator of this study can do this. You are a researcher in it.",
  ],
  ["a malformed number", "operator", "rounds/x/decisions", 404, "There is no such round."],
  [
    "an open round",
    "operator",
    "rounds/3/decisions",
    409,
    "Round 3 is open: decisions exist once a round is closed.",
  ],
] as const)("%s is refused in plain words, uncached", async (_, who, path, status, message) => {
  const answer = await get(path, who);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({ message });
});

it("an unexpected error reveals only how to find it in the application log", async () => {
  // The session and the role are read; then the database fails.
  const { answer, logged } = await broken(app, 2, (on) => get("decisions", "operator", on));
  expect(answer.status).toBe(500);
  expect(logged.where).toBe("decisions");
  expect(((await answer.json()) as { message: string }).message).toBe(logged.message);
});
