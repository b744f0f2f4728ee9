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
    file: "server/services/process/crowd.ts",
    line: "const longestSliceMs = 500;",
    change: "500 → 499",
    reason:
      "How much of a turn in which the machine stood still is counted, off by one part in five hundred of a guess.",
  },
  {
    file: "server/api/files/from-byte.ts",
    line: 'const [, begin] = /^bytes=(\\d{1,15})-$/.exec(headers.get("range") ?? "") ?? [];',
    change: '"" → "mutant"',
    reason: "Neither text is a range.",
  },
  {
    file: "server/api/files/made-file.ts",
    line: 'const [, seq, hash, by] = /^"(\\d{1,15})-([0-9a-f]{64})-([0-9a-f]{16})"$/.exec(etag ?? "") ?? [];',
    change: '"" → "mutant"',
    reason: "Neither text is an ETag.",
  },
  {
    file: "server/api/files/log-as-file.ts",
    line: "const { size, hash } = await measureLog(app, { studyId, after: 0, upTo: seq });",
    change: "0 → -1",
    reason: "Entries are numbered from 1: after 0 and after -1 come the same.",
  },
  {
    file: "server/api/files/uploads.ts",
    line: 'if (session === null || turnedAway !== null) return turnedAway ?? refuse(401, "Sign in first.");',
    change: "401 → 402",
    reason: "Whoever is not signed in was turned away by then; it is there for the types.",
  },
  {
    file: "server/api/files/uploads.ts",
    line: 'if (session === null || turnedAway !== null) return turnedAway ?? refuse(401, "Sign in first.");',
    change: "401 → 400",
    reason: "Whoever is not signed in was turned away by then; it is there for the types.",
  },
  {
    file: "server/api/files/uploads.ts",
    line: "if (!(error instanceof URIError)) throw error;",
    change: "removed: if (!(error instanceof URIError)) throw error;",
    reason: "decodeURIComponent throws nothing else for a text.",
  },
  {
    file: "server/api/files/checkpoint-files.ts",
    line: 'if (level === undefined || digits.length > 15 || groups.startsWith("x000")) return null;',
    change: "15 → 14",
    reason: "No tree has 10^14 tiles, and a tile that is not there is answered like an address that is none.",
  },
  {
    file: "server/api/files/checkpoint-files.ts",
    line: 'if (level === undefined || digits.length > 15 || groups.startsWith("x000")) return null;',
    change: "15 → 16",
    reason: "No tree has 10^15 tiles, and a tile that is not there is answered like an address that is none.",
  },
  {
    file: "server/api/pages.ts",
    line: "const role = roles.find((one) => one === standing?.role);",
    change: "find → findLast",
    reason: "No role is named twice, and nobody has two in a study.",
  },
  {
    file: "server/api/return-path.ts",
    line: 'export const pathHeader = "x-evenhand-path";',
    change: '"x-evenhand-path" → "mutant"',
    reason:
      "The proxy that writes the header and the pages that read it take its name from here; what a browser sends under it is written over.",
  },
  {
    file: "server/api/programs/program-context.ts",
    line: 'const [, token] = /^Bearer ([\\w-]{1,200})$/i.exec(headers.get("authorization") ?? "") ?? [];',
    change: '"" → "mutant"',
    reason: "Neither text is a token.",
  },
  {
    file: "server/api/programs/answer.ts",
    line: 'const key = headers.get("idempotency-key") ?? "";',
    change: '"" → "mutant"',
    reason: "Six letters are too short for a key, as no letter is.",
  },
  {
    file: "server/api/programs/answer.ts",
    line: "const asked = there.find(({ operation }) => operation.method === method);",
    change: "find → findLast",
    reason: "No address has two operations of one method.",
  },
  {
    file: "server/api/programs/answer.ts",
    line: "if (status >= 400) return problemResponse({ status, body, retryAfter: undefined });",
    change: ">= → >",
    reason:
      "Kept for a key are statuses 200 to 202 of what was done, and 500 of what nobody foresaw; a refusal is thrown.",
  },
  {
    file: "server/api/programs/answer.ts",
    line: "if (status >= 400) return problemResponse({ status, body, retryAfter: undefined });",
    change: "400 → 401",
    reason:
      "Kept for a key are statuses 200 to 202 of what was done, and 500 of what nobody foresaw; a refusal is thrown.",
  },
  {
    file: "server/api/programs/answer.ts",
    line: "if (status >= 400) return problemResponse({ status, body, retryAfter: undefined });",
    change: "400 → 399",
    reason:
      "Kept for a key are statuses 200 to 202 of what was done, and 500 of what nobody foresaw; a refusal is thrown.",
  },
  {
    file: "server/api/programs/operations.ts",
    line: `return \`\${isMine ? "waiting" : "other"} \${studyId}\`;`,
    change: '"other" → "mutant"',
    reason: "A cursor is read as one of a study that waited, or as any other.",
  },
  {
    file: "server/api/programs/operations.ts",
    line: 'const [isMine, studyId = ""] = String(at).split(" ");',
    change: '"" → "mutant"',
    reason: "Neither text is the id of a study, and the procedure refuses both with the same sentence.",
  },
  {
    file: "server/api/programs/document.ts",
    line: 'const names = [...path.matchAll(/\\{(\\w+)\\}/g)].map(([, name = ""]) => name);',
    change: '"" → "mutant"',
    reason: "What matches has a name; it is there for the types.",
  },
  {
    file: "server/api/programs/files.ts",
    line: 'const name = call.params.file ?? "";',
    change: '"" → "mutant"',
    reason: "The address of a table names one; it is there for the types.",
  },
  {
    file: "server/api/programs/files.ts",
    line: 'const { studyId = "" } = params;',
    change: '"" → "mutant"',
    reason: "The address of every file names a study; it is there for the types.",
  },
  {
    file: "server/api/trpc/trpc.ts",
    line: "isDev: false,",
    change: "false → true",
    reason: "It adds the stack to the usual shape of an error, of which our own takes no more than codes.",
  },
  {
    file: "server/services/rounds/choose-people.ts",
    line: "return drawn.flatMap((id) => rows.find((row) => row.id === id) ?? []);",
    change: "find → findLast",
    reason: "Each person has one row.",
  },
  {
    file: "server/services/rounds/read-board.ts",
    line: "const decision = decisions.find((row) => row.position === position);",
    change: "find → findLast",
    reason: "There is one decision for each position.",
  },
  {
    file: "server/services/outcomes/record-outcomes.ts",
    line: "const decision = decisions.find((row) => row.position === position);",
    change: "find → findLast",
    reason: "There is one decision for each position.",
  },
  {
    file: "server/services/outcomes/record-outcomes.ts",
    line: "const person = people.find(({ personId }) => personId === sealed.personId);",
    change: "find → findLast",
    reason: "Nobody stands twice in a round.",
  },
  {
    file: "server/services/rounds/read-round.ts",
    line: "const reason = closeReasons.find((word) => word === said);",
    change: "find → findLast",
    reason: "The words differ, so the first that is equal is the last.",
  },
  {
    file: "server/services/rounds/close-round.ts",
    line: 'return state === "closing" ? closeReasons.find((word) => word === said) : undefined;',
    change: "find → findLast",
    reason: "The words differ, so the first that is equal is the last.",
  },
  {
    file: "server/services/rounds/shown-fields.ts",
    line: "const field = fields.find((each) => each.name === name);",
    change: "find → findLast",
    reason: "The columns of a study have different names.",
  },
  {
    file: "server/services/studies/leave-seat.ts",
    line: "const place = panel.find((seat) => seat.seatId === seatId)?.place;",
    change: "find → findLast",
    reason: "A seat has one place on a panel.",
  },
  {
    file: "server/services/studies/replace-seat.ts",
    line: "const leaving = (await listSeats(tx, studyId)).find((seat) => seat.id === seatId);",
    change: "find → findLast",
    reason: "The seats of a study have different names.",
  },
  {
    file: "server/services/rounds/read-waiting.ts",
    line: "const searchedAtOnce = 10_000;",
    change: "10_000 → 10001",
    reason: "How many are looked through at once changes nothing of who is found.",
  },
  {
    file: "server/services/rounds/read-waiting.ts",
    line: "for (let after = 0; after < last; after += searchedAtOnce) {",
    change: "< → <=",
    reason: "Behind the last person nobody is found.",
  },
  {
    file: "server/services/rounds/read-waiting.ts",
    line: "for (let after = 0; after < last; after += searchedAtOnce) {",
    change: "0 → -1",
    reason: "People are numbered from 1 on.",
  },
  {
    file: "server/services/rounds/read-waiting.ts",
    line: "const among = found?.filter((ordinal) => ordinal > after).slice(0, limit + 1);",
    change: "1 → 2",
    reason: "The query itself takes no more than one beyond the page.",
  },
  {
    file: "server/services/rounds/read-waiting.ts",
    line: "const among = found?.filter((ordinal) => ordinal > after).slice(0, limit + 1);",
    change: "removed: .slice(0, limit + 1)",
    reason: "The query itself takes no more than one beyond the page.",
  },
  {
    file: "server/services/rounds/read-waiting.ts",
    line: "const rows = await listWaitingPage(db, { studyId, after, ...(among && { among }), limit: limit + 1 });",
    change: "1 → 2",
    reason: "Two beyond the page say the same as one: that there is a next one.",
  },
  {
    file: "server/services/rounds/open-round.ts",
    line: 'chance: published.chances[position] ?? "",',
    change: '"" → "mutant"',
    reason: "An opening has a chance for each of its people.",
  },
  {
    file: "server/services/rounds/open-round.ts",
    line: "guidelineVersion: guideline?.version ?? 1,",
    change: "1 → 0",
    reason: "A published study has guidelines.",
  },
  {
    file: "server/services/rounds/open-round.ts",
    line: "if (still.length !== prepared.people.length) {",
    change:
      'removed: if (still.length !== prepared.people.length) { throw new DomainError("busy", "Some of these peopl...',
    reason:
      "An opening that took them has taken the number too, and an erasure has moved the learner on, so nobody comes as far as this.",
  },
  {
    file: "server/services/rounds/open-round.ts",
    line: 'throw new DomainError("busy", "Some of these people were taken or erased just now: try again.");',
    change: '"busy" → "mutant"',
    reason:
      "An opening that took them has taken the number too, and an erasure has moved the learner on, so nobody comes as far as this.",
  },
  {
    file: "server/services/studies/guidelines.ts",
    line: "const latest = versions[0]?.version ?? 1;",
    change: "1 → 2",
    reason: "A published study has guidelines.",
  },
  {
    file: "server/services/damage/find-damage.ts",
    line: "const seq = (study?.nextSeq ?? 1) - 1;",
    change: "1 → 0",
    nth: 0,
    reason: "Only studies that there are are looked at.",
  },
  {
    file: "server/services/outcomes/read-standings.ts",
    line: "const pageSize = 2_000;",
    change: "2_000 → 1999",
    reason: "The pages are read one after another, and together they are the same people.",
  },
  {
    file: "server/services/outcomes/read-standings.ts",
    line: "for (let after = 0; ; ) {",
    change: "0 → -1",
    reason: "People are numbered from 1 on.",
  },
  {
    file: "server/services/people/further-people.ts",
    line: "const pageSize = 2_000;",
    change: "2_000 → 2001",
    reason: "The words of all pages are put together.",
  },
  {
    file: "server/services/learner/read-steps.ts",
    line: "const peopleAtOnce = 1_000;",
    change: "1_000 → 1001",
    reason: "The cells of all queries are put together, and an engine takes that many values too.",
  },
  {
    file: "server/services/learner/rebuild-state.ts",
    line: "const stepsAtOnce = 500;",
    change: "500 → 501",
    reason: "A state is the same in whatever parts its steps are taken.",
  },
  {
    file: "server/services/learner/rebuild-state.ts",
    line: "while (after < appliedSeq) {",
    change: "< → <=",
    reason: "Up to the entry that is wanted there is no step behind it, and the loop ends as well.",
  },
  {
    file: "server/services/learner/rebuild-state.ts",
    line: 'const { state } = (readLine(row?.entry ?? "") as Entry<"person.erased">).body;',
    change: '"" → "mutant"',
    reason: "The entry was found by its type just before.",
  },
  {
    file: "server/services/learner/rebuild-state.ts",
    line: "return { after: 0, tip: null };",
    change: "0 → -1",
    reason: "Entries are numbered from 1 on.",
  },
  {
    file: "server/services/learner/rule-words.ts",
    line: "const nothing: Known = { size: null, separatorSize: 0, words: new Map() };",
    change: "0 → -1",
    reason: "As long as the size is not known nothing of it is told.",
  },
  {
    file: "server/services/learner/rule-words.ts",
    line: 'return { size: size ?? 0, separatorSize, sentence: (rule) => words.get(rule) ?? "" };',
    change: "0 → 1",
    reason: "Whoever comes here has heard the size.",
  },
  {
    file: "server/services/learner/rule-words.ts",
    line: 'return { size: size ?? 0, separatorSize, sentence: (rule) => words.get(rule) ?? "" };',
    change: '"" → "mutant"',
    reason: "Sentences are asked for the rules that were named.",
  },
  {
    file: "server/services/learner/rule-words.ts",
    line: 'for (const [index, rule] of missing.entries()) words.set(rule, told.sentences[index] ?? "");',
    change: '"" → "mutant"',
    reason: "The worker tells a sentence for each rule.",
  },
  {
    file: "server/services/learner/apply-updates.ts",
    line: "const now = Math.round(app.timekeeper.steady());",
    change: "round → floor",
    reason: "A lease of ten thousand milliseconds that begins one sooner.",
  },
  {
    file: "server/services/learner/apply-updates.ts",
    line: "const until = Math.round(app.timekeeper.steady()) + leaseMilliseconds;",
    change: "round → floor",
    reason: "A lease of ten thousand milliseconds that ends one sooner.",
  },
  {
    file: "server/services/drafts/rehearse.ts",
    line: 'const underWay = () => processWide("rehearsals", () => new Map<string, AbortController>());',
    change: '"rehearsals" → "mutant"',
    reason: "Any name will do that nothing else of the process has.",
  },
  {
    file: "server/services/learner/rule-words.ts",
    line: 'return processWide("rule-words", () => new WeakMap<LearningSettings, Promise<Known>>());',
    change: '"rule-words" → "mutant"',
    reason: "Any name will do that nothing else of the process has.",
  },
  {
    file: "server/services/learner/warm-states.ts",
    line: 'const apps = processWide("warm-states", () => new WeakMap<App, Warm>());',
    change: '"warm-states" → "mutant"',
    reason: "Any name will do that nothing else of the process has.",
  },
  {
    file: "server/services/studies/settings.ts",
    line: 'return processWide("parsed-settings", () => new Map<string, Parsed>());',
    change: '"parsed-settings" → "mutant"',
    reason: "Any name will do that nothing else of the process has.",
  },
  {
    file: "server/services/damage/damaged.ts",
    line: 'const stores = processWide("damaged-studies", () => new WeakMap<Store, Map<string, string>>());',
    change: '"damaged-studies" → "mutant"',
    reason: "Any name will do that nothing else of the process has.",
  },
  {
    file: "server/services/drafts/rehearse.ts",
    line: 'const rehearsalKind = "rehearsal";',
    change: '"rehearsal" → "mutant"',
    reason: "Any name will do that no other long work of a study has.",
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
