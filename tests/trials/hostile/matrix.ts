import { allProcedures, type Procedure } from "#tests/http/roles.ts";
import { whoMayCall, whoMayFetch } from "#tests/http/who-may.ts";
import { pagePatterns } from "#tests/pages/addresses.ts";
import { each, every, tellsOfInside } from "./door.ts";
import { type Attacker, asPerson, attackers, type Stage } from "./stage.ts";
import type { Tally } from "./tally.ts";

/** What stands in place of a study's id. */
const malformed: readonly unknown[] = [
  "nothing",
  "",
  "..%2f..%2f",
  "' or 1=1 --",
  "0".repeat(20_000),
  "\u0000",
  "\ud83d",
  null,
  7,
  true,
  [],
  {},
  { $ne: null },
];

const takesStudy = ({ definition }: Procedure) =>
  definition.inputs.some((schema) =>
    schema.safeParse({}).error?.issues.some(({ path }) => path[0] === "studyId"),
  );

/** Every procedure, as everybody (or each `step`th of these calls), of one's own study, another's, one that is not there, and what is no study at all. */
export async function everyProcedure(
  { door, cookies, study, elsewhere, app }: Stage,
  tally: Tally,
  step: number,
) {
  const calls = allProcedures().flatMap((procedure) =>
    attackers.flatMap((who) => inputsFor(procedure).map((input) => ({ procedure, who, ...input }))),
  );
  function inputsFor(procedure: Procedure) {
    if (!takesStudy(procedure)) return [{ kind: "own", input: { surprise: true } as unknown }];
    return [
      { kind: "own", input: { studyId: study.studyId, surprise: true } as unknown },
      { kind: "foreign", input: { studyId: elsewhere.studyId, surprise: true } },
      { kind: "foreign", input: { studyId: app.newId(), surprise: true } },
      { kind: "malformed", input: {} },
      { kind: "malformed", input: null },
      ...malformed.map((studyId) => ({ kind: "malformed", input: { studyId } as unknown })),
    ];
  }
  await each(every(step, calls), async ({ procedure, who, kind, input }) => {
    const { path, definition } = procedure;
    const { status, text } = await door.call(definition.type, path, input, cookies[who]);
    const what = `${path} as ${who}, ${kind} ${JSON.stringify(input)?.slice(0, 60)}`;
    tally.check(
      what,
      expectedOf(procedure, who, kind).includes(status) && !tellsOfInside(text),
      `${status} ${text}`,
    );
  });
}

/** Where a second factor is given or set up, by whoever has given the password. */
const beforeFactor = [
  "factors.ways",
  "factors.askForPasskey",
  "factors.give",
  "factors.offerPasskey",
  "factors.addPasskey",
  "factors.offerAuthenticator",
  "factors.addAuthenticator",
];

function expectedOf(procedure: Procedure, who: Attacker, kind: string): readonly number[] {
  if (kind === "own") return mayCall(procedure, who) ? [400] : [isNobody(who) ? 401 : 403];
  // What is too large is refused before anybody asks whose it is.
  if (isNobody(who)) return kind === "malformed" ? [401, 413, 431] : [401];
  if (kind === "malformed") return [400, 403, 413, 431];
  // Members of the other study may be allowed there: then they hear that the input is wrong.
  return who.endsWith("elsewhere") ? [400, 403] : [403];
}

function isNobody(who: Attacker): boolean {
  return who === "anonymous" || who === "owing a factor";
}

function mayCall(procedure: Procedure, who: Attacker): boolean {
  if (who === "owing a factor" && beforeFactor.includes(procedure.path)) return true;
  // Where no study is asked for, somebody without a role in this one is a member like its auditor.
  const isMember = !isNobody(who) && !takesStudy(procedure);
  const person =
    who === "owing a factor" ? "anonymous" : (asPerson(who) ?? (isMember ? "auditor" : undefined));
  return person !== undefined && (whoMayCall[procedure.path]?.includes(person) ?? false);
}

/** A query asked with POST, a mutation with GET, and ten calls in one request. */
export async function otherWays({ door, cookies, study }: Stage, tally: Tally) {
  const procedures = allProcedures().filter(({ definition }) => definition.type !== "subscription");
  await each(procedures, async ({ path, definition }) => {
    const turned = definition.type === "query" ? "mutation" : "query";
    const { status } = await door.call(turned, path, { studyId: study.studyId }, cookies.operator);
    tally.check(`${path} as a ${turned}`, status === 405, status);
  });
  for (const type of ["query", "mutation"] as const) {
    const ofType = procedures.filter(({ definition }) => definition.type === type);
    for (let at = 0; at < ofType.length; at += 10) {
      for (const who of attackers) await oneBatch(ofType.slice(at, at + 10), type, who);
    }
    const { status } = await batchOf(ofType.slice(0, 11), type, null);
    tally.check(`eleven ${type} calls in one request`, status === 400, status);
  }

  function batchOf(batch: readonly Procedure[], type: string, cookie: string | null) {
    const input = { studyId: study.studyId, surprise: true };
    const inputs = JSON.stringify(Object.fromEntries(batch.map((_, index) => [index, input])));
    const address = `/api/trpc/${batch.map(({ path }) => path).join(",")}?batch=1`;
    return type === "mutation"
      ? door.post(address, inputs, cookie)
      : door.ask(`${address}&input=${encodeURIComponent(inputs)}`, { cookie });
  }

  async function oneBatch(batch: readonly Procedure[], type: string, who: Attacker) {
    const { text } = await batchOf(batch, type, cookies[who]);
    const answers = JSON.parse(text) as { error?: { data: { httpStatus: number } } }[];
    for (const [index, procedure] of batch.entries()) {
      const status = answers[index]?.error?.data.httpStatus ?? 200;
      const isFine = expectedOf(procedure, who, "own").includes(status);
      tally.check(`${procedure.path} in a batch as ${who}`, isFine, status);
    }
  }
}

const words = { table: "rounds", round: "1", kind: "outcomes", tile: "0/000.p/1" };
const badIds = ["nothing", "%00", "..%2f..", "'", "0".repeat(3_000), "%ff", "__proto__", "[object Object]"];

/** Every method of every file route, with real and wrong words in each place of its address. */
export async function everyFile({ door, cookies, study, elsewhere, app }: Stage, tally: Tally, step: number) {
  const routes = Object.keys(whoMayFetch).filter(
    (name) => !/\[trpc\]|nextauth|refused|metrics|\/v1\//.test(name),
  );
  const asked = routes.flatMap((name) => {
    const [method = "", address = ""] = name.split(" ");
    const at = (params: Record<string, string>) =>
      address.replace(/\[(?:\.{3})?(\w+)\]/g, (_, place: string) => encoded(params[place] ?? ""));
    const file = address.includes("security-log") ? "log.jsonl" : "record";
    const present = { ...words, study: study.studyId, file };
    const foreign = address.includes("[studyId]") ? [elsewhere.studyId, app.newId(), ...badIds] : [];
    const others = foreign.map((studyId) => at({ ...present, studyId }));
    const wrong = Object.keys(present)
      .filter((place) => address.includes(`${place}]`))
      .flatMap((place) => badIds.map((word) => at({ ...present, studyId: study.studyId, [place]: word })));
    return attackers.flatMap((who) => [
      { name, method, who, kind: "own", path: at({ ...present, studyId: study.studyId }) },
      ...others.map((path) => ({ name, method, who, kind: "other", path })),
      ...wrong.map((path) => ({ name, method, who, kind: "wrong", path })),
    ]);
  });
  await each(every(step, asked), async ({ name, method, who, kind, path }) => {
    const headers = { origin: door.origin };
    const body = method === "POST" ? "not a table" : "";
    const { status, text } = await door.ask(path, { method, headers, body, cookie: cookies[who] });
    const person = asPerson(who);
    const allowed = whoMayFetch[name] ?? [];
    // Whoever may be nobody may be anybody.
    const may = allowed.includes(person ?? "anonymous");
    const isFine =
      kind === "own" && may
        ? [200, 404, 409, 422].includes(status)
        : kind === "own"
          ? status === (isNobody(who) ? 401 : 403)
          : status >= 400 && status < 500;
    // A member of the other study may have its files.
    const isTheirs = who.endsWith("elsewhere") || who === "outsider";
    if (isTheirs && path.includes(elsewhere.studyId)) return;
    tally.check(
      `${method} ${path.slice(0, 100)} as ${who}`,
      isFine && !tellsOfInside(text),
      `${status} ${text}`,
    );
  });
}

const strangersToAPage = [
  "anonymous",
  "owing a factor",
  "outsider",
  "auditor elsewhere",
  "former operator",
  "administrator",
] as const;

/** Every page of a study that is not theirs, or is none. */
export async function everyPage({ door, cookies, study, elsewhere, app }: Stage, tally: Tally) {
  const places: Record<string, string> = { round: "1", seq: "1", step: "purpose" };
  const addresses = pagePatterns
    .filter((pattern) => pattern.includes("[studyId]"))
    .map((pattern) => pattern.replace(/\[(\w+)\]/g, (all, place: string) => places[place] ?? all));
  const asked = addresses.flatMap((address) => [
    ...[elsewhere.studyId, app.newId(), "nothing", "%2e%2e%2f", "%00"].map((id) => ({
      path: address.replace("[studyId]", id),
      who: "operator" as const,
    })),
    ...strangersToAPage.map((who) => ({ path: address.replace("[studyId]", study.studyId), who })),
  ]);
  await each(asked, async ({ path, who }) => {
    const { status, text } = await door.ask(path, { cookie: cookies[who] });
    const isFine = isNobody(who) ? [307, 308, 404].includes(status) : [400, 403, 404].includes(status);
    // Whoever works on the other study reads its name at the top of every page.
    const isTold = text.includes("unseen") && !who.endsWith("elsewhere");
    tally.check(`page ${path} as ${who}`, isFine && !isTold, status);
  });
}

const encoded = (word: string) => word.replace(/[^\w%.'/-]/g, encodeURIComponent);
