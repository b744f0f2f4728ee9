import { expect, test } from "vitest";
import { forbiddenImports } from "./check-imports.ts";

const forbidden: [file: string, source: string][] = [
  ["server/learner/exp2/exp2.ts", `import { readFileSync } from "node:fs";`],
  ["server/learner/exp2/exp2.ts", `import { hash } from "#server/audit-log/hash.ts";`],
  ["server/learner/exp2/exp2.ts", `export { hash } from "../../audit-log/hash.ts";`],
  ["server/audit-log/chain.ts", `import { createHash } from "node:crypto";`],
  ["db/queries/rounds.ts", `import { closeRound } from "#server/rounds/close-round.ts";`],
  ["db/queries/rounds.ts", `import { type Ballot, sealHash } from "#server/audit-log/ballots.ts";`],
  ["server/rounds/close.ts", `import { redirect } from "next/navigation";`],
  ["server/rounds/close.ts", `const { TRPCError } = await import("@trpc/server");`],
  ["server/rounds/close.ts", `import { eq } from "drizzle-orm";`],
  ["server/http/rounds.ts", `import { openRound } from "#db/queries/rounds.ts";`],
  ["server/cli/seed.ts", `import "#db/store/store.ts";`],
  ["app/export/route.ts", `export * from "#db/store/store.ts";`],
  ["components/rounds/round.tsx", `import { closeRound } from "#server/rounds/close-round.ts";`],
  ["components/rounds/round.tsx", `import { signIn } from "next-auth/react";`],
  ["components/rounds/round.tsx", `import { join } from "node:path";`],
  ["app/page.tsx", `import { closeRound } from "#server/rounds/close-round.ts";`],
  ["app/page.tsx", `import type { Store } from "../db/store/store.ts";`],
  ["server/new-folder/thing.ts", `export const x = 1;`],
];

test.each(forbidden)("%s must not contain %s", (file, source) => {
  expect(forbiddenImports(file, source)).toHaveLength(1);
});

const allowed: [file: string, source: string][] = [
  ["server/learner/exp2/exp2.ts", `import { uniform } from "pure-rand/distribution/uniformInt";`],
  ["server/learner/exp2/exp2.ts", `// import { x } from "pg";\nconst text = 'import "pg"';`],
  ["server/audit-log/chain.ts", `import { sha256 } from "@noble/hashes/sha2.js";`],
  ["db/queries/rounds.ts", `import type { Ballot } from "#server/audit-log/ballots.ts";`],
  ["db/queries/rounds.ts", `import { type Ballot } from "#server/audit-log/ballots.ts";`],
  ["server/rounds/close.ts", `import { openRound } from "#db/queries/rounds.ts";`],
  ["server/http/rounds.ts", `import type { Store } from "#db/store/store.ts";`],
  ["app/api/auth/[...nextauth]/route.ts", `import NextAuth from "next-auth";`],
  ["app/export/route.ts", `import { exportLog } from "#server/studies/exports/log.ts";`],
  ["components/rounds/round.tsx", `import type { AppRouter } from "#server/http/router.ts";`],
  ["app/page.tsx", `import { caller } from "#server/http/caller.ts";\nimport "./globals.css";`],
];

test.each(allowed)("%s may contain %s", (file, source) => {
  expect(forbiddenImports(file, source)).toEqual([]);
});

test("a refusal names the file, the line, the import, the rule and a solution", () => {
  const source = `import { a } from "./a.ts";\nimport { closeRound } from "#server/rounds/close-round.ts";`;
  expect(forbiddenImports("app/page.tsx", source)).toEqual([
    "app/page.tsx:2 imports #server/rounds/close-round.ts, but app may import only app, components, server/format.ts, server/locale.ts, server/http, server/study, server/schemas; any package. Instead: read through the server-side caller of server/http",
  ]);
});
