/**
 * The cost of a study's pages: bytes of HTML, bytes of the components' data in it, compressed script, and processor
 * time of the server, at 12, 200 and 1,000 rounds, for each role. `npm run bench -- pages [rounds] [requests]`, after a
 * build, on Linux: `12,200` leaves out the longest study, which takes a minute to play.
 */

import { setTimeout } from "node:timers/promises";
import {
  type MeasuredPage,
  measurePage,
  processorMs,
  residentMegabytes,
  scriptsIn,
  sentBytes,
  studyPages,
} from "#tests/pages/measured-pages.ts";
import { names, password, playStudies } from "#tests/pages/played-studies.ts";
import { HttpClient } from "#tests/trials/http-client.ts";
import { freePort, ServerProcess } from "#tests/trials/server-process.ts";

const [roundsText = "12,200,1000", requestsText = "10"] = process.argv.slice(2);
const counts = roundsText.split(",").map(Number);
const requests = Number(requestsText);
const roles = names.slice(0, 4);
/** How often each page is requested before it is measured; then the rate limits per minute start again. */
const warmUps = 3;
const minute = 60_000;

const { studies, dataFolder, remove } = await playStudies(counts);
const server = new ServerProcess(await freePort(), { EVENHAND_DATA: dataFolder, DATABASE_URL: "" });
try {
  await server.start();
  console.log(`Memory at ready: ${residentMegabytes(server.pid).toFixed(0)} MB\n`);
  const sent = sentBytes(server.origin);
  const signIn = scriptsIn(await new HttpClient(server.origin).text("/sign-in"));
  console.log(
    `Script of the sign-in page: ${kilobytes(await sent(signIn))} KB, of every page of a study below\n`,
  );
  console.log(`KB of HTML, KB of data in it, ms of processor time (mean of ${requests}); KB of script\n`);
  console.log(
    `| page | role |${counts.map((count) => ` ${count} rounds |`).join("")} script |\n|---|---|${"---|".repeat(counts.length + 1)}`,
  );
  const clients = new Map<string, HttpClient>();
  for (const role of roles) {
    const client = new HttpClient(server.origin);
    await client.signIn(`${role}@example.org`, password);
    clients.set(role, client);
  }
  const pages = studies.map(studyPages);
  // A server that has just started compiles its code, which would count only for the first pages.
  for (let time = 0; time < warmUps; time += 1)
    for (const client of clients.values())
      for (const { address } of pages.flat()) await (await client.send(address)).text();
  await setTimeout(minute);
  for (const [role, client] of clients) {
    for (const index of (pages[0] ?? []).keys()) {
      const cells: string[] = [];
      let last: MeasuredPage | undefined;
      for (const of of pages) {
        const page = of[index];
        const measured = page && (await measurePage(client, { ...page, role }));
        if (!measured) continue;
        last = measured;
        const began = processorMs(server.pid);
        for (let request = 0; request < requests; request += 1) await client.text(page.address);
        const milliseconds = (processorMs(server.pid) - began) / requests;
        cells.push(
          `${kilobytes(measured.htmlBytes)}, ${kilobytes(measured.payloadBytes)}, ${milliseconds.toFixed(0)} ms`,
        );
      }
      if (last)
        console.log(
          `| ${last.pattern} | ${role} | ${cells.join(" | ")} | ${kilobytes(await sent(last.scripts))} |`,
        );
    }
  }
  console.log(`\nMemory after that: ${residentMegabytes(server.pid).toFixed(0)} MB`);
} finally {
  await server.kill();
  await remove();
}
process.exit(0);

function kilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(0);
}
