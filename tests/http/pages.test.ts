import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Public pages. Add to this list only what holds nothing about a study or a person. */
const publicPages = new Set([
  // Texts of the organisation about itself.
  "app/about/[text]/page.tsx",
  "app/checkpoints/[study]/page.tsx",
  // A study's report, for readers with its secret link.
  "app/reports/[token]/page.tsx",
  "app/docs/page.tsx",
  "app/docs/[...name]/page.tsx",
  "app/docs/programs/page.tsx",
  "app/verify/page.tsx",
  "app/explanation/[token]/page.tsx",
  "app/invitation/[token]/page.tsx",
  "app/sign-in/page.tsx",
  "app/sign-in/factor/page.tsx",
  "app/stored/page.tsx",
]);

/** Routes that check each request themselves, and the test that proves it. */
const selfCheckingRoutes = new Map([
  ["app/.well-known/security.txt/route.ts", "tests/e2e/organisation.spec.ts"],
  ["app/about/logo.png/route.ts", "tests/e2e/organisation.spec.ts"],
  ["app/checkpoints/[study]/checkpoint/route.ts", "tests/http/checkpoint-files.test.ts"],
  ["app/checkpoints/[study]/tile/[...tile]/route.ts", "tests/http/checkpoint-files.test.ts"],
  ["app/api/administration/security-log/[file]/route.ts", "tests/http/downloads.test.ts"],
  ["app/api/auth/[...nextauth]/route.ts", "tests/e2e/sign-in.spec.ts"],
  ["app/api/trpc/[trpc]/route.ts", "tests/http/http.test.ts"],
  ["app/api/v1/[...path]/route.ts", "tests/http/rest/tokens.test.ts"],
  ["app/clients/[file]/route.ts", "tests/clients/wheel.test.ts"],
  ["app/docs/screens/[picture]/route.ts", "tests/http/documents.test.ts"],
  ["app/livez/route.ts", "tests/http/edge/metrics.test.ts"],
  ["app/metrics/route.ts", "tests/http/edge/metrics.test.ts"],
  ["app/offline/[file]/route.ts", "tests/http/files/offline-files.test.ts"],
  ["app/readyz/route.ts", "tests/scripts/stopping.test.ts"],
]);

/** Pages about rounds that an auditor judged, which stay available after the auditor's role has ended. */
const everAfter = new Set([
  "app/studies/[studyId]/judging/page.tsx",
  "app/studies/[studyId]/receipts/page.tsx",
  "app/studies/[studyId]/receipts/[round]/page.tsx",
  "app/studies/[studyId]/results/[round]/page.tsx",
  "app/studies/[studyId]/results/page.tsx",
]);

const pages = globSync("app/**/page.tsx").sort();
const routes = globSync("app/{**,.well-known/**}/route.{ts,tsx}").sort();

it("finds the pages and routes", () => {
  expect(pages).toContain("app/administration/page.tsx");
  expect(routes).toContain("app/api/trpc/[trpc]/route.ts");
});

it.each(pages)("%s requires a role first, or is on the public list", (path) => {
  const source = readFileSync(path, "utf8");
  const asks = /await (requireRole|requireStudyRole|requireDraftRole)\(/.exec(source);
  if (publicPages.has(path)) {
    expect(asks, `${path} asks for a role: take it off the public list`).toBeNull();
    return;
  }
  expect(
    asks,
    `${path}: call requireRole, requireStudyRole or requireDraftRole of server/http/pages.ts first`,
  ).not.toBeNull();
  const read = source.search(/await \(?await api\(\)|await api\(\)/);
  if (read >= 0) expect(source.search(/await require/), `${path} reads before it asks`).toBeLessThan(read);
});

it.each([...publicPages])("%s finds the language of its viewer before the first text", (path) => {
  const source = readFileSync(path, "utf8").split("export default ")[1] ?? "";
  const firstText = source.search(/\bt\.\w+\(/);
  const asked = source.search(/currentViewer\(\)|await api\(\)|waitingSession\(\)|await requireRole/);
  expect(asked, `${path}: await currentViewer() first`).toBeGreaterThan(-1);
  if (firstText >= 0) expect(asked, `${path}: await currentViewer() first`).toBeLessThan(firstText);
});

it.each(pages)("%s is open to former auditors only if it is about rounds they judged", (path) => {
  const roles = /await require(?:Study|Draft)?Role\(([^)]*)\)/.exec(readFileSync(path, "utf8"))?.[1] ?? "";
  expect(roles.includes('"former-auditor"')).toBe(everAfter.has(path));
});

it.each(routes)("%s requires a role, or checks requests itself as its own test proves", (path) => {
  const asks = /await requestRole\(/.test(withItsHandlers(path));
  expect(asks || selfCheckingRoutes.has(path), `${path} is open to every visitor: require a role in it`).toBe(
    true,
  );
});

/** Returns a route's source with that of its handlers in server/http. */
function withItsHandlers(path: string): string {
  const source = readFileSync(path, "utf8");
  const handlers = [...source.matchAll(/"#(server\/http\/[\w/-]+\.ts)"/g)].map(([, file]) => file ?? "");
  return [source, ...handlers.map((file) => readFileSync(file, "utf8"))].join("\n");
}

it("lists only existing pages and routes", () => {
  for (const path of [...publicPages, ...everAfter]) expect(pages).toContain(path);
  for (const path of selfCheckingRoutes.keys()) expect(routes).toContain(path);
});
