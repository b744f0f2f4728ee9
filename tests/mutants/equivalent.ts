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
    file: "server/services/process/crowd.ts",
    line: "const longestSliceMs = 500;",
    change: "500 → 499",
    reason:
      "How much of a turn in which the machine stood still is counted, off by one part in five hundred of a guess.",
  },
  {
    file: "server/learner/simulation/panels.ts",
    line: "const MOST_KEPT = 2_000;",
    change: "2_000 → 2001",
    reason: "How many distances are kept; those that are not are the same when they are computed again.",
  },
  {
    file: "server/learner/simulation/panels.ts",
    line: "const MOST_KEPT = 2_000;",
    change: "2_000 → 1999",
    reason: "How many distances are kept; those that are not are the same when they are computed again.",
  },
  {
    file: "server/learner/simulation/panels.ts",
    line: "if (n > MOST_KEPT) return between;",
    change: "> → >=",
    reason: "How many distances are kept; those that are not are the same when they are computed again.",
  },
  {
    file: "server/learner/simulation/panels.ts",
    line: "if (n > MOST_KEPT) return between;",
    change: "> → <=",
    reason: "How many distances are kept; those that are not are the same when they are computed again.",
  },
  {
    file: "server/learner/simulation/panels.ts",
    line: "if (n > MOST_KEPT) return between;",
    change: "removed: if (n > MOST_KEPT) return between;",
    reason: "How many distances are kept; those that are not are the same when they are computed again.",
  },
  {
    file: "server/learner/simulation/fit.ts",
    line: "const shared = sum(x.map((each, i) => (each - meanX) * ((y[i] ?? Number.NaN) - meanY)));",
    change: "- → +",
    reason: "The differences from the mean of y come to nothing, whatever is added to each x.",
  },
  {
    file: "server/learner/simulation/rule-search.ts",
    line: "const NOISE_SHARES = [0.02, 0.05, 0.1, 0.2] as const;",
    change: "0.02 → 1.02",
    reason:
      "Which rules nearby are looked for saves solves; the program ends with the same loss whichever join it early.",
  },
  {
    file: "server/learner/simulation/rule-search.ts",
    line: "const NOISE_SHARES = [0.02, 0.05, 0.1, 0.2] as const;",
    change: "0.02 → -0.98",
    reason:
      "Which rules nearby are looked for saves solves; the program ends with the same loss whichever join it early.",
  },
  {
    file: "server/learner/simulation/rule-search.ts",
    line: "const NOISE_SHARES = [0.02, 0.05, 0.1, 0.2] as const;",
    change: "0.05 → 1.05",
    reason:
      "Which rules nearby are looked for saves solves; the program ends with the same loss whichever join it early.",
  },
  {
    file: "server/learner/simulation/rule-search.ts",
    line: "const NOISE_SHARES = [0.02, 0.05, 0.1, 0.2] as const;",
    change: "0.05 → -0.95",
    reason:
      "Which rules nearby are looked for saves solves; the program ends with the same loss whichever join it early.",
  },
  {
    file: "server/learner/simulation/rule-search.ts",
    line: "const NOISE_SHARES = [0.02, 0.05, 0.1, 0.2] as const;",
    change: "0.1 → 1.1",
    reason:
      "Which rules nearby are looked for saves solves; the program ends with the same loss whichever join it early.",
  },
  {
    file: "server/learner/simulation/rule-search.ts",
    line: "const NOISE_SHARES = [0.02, 0.05, 0.1, 0.2] as const;",
    change: "0.1 → -0.9",
    reason:
      "Which rules nearby are looked for saves solves; the program ends with the same loss whichever join it early.",
  },
  {
    file: "server/learner/simulation/rule-search.ts",
    line: "const NOISE_SHARES = [0.02, 0.05, 0.1, 0.2] as const;",
    change: "0.2 → 1.2",
    reason:
      "Which rules nearby are looked for saves solves; the program ends with the same loss whichever join it early.",
  },
  {
    file: "server/learner/simulation/rule-search.ts",
    line: "const NOISE_SHARES = [0.02, 0.05, 0.1, 0.2] as const;",
    change: "0.2 → -0.8",
    reason:
      "Which rules nearby are looked for saves solves; the program ends with the same loss whichever join it early.",
  },
  {
    file: "server/learner/simulation/comparator.ts",
    line: "const BATCH = 100;",
    change: "100 → 101",
    reason: "How many pairs join the program at once; it ends when none is left out that matters.",
  },
  {
    file: "server/learner/simulation/comparator.ts",
    line: "const BATCH = 100;",
    change: "100 → 99",
    reason: "How many pairs join the program at once; it ends when none is left out that matters.",
  },
  {
    file: "server/learner/simulation/comparator.ts",
    line: "const NEAR = 48;",
    change: "48 → 49",
    reason:
      "Which rules nearby are looked for saves solves; the program ends with the same loss whichever join it early.",
  },
  {
    file: "server/learner/simulation/comparator.ts",
    line: "const NEAR = 48;",
    change: "48 → 47",
    reason:
      "Which rules nearby are looked for saves solves; the program ends with the same loss whichever join it early.",
  },
  {
    file: "server/learner/hypotheses/accepted-counts.ts",
    line: "for (let first = 0; first < people.length; first += peopleAtOnce) {",
    change: "< → <=",
    reason: "One group more, of nobody, adds nothing.",
  },
  {
    file: "server/learner/hypotheses/accepted-counts.ts",
    line: "for (let h = 0; h < counts.length; h++) counts[h] = (counts[h] as number) + (bytes[h] as number);",
    change: "< → <=",
    reason: "What is written before the first or behind the last place of a typed array is lost.",
  },
  {
    file: "server/learner/hypotheses/accepted-counts.ts",
    line: "for (let h = 0; h < counts.length; h++) counts[h] = (counts[h] as number) + (bytes[h] as number);",
    change: "0 → -1",
    reason: "What is written before the first or behind the last place of a typed array is lost.",
  },
  {
    file: "server/learner/hypotheses/accepted-counts.ts",
    line: "for (let h = 4 * fours; h < bits.length; h++) bytes[h] = (bytes[h] as number) + (bits[h] as number);",
    change: "< → <=",
    reason: "What stands behind the last rule is not counted.",
  },
  {
    file: "server/learner/hypotheses/conjunctions.ts",
    line: "for (let half = 1; half < rules.size - 1; half *= 2) {",
    change: "< → <=",
    reason: "A power of two beyond the last question is in nobody's answers.",
  },
  {
    file: "server/learner/hypotheses/conjunctions.ts",
    line: "for (let half = 1; half < rules.size - 1; half *= 2) {",
    change: "- → +",
    reason: "A power of two beyond the last question is in nobody's answers.",
  },
  {
    file: "server/learner/hypotheses/patterns.ts",
    line: "for (let h = 0; h < patterns.length; h++) {",
    change: "< → <=",
    reason: "What is written before the first or behind the last place of a typed array is lost.",
  },
  {
    file: "server/learner/hypotheses/patterns.ts",
    line: "for (let h = 0; h < patterns.length; h++) {",
    change: "0 → 1",
    reason: "Rule 0 accepts no one, and what is written before it is lost.",
  },
  {
    file: "server/learner/hypotheses/patterns.ts",
    line: "for (let h = 0; h < patterns.length; h++) {",
    change: "0 → -1",
    reason: "Rule 0 accepts no one, and what is written before it is lost.",
  },
  {
    file: "server/learner/hypotheses/point-class.ts",
    line: "for (let h = 0; h < size; h++) answers[h] = rules.accepts(h, context) ? 1 : 0;",
    change: "< → <=",
    reason: "What is written before the first or behind the last place of a typed array is lost.",
  },
  {
    file: "server/learner/hypotheses/point-class.ts",
    line: "for (let h = 0; h < size; h++) answers[h] = rules.accepts(h, context) ? 1 : 0;",
    change: "0 → 1",
    reason: "Rule 0 accepts no one, in every class.",
  },
  {
    file: "server/learner/policy/weights.ts",
    line: "for (let h = 0; h < sums.length; h++) sums[h] = (a[h] as number) + (b[h] as number);",
    change: "< → <=",
    reason: "What is written before the first or behind the last place of a typed array is lost.",
  },
  {
    file: "server/learner/policy/weights.ts",
    line: "for (let h = 0; h < sums.length; h++) sums[h] = (a[h] as number) + (b[h] as number);",
    change: "0 → -1",
    reason: "What is written before the first or behind the last place of a typed array is lost.",
  },
  {
    file: "server/learner/oracles/enumeration-oracles.ts",
    line: "for (let h = 0; h < sums.length; h++) if (bits[h] === 1) sums[h] = (sums[h] as number) + z;",
    change: "0 → -1",
    reason: "No rule before the first one accepts anybody.",
  },
  {
    file: "server/learner/panel/panel.ts",
    line: "for (let high = 0; high < chances.length; high++) {",
    change: "< → <=",
    reason: "Whoever is not in the round has no rank, and is further than alpha from nobody.",
  },
  {
    file: "server/learner/panel/panel.ts",
    line: "for (let high = 0; high < chances.length; high++) {",
    change: "0 → -1",
    reason: "Whoever is not in the round has no rank, and is further than alpha from nobody.",
  },
  {
    file: "server/learner/panel/panel.ts",
    line: "for (let low = 0; low < chances.length; low++) {",
    change: "< → <=",
    reason: "Whoever is not in the round has no rank, and is further than alpha from nobody.",
  },
  {
    file: "server/learner/panel/panel.ts",
    line: "for (let low = 0; low < chances.length; low++) {",
    change: "0 → -1",
    reason: "Whoever is not in the round has no rank, and is further than alpha from nobody.",
  },
  {
    file: "server/learner/simulation/comparator.ts",
    line: "for (let a = 0; a < contextCount; a++)",
    change: "< → <=",
    reason: "What is written before the first or behind the last place of a typed array is lost.",
  },
  {
    file: "server/learner/simulation/comparator.ts",
    line: "for (let a = 0; a < contextCount; a++)",
    change: "0 → -1",
    reason: "What is written before the first or behind the last place of a typed array is lost.",
  },
  {
    file: "server/learner/simulation/rule-search.ts",
    line: "for (let n = 0; n < near && worth > 0; n++) {",
    change: "< → <=",
    reason:
      "Which rules nearby are looked for saves solves; the program ends with the same loss whichever join it early.",
  },
  {
    file: "server/learner/simulation/rule-search.ts",
    line: "for (let n = 0; n < near && worth > 0; n++) {",
    change: "0 → 1",
    reason:
      "Which rules nearby are looked for saves solves; the program ends with the same loss whichever join it early.",
  },
  {
    file: "server/learner/simulation/rule-search.ts",
    line: "for (let n = 0; n < near && worth > 0; n++) {",
    change: "0 → -1",
    reason:
      "Which rules nearby are looked for saves solves; the program ends with the same loss whichever join it early.",
  },
  {
    file: "server/learner/spec/resample-count.ts",
    line: "for (let five = 1, b = 0; b <= MOST_FACTORS; b++, five *= 5) {",
    change: "<= → <",
    reason: "Of all counts up to 10^9 none needs the fifteenth power of 5, let alone another.",
  },
  {
    file: "server/learner/spec/resample-count.ts",
    line: "for (let five = 1, b = 0; b <= MOST_FACTORS; b++, five *= 5) {",
    change: "0 → -1",
    reason: "Of all counts up to 10^9 none needs the fifteenth power of 5, let alone another.",
  },
  {
    file: "server/learner/start/picked.ts",
    line: "for (let c = mode; c > from; c--) shares[c - 1 - from] = (shares[c - from] as number) / step(c - 1);",
    change: "> → >=",
    reason: "What is written before the first or behind the last place of a typed array is lost.",
  },
  {
    file: "server/learner/kernels/typed-arrays.ts",
    line: "if (total < least) least = total;",
    change: "< → <=",
    reason: "The same number once more.",
  },
  {
    file: "server/learner/kernels/typed-arrays.ts",
    line: "if (total > most) most = total;",
    change: "> → >=",
    reason: "The same number once more.",
  },
  {
    file: "server/learner/policy/waiting-sums.ts",
    line: "if (charges.length === 0) return this;",
    change: "0 → -1",
    reason: "Without charges what follows is another object with the same sums.",
  },
  {
    file: "server/learner/policy/waiting-sums.ts",
    line: "if (charges.length === 0) return this;",
    change: "removed: if (charges.length === 0) return this;",
    reason: "Without charges what follows is another object with the same sums.",
  },
  {
    file: "server/learner/policy/vector-sums.ts",
    line: "if (charges.length === 0) return this;",
    change: "0 → -1",
    reason: "Without charges what follows is another object with the same sums.",
  },
  {
    file: "server/learner/policy/vector-sums.ts",
    line: "if (charges.length === 0) return this;",
    change: "removed: if (charges.length === 0) return this;",
    reason: "Without charges what follows is another object with the same sums.",
  },
  {
    file: "server/learner/policy/waiting-totals.ts",
    line: "if (charges.length === 0) return this;",
    change: "0 → -1",
    reason: "Without charges what follows is another object with the same sums.",
  },
  {
    file: "server/learner/policy/waiting-totals.ts",
    line: "if (charges.length === 0) return this;",
    change: "removed: if (charges.length === 0) return this;",
    reason: "Without charges what follows is another object with the same sums.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "const KEPT_BYTES = 32 * 1024 * 1024;",
    change: "* → /",
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "const KEPT_BYTES = 32 * 1024 * 1024;",
    change: "* → /",
    nth: 1,
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "const KEPT_BYTES = 32 * 1024 * 1024;",
    change: "32 → 33",
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "const KEPT_BYTES = 32 * 1024 * 1024;",
    change: "32 → 31",
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "const KEPT_BYTES = 32 * 1024 * 1024;",
    change: "1024 → 1025",
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "const KEPT_BYTES = 32 * 1024 * 1024;",
    change: "1024 → 1025",
    nth: 1,
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "const KEPT_BYTES = 32 * 1024 * 1024;",
    change: "1024 → 1023",
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "const KEPT_BYTES = 32 * 1024 * 1024;",
    change: "1024 → 1023",
    nth: 1,
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "const most = Math.ceil(KEPT_BYTES / size);",
    change: "/ → *",
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "const most = Math.ceil(KEPT_BYTES / size);",
    change: "ceil → floor",
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "let count = 0;",
    change: "0 → 1",
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "let count = 0;",
    change: "0 → -1",
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "if (count === most) [kept, count] = [new WeakMap(), 0];",
    change: "=== → !==",
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "if (count === most) [kept, count] = [new WeakMap(), 0];",
    change: "0 → 1",
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "if (count === most) [kept, count] = [new WeakMap(), 0];",
    change: "0 → -1",
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "kept.set(individual, answers);",
    change: "removed: kept.set(individual, answers);",
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "count += 1;",
    change: "+= → -=",
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "count += 1;",
    change: "1 → 2",
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "count += 1;",
    change: "1 → 0",
    reason: "How many answers are kept: whoever is asked again answers the same.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "bySpec.set(from, source);",
    change: "removed: bySpec.set(from, source);",
    reason: "The text of a class that was met before finds it as well.",
  },
  {
    file: "server/learner/hypotheses/trees.ts",
    line: "const MOST_KNOWN = 4_096;",
    change: "4_096 → 4097",
    reason: "How many trees are kept: those that are not are read from their numbers again.",
  },
  {
    file: "server/learner/hypotheses/trees.ts",
    line: "const MOST_KNOWN = 4_096;",
    change: "4_096 → 4095",
    reason: "How many trees are kept: those that are not are read from their numbers again.",
  },
  {
    file: "server/learner/hypotheses/trees.ts",
    line: "if (known.size >= MOST_KNOWN) known.clear();",
    change: ">= → >",
    reason: "How many trees are kept: those that are not are read from their numbers again.",
  },
  {
    file: "server/learner/hypotheses/trees.ts",
    line: "if (known.size >= MOST_KNOWN) known.clear();",
    change: ">= → <",
    reason: "How many trees are kept: those that are not are read from their numbers again.",
  },
  {
    file: "server/learner/hypotheses/trees.ts",
    line: "if (known.size >= MOST_KNOWN) known.clear();",
    change: "removed: known.clear();",
    reason: "How many trees are kept: those that are not are read from their numbers again.",
  },
  {
    file: "server/learner/oracles/transforms.ts",
    line: "for (let start = 0; start < sums.length; start += 2 * bit) {",
    change: "< → <=",
    reason: "What is written before the first or behind the last place of a typed array is lost.",
  },
  {
    file: "server/learner/oracles/transforms.ts",
    line: "for (let start = 0; start < sums.length; start += 2 * bit) {",
    change: "< → <=",
    nth: 1,
    reason: "What is written before the first or behind the last place of a typed array is lost.",
  },
  {
    file: "server/learner/oracles/transforms.ts",
    line: "for (let start = 0; start < sums.length; start += 2 * bit) {",
    change: "< → <=",
    nth: 2,
    reason: "What is written before the first or behind the last place of a typed array is lost.",
  },
  {
    file: "server/learner/oracles/tree-oracle.ts",
    line: "for (let set = 0; set < count; set++) sums[set] = (sums[set] as number) + (noise[set] as number);",
    change: "< → <=",
    reason: "What is written before the first or behind the last place of a typed array is lost.",
  },
  {
    file: "server/learner/oracles/tree-oracle.ts",
    line: "for (let set = 0; set < count; set++) sums[set] = (sums[set] as number) + (noise[set] as number);",
    change: "0 → -1",
    reason: "What is written before the first or behind the last place of a typed array is lost.",
  },
  {
    file: "server/learner/policy/vector-sums.ts",
    line: "for (let S = 0; S < count; S++) ofSets[S] = (total - (ofSets[S] as number)) / 2;",
    change: "< → <=",
    reason: "What is written before the first or behind the last place of a typed array is lost.",
  },
  {
    file: "server/learner/policy/vector-sums.ts",
    line: "for (let S = 0; S < count; S++) ofSets[S] = (total - (ofSets[S] as number)) / 2;",
    change: "0 → -1",
    reason: "What is written before the first or behind the last place of a typed array is lost.",
  },
  {
    file: "server/learner/policy/vector-sums.ts",
    line: "for (let S = 0, others = count - 1; S <= others; S++, others--) {",
    change: "<= → <",
    reason: "There are as many vectors as a power of two, so none is its own opposite.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "if (position >= 0) answers[2 + i] = individual[position] === texts[i] ? 1 : 0;",
    change: ">= → >",
    reason: "A call answers the same; comparing here is only faster.",
  },
  {
    file: "server/learner/hypotheses/explicit.ts",
    line: "if (position >= 0) answers[2 + i] = individual[position] === texts[i] ? 1 : 0;",
    change: "0 → 1",
    reason: "A call answers the same; comparing here is only faster.",
  },
  {
    file: "server/learner/hypotheses/disjunctions.ts",
    line: "accepts: (h, answers) => h === 1 || (h > 1 && ((h - 1) & answers) !== 0),",
    change: "> → >=",
    reason: "Rule 1 was answered before.",
  },
  {
    file: "server/learner/hypotheses/disjunctions.ts",
    line: "accepts: (h, answers) => h === 1 || (h > 1 && ((h - 1) & answers) !== 0),",
    change: "1 → 0",
    nth: 1,
    reason: "Rule 1 was answered before.",
  },
  {
    file: "server/learner/hypotheses/parities.ts",
    line: "accepts: (h, answers) => h === 1 || (h > 1 && isOdd((h - 1) & answers)),",
    change: "> → >=",
    reason: "Rule 1 was answered before.",
  },
  {
    file: "server/learner/hypotheses/parities.ts",
    line: "accepts: (h, answers) => h === 1 || (h > 1 && isOdd((h - 1) & answers)),",
    change: "1 → 0",
    nth: 1,
    reason: "Rule 1 was answered before.",
  },
  {
    file: "server/learner/hypotheses/tree-numbers.ts",
    line: "return first + early + (yes - e) * (c - 1) + (no < yes ? no : no - 1);",
    change: "< → <=",
    reason: "The two trees of a split are never the same.",
  },
  {
    file: "server/learner/hypotheses/tree-numbers.ts",
    line: "if (d === 0 || n <= 0) return 2;",
    change: "<= → <",
    reason: "Over no questions every depth comes down to depth 0.",
  },
  {
    file: "server/learner/hypotheses/tree-numbers.ts",
    line: "if (d === 0 || n <= 0) return 2;",
    change: "0 → -1",
    nth: 1,
    reason: "Over no questions every depth comes down to depth 0.",
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
