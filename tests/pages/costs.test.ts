import { afterAll, beforeAll, expect, it } from "vitest";
import { isFullRun } from "#tests/setup/tier.ts";
import { HttpClient } from "#tests/trials/http-client.ts";
import { freePort, ServerProcess } from "#tests/trials/server-process.ts";
import { type MeasuredPage, measurePage, scriptsIn, sentBytes, studyPages } from "./measured-pages.ts";
import { names, password, playStudies } from "./played-studies.ts";

/** The size limits of a study's pages in KB; `npm run bench -- pages` measures 1,000 rounds and times. */
const most = { html: 150, grown: 60, script: 170, signInScript: 128 };

const counts = isFullRun ? [12, 200] : [12];
const pages: { readonly role: string; readonly measured: readonly MeasuredPage[] }[] = [];
let played: Awaited<ReturnType<typeof playStudies>>;
let server: ServerProcess;

beforeAll(async () => {
  played = await playStudies(counts);
  server = new ServerProcess(await freePort(), { EVENHAND_DATA: played.dataFolder, DATABASE_URL: "" });
  await server.start();
  const seen = new Set<string>();
  for (const role of names.slice(0, 4)) {
    const client = new HttpClient(server.origin);
    await client.signIn(`${role}@example.org`, password);
    const studies = played.studies.map(studyPages);
    for (const index of (studies[0] ?? []).keys()) {
      const [largest, ...smaller] = studies.flatMap((of) => of[index] ?? []).reverse();
      const shown = largest && (await measurePage(client, { ...largest, role }));
      if (!shown) continue;
      // A page grows equally for every role, so only the first role's is compared.
      const others = seen.has(shown.pattern) ? [] : smaller;
      seen.add(shown.pattern);
      const answers = await Promise.all(others.map((page) => measurePage(client, { ...page, role })));
      pages.push({ role, measured: [...answers.filter((answer) => answer !== undefined), shown] });
    }
  }
});

afterAll(async () => {
  await server?.kill();
  await played?.remove();
});

const inKilobytes = (bytes: number) => Math.round(bytes / 1024);

it("each role gets its pages, and the first role those of every study", () => {
  expect(pages.length).toBeGreaterThan(50);
  const compared = pages.filter(({ measured }) => measured.length === counts.length);
  expect(compared.length).toBeGreaterThan(25);
});

it("a page grows with its content, not with its study", () => {
  const tooLarge = pages.flatMap(({ role, measured }) => {
    const [least, ...others] = measured.map(({ htmlBytes }) => inKilobytes(htmlBytes));
    const { pattern = "" } = measured[0] ?? {};
    const isGrown = others.some((size) => size > (least ?? 0) + most.grown);
    return isGrown || Math.max(...others, least ?? 0) > most.html ? [{ pattern, role, least, others }] : [];
  });
  expect(tooLarge).toEqual([]);
});

it("a page needs little script, and the sign-in page little more than the minimum", async () => {
  const sent = sentBytes(server.origin);
  const signIn = scriptsIn(await new HttpClient(server.origin).text("/sign-in"));
  expect(inKilobytes(await sent(signIn))).toBeLessThanOrEqual(most.signInScript);
  const sizes = await Promise.all(
    pages.flatMap(({ measured: [page] }) =>
      page === undefined
        ? []
        : [sent(page.scripts).then((size) => [page.pattern, inKilobytes(size)] as const)],
    ),
  );
  expect(sizes.filter(([, size]) => size > most.script)).toEqual([]);
});
