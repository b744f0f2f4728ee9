import { expect, it } from "vitest";
import { noteDownload } from "#server/http/files/record-download.ts";
import { readSecurityEvents } from "#server/platform/security-log/read-events.ts";
import { independentlyChecked } from "#tests/platform/security-log/independent-check.ts";
import { fromNetwork } from "#tests/setup/from-network.ts";
import { behindOwnFile } from "#tests/setup/held-turn.ts";
import { playRound } from "#tests/setup/play.ts";
import { inRequest } from "#tests/setup/request.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { makeCast } from "./cast.ts";
import { allRoutes, fetchAs } from "./routes.ts";

const app = await sqliteApp();

const cast = await makeCast(app);
await playRound(app, cast.study, []);

type Who = "operator" | "researcher" | "administrator" | "auditor";
const fetchFile = async (who: Who, path: string) => {
  const ask = () => fetchAs(app, cast.accounts[who].id, path.replace("STUDY", cast.study.studyId));
  const answer = await fromNetwork("192.0.2.4", ask);
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};
const newest = async () => (await readSecurityEvents(app, { kind: "file.downloaded" })).events[0];
const ofStudy = "/api/studies/STUDY";
const ofLog = "/api/administration/security-log";

/** Every route that serves a file, the request for it, and what is recorded. */
const files: Readonly<Record<string, readonly [Who, string, string][]>> = {
  "/api/studies/[studyId]/[file]": [
    ["operator", `${ofStudy}/log`, "log"],
    ["researcher", `${ofStudy}/record`, "record"],
  ],
  "/api/studies/[studyId]/decisions": [["operator", `${ofStudy}/decisions`, "decisions"]],
  "/api/studies/[studyId]/rounds/[round]/decisions": [
    ["operator", `${ofStudy}/rounds/1/decisions`, "decisions"],
  ],
  "/api/studies/[studyId]/data/[file]": [
    ["researcher", `${ofStudy}/data/verdicts.parquet`, "data"],
    ["operator", `${ofStudy}/data/features.csv`, "data"],
    ["researcher", `${ofStudy}/data/decisions.vw`, "data"],
    ["researcher", `${ofStudy}/data/reports.csv`, "data"],
  ],
  "/api/administration/security-log/[file]": [
    ["administrator", `${ofLog}/log.jsonl`, "security-log"],
    ["administrator", `${ofLog}/table.csv`, "security-table"],
  ],
};
/**
 * Routes whose downloads are not recorded or are tested elsewhere. Checkpoints and tiles are public, so no account is
 * recorded (tests/http/checkpoint-files.test.ts).
 */
const elsewhere = [
  "/.well-known/security.txt",
  "/about/logo.png",
  "/checkpoints/[study]/checkpoint",
  "/checkpoints/[study]/tile/[...tile]",
  "/clients/[file]",
  "/docs/screens/[picture]",
  "/reports/[token]/[file]",
  "/livez",
  "/metrics",
  "/offline/[file]",
  "/readyz",
  "/api/trpc/[trpc]",
  // tests/http/rest/files.test.ts
  "/api/v1/[...path]",
  "/api/auth/[...nextauth]",
];

it("this file knows of every GET route whether it serves a file", async () => {
  const addresses = (await allRoutes())
    .filter(({ method }) => method === "GET")
    .map(({ address }) => address);
  expect([...Object.keys(files), ...elsewhere].sort()).toEqual(addresses.sort());
});

it.each(Object.values(files).flat())("records that %s downloaded %s", async (who, path, file) => {
  const { status } = await fetchFile(who, path);
  expect(status).toBe(200);
  expect(await newest()).toMatchObject({
    actor: { id: cast.accounts[who].id },
    study: path.includes("STUDY") ? { id: cast.study.studyId } : null,
    network: "192.0.2.4",
    detail: { file },
  });
});

it.each(Object.values(files).flat())(
  "%s waits for a file of the same account when downloading %s",
  async (who, path) => {
    const own = () => fetchFile(who, path);
    const { waited, taken } = await behindOwnFile(app, cast.accounts[who].id, own);
    expect({ waited, status: taken.status }).toEqual({ waited: true, status: 200 });
    expect((await behindOwnFile(app, "another account", own)).taken.status).toBe(200);
  },
);

it("a refused download is not recorded", async () => {
  const before = await newest();
  for (const path of Object.values(files)
    .flat()
    .map(([, path]) => path)
    // An auditor may read the log to find the own ballot.
    .filter((path) => path !== `${ofStudy}/log`)) {
    expect((await fetchFile("auditor", path)).status, path).toBe(403);
  }
  expect((await fetchFile("operator", `${ofStudy}/log?upTo=99999`)).status).toBe(400);
  expect((await fetchFile("administrator", `${ofLog}/nothing`)).status).toBe(404);
  const unknown = await fetchFile("administrator", `${ofLog}/table.csv?from=yesterday`);
  expect([unknown.status, JSON.parse(unknown.text)]).toEqual([
    400,
    { message: "Write the day as 2026-01-31." },
  ]);
  expect((await fetchFile("administrator", `${ofLog}/table.csv?kind=nothing`)).status).toBe(400);
  expect(await newest()).toEqual(before);
});

it("another program can check the security log, which ends with this download", async () => {
  const { text, headers } = await fetchFile("administrator", `${ofLog}/log.jsonl`);
  const { events, head } = await readSecurityEvents(app, {});
  expect(independentlyChecked(text)).toEqual({ count: head.seq, hash: head.hash });
  expect(events[0]?.detail).toEqual({ file: "security-log" });
  expect(headers.get("content-type")).toBe("application/jsonl; charset=utf-8");
  expect(headers.get("content-disposition")).toBe('attachment; filename="security-log.jsonl"');
  expect(headers.get("cache-control")).toBe("no-store");
});

it("the table has the events that match the filter", async () => {
  const path = `${ofLog}/table.csv?kind=file.downloaded&account=${cast.accounts.operator.email}&from=&to=`;
  const { text, headers } = await fetchFile("administrator", path);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toBe('attachment; filename="security-log.csv"');
  const [, ...rows] = text.trimEnd().split("\r\n");
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toContain(`file.downloaded,${cast.accounts.operator.email}`);
});

it("recording a download without an account fails", async () => {
  const note = () => noteDownload("log", cast.study.studyId);
  await expect(inRequest(app, new Request("http://evenhand.example/"), note)).rejects.toThrow("signed-in");
});
