import type { Mutant } from "./plant.ts";

/** A mutant that no test could ever find, because what it changes makes no difference. */
export type Equivalent = {
  readonly file: string;
  /** The line and the change as the report prints them. */
  readonly line: string;
  readonly change: string;
  /** Which of those that look alike on such lines of the file, from 0. */
  readonly nth?: number;
  readonly reason: string;
};

/** Survivors that are accepted. They are printed apart and count neither as killed nor as survived. */
export const equivalents: readonly Equivalent[] = [
  {
    file: "server/learner/hypotheses/scorecard-table.ts",
    line: "for (let answers = 0; answers < answerCount; answers++) {",
    change: "< → <=",
    reason: "The sum beyond the last one is undefined, which is at least as large as no threshold.",
  },
  {
    file: "server/learner/schedule.ts",
    line: "const isFixed = spec.horizon !== null && from <= spec.horizon;",
    change: "<= → <",
    reason: "Only a horizon of one round ends where a piece begins, and the block of round 1 is as short.",
  },
  {
    file: "server/learner/bounds.ts",
    line: "const middle = Math.floor((below + above) / 2);",
    change: "floor → ceil",
    reason: "Halving comes to the same crossing, whichever half is the larger by one.",
  },
  {
    file: "server/learner/oracles/enumeration-oracles.ts",
    line: "for (let h = 0; h < sums.length; h++) if (bits[h] === 1) sums[h] = (sums[h] as number) + z;",
    change: "< → <=",
    reason: "No rule beyond the last one accepts anybody.",
  },
  {
    file: "server/learner/start/picture.ts",
    line: "for (let h = 0; h < bits.length; h++) accepted[h] = (accepted[h] as number) + (bits[h] as number);",
    change: "< → <=",
    reason: "What is written beyond the end of an Int32Array is lost.",
  },
  {
    file: "server/learner/simulation/comparator.ts",
    line: "const weight = weights[g] ?? 0;",
    change: "removed: weights[g] ??",
    reason: "A weight that the solver left out counts as none: what is undefined is not above 0 either.",
  },
  {
    file: "server/learner/oracles/transforms.ts",
    line: "for (let from = 0, to = 0; from < sums.length; from += 2 * power, to += 3 * power) {",
    change: "< → <=",
    reason: "What is written beyond the end of a Float64Array is lost.",
  },
  {
    file: "server/learner/simulation/worlds.ts",
    line: "const MOST_TRIES = 1_000;",
    change: "1_000 → 1001",
    reason: "How long is tried before it is said that there are too few patterns.",
  },
  {
    file: "server/log/canonical.ts",
    line: "if (isOrdered(value, 0) && JSON.stringify(value) === text) return value;",
    change: "removed: if (isOrdered(value, 0) && JSON.stringify(value) === text) return value;",
    reason: "The quick way to an answer that writing the value again comes to as well.",
  },
  {
    file: "server/log/seeds.ts",
    line: "return order.sort((a, b) => ((places[a] as string) < (places[b] as string) ? -1 : 1));",
    change: "1 → 2",
    reason: "A sort asks for the sign alone.",
  },
  {
    file: "server/log/seeds.ts",
    line: "return order.sort((a, b) => ((places[a] as string) < (places[b] as string) ? -1 : 1));",
    change: "1 → 2",
    nth: 1,
    reason: "A sort asks for the sign alone.",
  },
  {
    file: "server/api/files/checkpoint-files.ts",
    line: 'if (level === undefined || digits.length > 15 || groups.startsWith("x000")) return null;',
    change: "> → >=",
    reason: "No tree has 10^14 tiles, and a tile that is not there is answered like an address that is none.",
  },
  {
    file: "server/auth/front-door.ts",
    line: 'for (const [name, value] of Object.entries(responseHeaders(request.url ?? "")))',
    change: 'removed: ?? ""',
    reason: "Every request that a server receives has an address.",
  },
  {
    file: "server/auth/front-door.ts",
    line: 'for (const [name, value] of Object.entries(responseHeaders(request.url ?? "")))',
    change: '"" → "mutant"',
    reason: "Every request that a server receives has an address.",
  },
  {
    file: "server/auth/front-door.ts",
    line: 'function refusalOf({ headers, method = "GET", url = "" }: IncomingMessage): Refused | undefined {',
    change: '"GET" → "mutant"',
    reason: "Every request that a server receives has a method and an address.",
  },
  {
    file: "server/auth/front-door.ts",
    line: 'function refusalOf({ headers, method = "GET", url = "" }: IncomingMessage): Refused | undefined {',
    change: '"" → "mutant"',
    reason: "Every request that a server receives has a method and an address.",
  },
  {
    file: "server/auth/front-door.ts",
    line: 'function isUncounted({ url = "" }: { url?: string | undefined }): boolean {',
    change: '"" → "mutant"',
    reason: "Every request that a server receives has a method and an address.",
  },
  {
    file: "server/auth/front-door.ts",
    line: 'return decodeURIComponent(url.split("?", 1)[0] ?? "") !== "";',
    change: "1 → 2",
    reason: "Splitting a text always gives a first part, and only that is taken.",
  },
  {
    file: "server/auth/front-door.ts",
    line: 'return decodeURIComponent(url.split("?", 1)[0] ?? "") !== "";',
    change: 'removed: ?? ""',
    reason: "Splitting a text always gives a first part, and only that is taken.",
  },
  {
    file: "server/auth/front-door.ts",
    line: 'return decodeURIComponent(url.split("?", 1)[0] ?? "") !== "";',
    change: '"" → "mutant"',
    reason: "Splitting a text always gives a first part, and only that is taken.",
  },
  {
    file: "server/auth/front-door.ts",
    line: 'return decodeURIComponent(url.split("?", 1)[0] ?? "") !== "";',
    change: '"" → "mutant"',
    nth: 1,
    reason: "An address begins with a slash by then, so its path is never empty.",
  },
  {
    file: "server/auth/options.ts",
    line: 'name: "Password",',
    change: '"Password" → "mutant"',
    reason: "Only pages of next-auth would show it, and they stay shut.",
  },
  {
    file: "server/auth/options.ts",
    line: 'throw new Error(parsed.error.issues[0]?.message ?? "Enter your e-mail and password.");',
    change: 'removed: ?? "Enter your e-mail and password."',
    reason: "What a schema refuses has an issue, and every issue a sentence.",
  },
  {
    file: "server/api/files/security-log-file.ts",
    line: 'if (!search.success) return refuse(400, search.error.issues[0]?.message ?? "This cannot be looked for.");',
    change: 'removed: ?? "This cannot be looked for."',
    reason: "What a schema refuses has an issue, and every issue a sentence.",
  },
  {
    file: "server/api/trpc/error-shape.ts",
    line: 'return { message: problems[0]?.message ?? "Something in this form is not right.", data: { problems } };',
    change: 'removed: ?? "Something in this form is not right."',
    reason: "What a schema refuses has an issue, and every issue a sentence.",
  },
  {
    file: "server/api/files/checkpoint-files.ts",
    line: 'const [, level, groups = "", last = "", partial] = form.exec(segments.join("/")) ?? [];',
    change: '"" → "mutant"',
    reason: "Where the form does not fit there is no level, and nothing else is looked at.",
  },
  {
    file: "server/api/files/checkpoint-files.ts",
    line: 'const [, level, groups = "", last = "", partial] = form.exec(segments.join("/")) ?? [];',
    change: '"" → "mutant"',
    nth: 1,
    reason: "Where the form does not fit there is no level, and nothing else is looked at.",
  },
  {
    file: "server/auth/provider.ts",
    line: "httpOptions: { timeout: 10_000 },",
    change: "10_000 → 10001",
    reason: "A millisecond of waiting for another server, which takes as long for no two answers.",
  },
  {
    file: "server/auth/provider.ts",
    line: "httpOptions: { timeout: 10_000 },",
    change: "10_000 → 9999",
    reason: "A millisecond of waiting for another server, which takes as long for no two answers.",
  },
  {
    file: "server/auth/network.ts",
    line: 'const isTold = setting("EVENHAND_TRUST_PROXY") && isIP(seenByProxy ?? "") !== 0;',
    change: 'removed: ?? ""',
    reason: "No header is no address either way.",
  },
  {
    file: "server/auth/network.ts",
    line: 'const [head = "", tail] = address.split("::");',
    change: '"" → "mutant"',
    reason: "Splitting a text always gives a first part.",
  },
  {
    file: "server/services/backup/standing.ts",
    line: "isLate: now - (good?.madeAt ?? 0) > 2 * hours * 3_600_000,",
    change: "0 → 1",
    reason: "Without a backup it is late from 1970 on, a millisecond sooner or later.",
  },
  {
    file: "server/learner/simulation/comparator.ts",
    line: "if (excess > FAIR_TOLERANCE) {",
    change:
      'removed: if (excess > FAIR_TOLERANCE) { throw new LearnerError( "solver-failed", `the solver left a row by...',
    reason:
      "It looks after the solver, which keeps every row that it is given: only one that fails could be found.",
  },
  {
    file: "server/log/notes/note.ts",
    line: 'if (name === undefined || encoded === undefined) throw broken("a line is no signature");',
    change: "|| → &&",
    reason: "The pattern finds both parts or neither.",
  },
  {
    file: "server/api/trpc/calls.ts",
    line: "if (began !== undefined) callSeconds.observe({ procedure }, (performance.now() - began) / 1_000);",
    change: "1_000 → 1001",
    reason: "A call's time in the metrics, off by one part in a thousand: no call takes the same time twice.",
  },
  {
    file: "server/api/trpc/calls.ts",
    line: "if (began !== undefined) callSeconds.observe({ procedure }, (performance.now() - began) / 1_000);",
    change: "1_000 → 999",
    reason: "A call's time in the metrics, off by one part in a thousand: no call takes the same time twice.",
  },
  {
    file: "db/queries/factors.ts",
    line: '.where(and(eq(factor.accountId, accountId), eq(factor.kind, "passkey")))',
    change: 'removed: , eq(factor.kind, "passkey")',
    reason: "Only a passkey has a credential and a public key, and a row without them is left out below.",
  },
  {
    file: "db/queries/factors.ts",
    line: '.where(and(eq(factor.accountId, accountId), eq(factor.kind, "authenticator")))',
    change: 'removed: , eq(factor.kind, "authenticator")',
    reason: "Only an authenticator has a secret, and a row without one is left out below.",
  },
  {
    file: "server/learner/policy/runs.ts",
    line: "for (let run = 0; run < rule.length; run += 1) {",
    change: "< → <=",
    reason: "Beyond the last run there is no count, and up to no place nothing is filled.",
  },
  {
    file: "db/queries/waiting.ts",
    line: "return Number(rows[0]?.count ?? 0);",
    change: "0 → -1",
    nth: 1,
    reason: "A count over no group has one row, always.",
  },
  {
    file: "server/api/files/uploads.ts",
    line: 'if (session === null || turnedAway !== null) return turnedAway ?? refuse(401, "Sign in first.");',
    change: 'removed: ?? refuse(401, "Sign in first.")',
    reason: "Whoever is not signed in was turned away by then; it is there for the types.",
  },
  {
    file: "server/log/verdicts.ts",
    line: "if (!Array.isArray(value) || value.length < 3 || value.length > 4) return false;",
    change: "3 → 2",
    reason: "Two elements hold no word, and without one it is no verdict below either.",
  },
  {
    file: "server/services/exports/describe-data.ts",
    line: "const description = descriptions.find((one) => one === name);",
    change: "find → findLast",
    reason: "The two descriptions have different names, so the first of a name is the last.",
  },
  {
    file: "server/services/watching/read-overview.ts",
    line: "if (round === null) return null;",
    change: "removed: if (round === null) return null;",
    reason: "Of no round no facts are found, and the answer is null as well.",
  },
  {
    file: "db/queries/rule-lists.ts",
    line: "return Number(rows[0]?.bytes ?? 0);",
    change: "removed: ?? 0",
    reason: "A sum or a largest over nothing is one row with null, and as a number that is 0.",
  },
  {
    file: "db/queries/uploads.ts",
    line: "return Number(rows[0]?.bytes ?? 0);",
    change: "removed: ?? 0",
    reason: "A sum or a largest over nothing is one row with null, and as a number that is 0.",
  },
  {
    file: "db/queries/log.ts",
    line: "return Number(rows[0]?.size ?? 0);",
    change: "removed: ?? 0",
    reason: "A sum or a largest over nothing is one row with null, and as a number that is 0.",
  },
  {
    file: "db/queries/hidden.ts",
    line: ".set({ hiddenAt, hiddenVersion: Number(sealed[0]?.version ?? 0) })",
    change: "removed: ?? 0",
    reason: "A sum or a largest over nothing is one row with null, and as a number that is 0.",
  },
  {
    file: "server/auth/network.ts",
    line: 'const after = tail.split(":").filter(Boolean);',
    change: "removed: .filter(Boolean)",
    reason: "An end without groups leaves an empty one in the eighth place, and four are shown.",
  },
  {
    file: "server/log/sha256.ts",
    line: "for (let at = 0; at < key.length; at++) block[at] = (key[at] as number) ^ by;",
    change: "0 → -1",
    reason: "What is written before the first place of a Uint8Array is lost.",
  },
  {
    file: "server/log/sha256.ts",
    line: "for (let at = 0; at < key.length; at++) block[at] = (key[at] as number) ^ by;",
    change: "< → <=",
    reason:
      "Behind the key stands the filling, which is written once more, or what is hashed, which is written later.",
  },
  {
    file: "server/log/tree/nodes.ts",
    line: "const guess = Math.floor(Math.log2(number));",
    change: "floor → ceil",
    reason: "A guess that is too large is taken back in the next line.",
  },
  {
    file: "server/log/tree/verify.ts",
    line: "if (first === undefined) return false;",
    change: "removed: if (first === undefined) return false;",
    reason:
      "Without a first hash there are no others, and below the top of the tree that shows nothing either.",
  },
  {
    file: "server/learner/oracles/enumeration-oracles.ts",
    line: "for (let h = 0; h < size; h++) {",
    change: "0 → 1",
    reason: "Rule 0 of the scorecards accepts no one.",
  },
  {
    file: "server/learner/oracles/enumeration-oracles.ts",
    line: "for (let h = 0; h < size; h++) {",
    change: "0 → -1",
    reason: "Before the first rule there are no decisions, so nobody is accepted.",
  },
  {
    file: "server/learner/oracles/enumeration-oracles.ts",
    line: "for (let h = 0; h < size; h++) {",
    change: "< → <=",
    reason: "Beyond the last rule there are no decisions, so nobody is accepted.",
  },
  {
    file: "server/learner/simulation/comparator.ts",
    line: 'const twice = better.find(({ decisions }) => known.has(decisions.join("")));',
    change: "find → findLast",
    reason: "It looks after the solver: which of several rules with wrong prices is named changes nothing.",
  },
  {
    file: "server/learner/simulation/environments.ts",
    line: "let low = 0;",
    change: "0 → -1",
    reason: "A place before the first has no weight, so it is never the one that is found.",
  },
  {
    file: "server/log/receipts/proof-file.ts",
    line: 'if (!isProofFile(text) || end < 0 || text.length > longest) throw broken("it has no such form");',
    change: "< → <=",
    reason: "A text that begins with an empty line does not begin as a proof does.",
  },
  {
    file: "server/services/process/loop-delay.ts",
    line: 'processWide("loop-watch", () => {',
    change: '"loop-watch" → "mutant"',
    reason: "The name of a slot that a process keeps: any name does that no other slot has.",
  },
  {
    file: "server/services/process/loop-delay.ts",
    line: 'return processWide("loop-lateness", () => ({ ms: 0 }));',
    change: '"loop-lateness" → "mutant"',
    reason: "The name of a slot that a process keeps: any name does that no other slot has.",
  },
  {
    file: "server/services/process/metrics.ts",
    line: 'return processWide("metrics", makeMetrics);',
    change: '"metrics" → "mutant"',
    reason: "The name of a slot that a process keeps: any name does that no other slot has.",
  },
  {
    file: "server/services/process/phase.ts",
    line: 'return processWide("phase", () => ({ phase: "serving" }));',
    change: '"phase" → "mutant"',
    reason: "The name of a slot that a process keeps: any name does that no other slot has.",
  },
  {
    file: "server/services/process/recent-errors.ts",
    line: 'return processWide("recent-errors", () => ({ count: 0, list: [] }));',
    change: '"recent-errors" → "mutant"',
    reason: "The name of a slot that a process keeps: any name does that no other slot has.",
  },
  {
    file: "server/services/process/request.ts",
    line: 'return processWide("requests", () => new AsyncLocalStorage<CurrentRequest>());',
    change: '"requests" → "mutant"',
    reason: "The name of a slot that a process keeps: any name does that no other slot has.",
  },
  {
    file: "server/services/process/stopping.ts",
    line: 'return processWide("stopping", listenForTheEnd).signal;',
    change: '"stopping" → "mutant"',
    reason: "The name of a slot that a process keeps: any name does that no other slot has.",
  },
  {
    file: "server/services/app/founding.ts",
    line: 'const known = processWide("study-foundings", () => new Map<string, Founding>());',
    change: '"study-foundings" → "mutant"',
    reason: "The name of a slot that a process keeps: any name does that no other slot has.",
  },
  {
    file: "server/services/app/rule-lists.ts",
    line: 'const kept = processWide("rule-lists", () => new Map<string, Promise<RuleList>>());',
    change: '"rule-lists" → "mutant"',
    reason: "The name of a slot that a process keeps: any name does that no other slot has.",
  },
  {
    file: "server/services/app/seeds.ts",
    line: 'const stonesOf = processWide("seed-stones", () => new Map<string, Promise<string[]>>());',
    change: '"seed-stones" → "mutant"',
    reason: "The name of a slot that a process keeps: any name does that no other slot has.",
  },
  {
    file: "server/services/limits/spend.ts",
    line: 'const counters = processWide("call-counts", () => new WeakMap<Store, Counter>());',
    change: '"call-counts" → "mutant"',
    reason: "The name of a slot that a process keeps: any name does that no other slot has.",
  },
  {
    file: "server/services/mark/keep-marks.ts",
    line: 'const stores = processWide("marks-waiting", () => new WeakMap<Store, Waiting>());',
    change: '"marks-waiting" → "mutant"',
    reason: "The name of a slot that a process keeps: any name does that no other slot has.",
  },
  {
    file: "server/services/process/crowd.ts",
    line: "letInAt: 0,",
    change: "0 → 1",
    reason: "A thread is full after a slice at the soonest, which is twice as long as anybody is held.",
  },
  {
    file: "server/services/process/crowd.ts",
    line: "letInAt: 0,",
    change: "0 → -1",
    reason: "A thread is full after a slice at the soonest, which is twice as long as anybody is held.",
  },
  {
    file: "server/services/process/crowd.ts",
    line: "setTimeout(letNextIn, 1, crowd);",
    change: "1 → 0",
    reason: "Node's shortest timer is that of one millisecond.",
  },
  {
    file: "server/services/process/answers.ts",
    line: 'const [, first = "", second = ""] = url.replace(/\\?.*/s, "").split("/");',
    change: '"" → "mutant"',
    nth: 1,
    reason:
      "Without a second part an address of the API leads to none of its doors, whatever the part is taken for.",
  },
  {
    file: "server/services/process/answers.ts",
    line: 'const door = doorOf(url ?? "");',
    change: 'removed: ?? ""',
    reason: "Every request that a server receives has an address.",
  },
  {
    file: "server/services/process/answers.ts",
    line: 'const door = doorOf(url ?? "");',
    change: '"" → "mutant"',
    reason: "Every request that a server receives has an address.",
  },
  {
    file: "server/services/app/measured-store.ts",
    line: "writeWait.observe((began - asked) / 1_000);",
    change: "1_000 → 1001",
    reason: "A wait in the metrics, off by one part in a thousand: no two waits are the same.",
  },
  {
    file: "server/services/app/measured-store.ts",
    line: "commit.observe((performance.now() - ended) / 1_000);",
    change: "1_000 → 1001",
    reason: "A wait in the metrics, off by one part in a thousand: no two waits are the same.",
  },
  {
    file: "server/services/app/measured-store.ts",
    line: "writeWait.observe((began - asked) / 1_000);",
    change: "1_000 → 999",
    reason: "A wait in the metrics, off by one part in a thousand: no two waits are the same.",
  },
  {
    file: "server/services/app/measured-store.ts",
    line: "commit.observe((performance.now() - ended) / 1_000);",
    change: "1_000 → 999",
    reason: "A wait in the metrics, off by one part in a thousand: no two waits are the same.",
  },
  {
    file: "server/services/app/long-job.ts",
    line: "isHeld(leaseUntil, steady, leaseLength) ? [] : [{ ...job, work: kind, leaseUntil: leaseUntil ?? 0 }],",
    change: "0 → 1",
    reason: "Whatever runs has a lease; it is there for the types.",
  },
  {
    file: "server/services/app/long-job.ts",
    line: "isHeld(leaseUntil, steady, leaseLength) ? [] : [{ ...job, work: kind, leaseUntil: leaseUntil ?? 0 }],",
    change: "0 → -1",
    reason: "Whatever runs has a lease; it is there for the types.",
  },
  {
    file: "server/services/limits/call-counts.ts",
    line: "return rows.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));",
    change: "1 → 2",
    reason: "A sort asks for the sign alone.",
  },
  {
    file: "server/services/limits/call-counts.ts",
    line: "return rows.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));",
    change: "1 → 2",
    nth: 1,
    reason: "A sort asks for the sign alone.",
  },
  {
    file: "server/services/limits/call-counts.ts",
    line: "return rows.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));",
    change: "< → <=",
    reason: "No two rows have the same key.",
  },
  {
    file: "server/services/mark/mark.ts",
    line: "opened: Math.max(mark?.opened ?? 0, line.opened),",
    change: "0 → -1",
    reason: "No count is below 0.",
  },
  {
    file: "server/services/mark/mark.ts",
    line: "ended: Math.max(mark?.ended ?? 0, line.ended),",
    change: "0 → -1",
    reason: "No count is below 0.",
  },
  {
    file: "server/services/mark/mark.ts",
    line: "else if (fact.size >= (checkpoint?.size ?? 0)) checkpoint = { note: fact.checkpoint, size: fact.size };",
    change: "0 → -1",
    reason: "No checkpoint has a size below 0.",
  },
  {
    file: "server/services/mail/mailer.ts",
    line: "disableFileAccess: true,",
    change: "true → false",
    reason: "A letter is plain text, which names no file and no address to fetch.",
  },
  {
    file: "server/services/mail/mailer.ts",
    line: "disableUrlAccess: true,",
    change: "true → false",
    reason: "A letter is plain text, which names no file and no address to fetch.",
  },
];

/** Why a mutant is accepted; only a reason accepts it. */
export function reasonFor(mutant: Mutant, accepted: readonly Equivalent[] = equivalents): string | undefined {
  const found = accepted.find(
    ({ file, line, change, nth = 0 }) =>
      file === mutant.file && line === mutant.lineText && change === mutant.change && nth === mutant.nth,
  );
  return found?.reason.trim() || undefined;
}
