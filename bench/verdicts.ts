/**
 * The cost of saving a verdict on a server, in processor time of the whole process, compared with two other requests in the same
 * run: one that only passes the guard and Next's router, and a page of the study. `npm run bench -- verdicts [saves]`,
 * after a build, on Linux. Three auditors send one verdict after another, up to 500 each, because an account may save
 * 600 a minute.
 */
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { processorMs } from "#tests/pages/measured-pages.ts";
import { password, playStudies } from "#tests/pages/played-studies.ts";
import { HttpClient } from "#tests/trials/http-client.ts";
import { freePort, ServerProcess } from "#tests/trials/server-process.ts";

const saves = Math.min(500, Number(process.argv[2] ?? 400));
const { studies, dataFolder, remove } = await playStudies([0]);
const studyId = studies[0]?.studyId ?? "";
const server = new ServerProcess(await freePort(), { EVENHAND_DATA: dataFolder, DATABASE_URL: "" });
try {
  await server.start();
  const auditors = await Promise.all(["auditor", "second", "third"].map(enter));
  const save = (index: number) => Promise.all(auditors.map((auditor) => auditor.save(index)));
  const page = `/studies/${studyId}/judging/1`;
  const ask = (path: string) => () => Promise.all(auditors.map(({ client }) => client.send(path)));
  for (let index = 0; index < 50; index += 1) await save(index);
  const rows = [
    ["a verdict saved", await cost(saves, save)],
    ["GET /livez", await cost(saves, ask("/livez"))],
    ["the judging page", await cost(Math.ceil(saves / 10), ask(page))],
  ] as const;
  const reference = rows[1][1];
  console.log("| request | ms of processor time | times GET /livez |\n|---|---|---|");
  for (const [name, ms] of rows)
    console.log(`| ${name} | ${ms.toFixed(2)} | ${(ms / reference).toFixed(1)} |`);
} finally {
  await server.kill();
  await remove();
}
process.exit(0);

async function enter(name: string) {
  const client = new HttpClient(server.origin);
  await client.signIn(`${name}@example.org`, password);
  const read = await client.query<Judging>("rounds.judging", { studyId, round: 1 });
  if (!("ok" in read)) throw new Error(`${name}: ${JSON.stringify(read)}`);
  const { pairs, seat } = read.ok;
  const save = async (index: number) => {
    const [high, low] = pairs[index % pairs.length] ?? [0, 1];
    const verdict = index % 2 === 0 ? "unfair" : "acceptable";
    const verdicts = [[high, low, verdict]];
    const saved = await client.mutate("ballots.save", { studyId, round: 1, seat, verdicts });
    if (!("ok" in saved)) throw new Error(`${name}: ${JSON.stringify(saved)}`);
  };
  return { client, save };
}

/** Returns the processor time of one request in milliseconds, the best of three runs. */
async function cost(count: number, act: (index: number) => Promise<unknown>): Promise<number> {
  const began = processorMs(server.pid);
  for (let index = 0; index < count; index += 1) await act(index);
  return (processorMs(server.pid) - began) / (3 * count);
}
