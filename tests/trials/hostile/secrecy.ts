import { setTimeout as sleep } from "node:timers/promises";
import type { VerdictWord } from "#server/audit-log/verdicts.ts";
import { allProcedures } from "#tests/http/roles.ts";
import { difference, hashGroups, told } from "#tests/pages/answers.ts";
import { type Listener, listen, subscriptions } from "#tests/pages/events.ts";
import { done, judgeAs } from "#tests/pages/judging.ts";
import { type Name, type Past, type Person, startWorlds, type World } from "#tests/pages/worlds.ts";
import { each, every } from "./door.ts";
import type { Tally } from "./tally.ts";

const askers: readonly Person[] = ["administrator", "operator", "researcher", "auditor", "anonymous"];

export type Words = readonly [one: VerdictWord, two: VerdictWord];

/**
 * Two real servers on the same data, in which two auditors judge differently. Before the close no answer of a procedure
 * or stream that anybody else can get may differ (every `step`th is asked for); after it some must, or the comparison
 * would see nothing.
 */
export async function twinAnswers(tally: Tally, words: readonly Words[], step: number) {
  const { past, worlds, stop } = await startWorlds(2);
  const studies = Object.values(past.studies);
  try {
    const streams = await Promise.all(worlds.map((world) => listenToAll(world, studies)));
    let seals = 0;
    for (const [version, pair] of words.entries()) {
      for (const name of ["second", "third", "auditor"] as const) {
        await eachStudy(worlds, studies, (world, studyId, at) =>
          judgeAs(world, name, { studyId, round: 2 }, [wordOf(name, pair, at)], String(version)),
        );
        seals += 1;
        // Each seal is an event of its own only if the one before was heard.
        await operatorsHeard(streams, 2 + seals);
      }
      await compareAnswers(tally, { past, worlds, when: `judged ${pair.join(" or ")}`, step });
    }
    await Promise.all(streams.flatMap((heard) => [...heard.values()].map(({ leave }) => leave())));
    const [one, two] = streams;
    for (const [who, { heard }] of one ?? []) {
      tally.check(`stream of ${who}`, heard.join("\n") === two?.get(who)?.heard.join("\n"), heard.join("\n"));
    }
    await eachStudy(worlds, studies, async ({ clients }, studyId) =>
      done(await clients.operator.mutate("rounds.close", { studyId, round: 2 })),
    );
    const boards = await Promise.all(
      worlds.map(({ clients }) =>
        clients.researcher.query("rounds.board", { studyId: studies[0], round: 2 }),
      ),
    );
    const [seen, other] = boards.map((board) => JSON.stringify(board));
    tally.check("a difference is seen once the round is closed", seen !== other);
  } finally {
    await stop();
  }
}

function wordOf(name: Name, pair: Words, world: number): VerdictWord {
  return name === "auditor" ? "acceptable" : (pair[world] ?? "unsure");
}

async function eachStudy(
  worlds: readonly World[],
  studies: readonly string[],
  act: (world: World, studyId: string, at: number) => Promise<unknown>,
) {
  await Promise.all(worlds.flatMap((world, at) => studies.map((studyId) => act(world, studyId, at))));
}

type Streams = ReadonlyMap<string, Listener>;

async function listenToAll(world: World, studies: readonly string[]): Promise<Streams> {
  const streams = new Map<string, Listener>();
  for (const path of subscriptions)
    for (const who of askers)
      for (const studyId of studies)
        streams.set(`${who} ${path} ${studyId}`, await listen(world.clients[who], path, { studyId }));
  return streams;
}

async function operatorsHeard(streams: readonly Streams[], count: number): Promise<void> {
  const operators = streams.flatMap((heard) => [...heard].filter(([who]) => who.startsWith("operator")));
  for (let waited = 0; waited < 200; waited += 1) {
    if (operators.every(([, { heard }]) => heard.length >= count)) return;
    await sleep(100);
  }
  throw new Error(`an operator has not heard ${count} events`);
}

type Compared = {
  readonly past: Past;
  readonly worlds: readonly World[];
  readonly when: string;
  readonly step: number;
};

async function compareAnswers(tally: Tally, { past, worlds, when, step }: Compared) {
  const hashes = (await Promise.all(worlds.map((world) => recordOf(world, past)))).map(hashGroups);
  const inputs = Object.values(past.studies).flatMap((studyId) => [
    { studyId },
    { studyId, round: 2 },
    { studyId, round: 1 },
    { study: studyId },
    ...[0, 1, 2, 3].map((later) => ({ studyId, seq: past.head + later })),
  ]);
  const asked = allProcedures()
    .filter(({ definition }) => definition.type === "query")
    .flatMap(({ path }) => [{}, ...inputs].flatMap((input) => askers.map((who) => ({ path, who, input }))));
  await each(every(step, asked), async ({ path, who, input }) => {
    const query = `/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`;
    const [seen = "", other = ""] = await Promise.all(
      worlds.map(async (world, at) =>
        told(world, await patiently(() => world.clients[who].send(query)), hashes[at] ?? (() => false)),
      ),
    );
    const what = `${path} as ${who} with ${JSON.stringify(input)}, ${when}`;
    tally.check(what, seen === other, JSON.stringify(difference(seen, other)));
  });
}

/** Asks again when the limit of calls is over. */
async function patiently(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await ask();
    const wait = answer.headers.get("retry-after");
    if (wait === null) return answer;
    await answer.body?.cancel();
    await sleep(Number(wait) * 1000);
  }
}

/** Everything in which a hash stands. */
async function recordOf({ clients: { researcher } }: World, past: Past): Promise<string> {
  const parts = Object.values(past.studies).map(async (studyId) => [
    await researcher.text(`/api/studies/${studyId}/log`),
    JSON.stringify(await researcher.query("studies.read", { studyId })),
  ]);
  return (await Promise.all(parts)).flat().join("");
}
