import superjson from "superjson";
import type { VerdictWord } from "#server/log/entries.ts";
import { allProcedures } from "#tests/api/roles.ts";
import { difference, hashGroups, told } from "#tests/pages/answers.ts";
import { listen, subscriptions } from "#tests/pages/events.ts";
import { done, judgeAs } from "#tests/pages/judging.ts";
import { type Name, type Person, startWorlds, type World } from "#tests/pages/worlds.ts";
import { each } from "./door.ts";
import type { Tally } from "./tally.ts";

const askers: readonly Person[] = ["administrator", "operator", "researcher", "auditor", "anonymous"];

/**
 * Two real servers on the same data, in which two auditors judge the opposite. Before the close no answer of a procedure
 * or stream that anybody else can get may differ; after it some must, or the comparison would see nothing.
 */
export async function twinAnswers(tally: Tally, words: readonly (readonly [VerdictWord, VerdictWord])[]) {
  const { past, worlds, stop } = await startWorlds(2);
  const [one, two] = worlds;
  if (one === undefined || two === undefined) throw new Error("two worlds were asked for");
  try {
    const studies = Object.values(past.studies);
    const streams = await Promise.all(
      worlds.map((world) =>
        Promise.all(
          subscriptions.flatMap((path) =>
            askers.flatMap((who) => studies.map((studyId) => listen(world.clients[who], path, { studyId }))),
          ),
        ),
      ),
    );
    for (const [index, pair] of words.entries()) {
      for (const name of ["second", "third"] as const) await sealed(name, pair, index);
      await sealed("auditor", ["acceptable", "acceptable"], index);
      await compare(`judged ${pair.join(" or ")}`);
    }
    await Promise.all(streams.flat().map(({ leave }) => leave()));
    const [heardInOne = [], heardInTwo = []] = streams.map((list) =>
      list.map(({ heard }) => heard.join("\n")),
    );
    for (const [at, heard] of heardInOne.entries())
      tally.check(`stream ${at}`, heard === heardInTwo[at], heard);

    for (const { clients } of worlds) {
      for (const studyId of studies)
        done(await clients.operator.mutate("rounds.close", { studyId, round: 2 }));
    }
    const [closedInOne, closedInTwo] = await Promise.all(
      worlds.map(({ clients }) =>
        clients.researcher.query("rounds.board", { studyId: studies[0], round: 2 }),
      ),
    );
    const isSeen = JSON.stringify(closedInOne) !== JSON.stringify(closedInTwo);
    tally.check("a difference is seen once the round is closed", isSeen);

    async function sealed(name: Name, pair: readonly [VerdictWord, VerdictWord], version: number) {
      for (const [at, world] of worlds.entries()) {
        for (const studyId of studies)
          await judgeAs(world, name, { studyId, round: 2 }, pair[at] ?? "unsure", String(version));
      }
    }
  } finally {
    await stop();
  }

  async function compare(when: string) {
    const isHash = await Promise.all(worlds.map(recordOf)).then((logs) => logs.map(hashGroups));
    const inputs = Object.values(past.studies).flatMap((studyId) => [
      { studyId },
      { studyId, round: 2 },
      { studyId, round: 1 },
      ...[0, 1, 2, 3].map((later) => ({ studyId, seq: past.head + later })),
    ]);
    const asked = allProcedures()
      .filter(({ definition }) => definition.type === "query")
      .flatMap(({ path }) => askers.flatMap((who) => [{}, ...inputs].map((input) => ({ path, who, input }))));
    await each(asked, async ({ path, who, input }) => {
      const query = `/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(superjson.serialize(input)))}`;
      const answers = await Promise.all(
        worlds.map(async (world, at) =>
          told(world, await world.clients[who].send(query), isHash[at] ?? (() => false)),
        ),
      );
      const [seen = "", other = ""] = answers;
      const what = `${path} as ${who} with ${JSON.stringify(input)}, ${when}`;
      tally.check(what, seen === other, JSON.stringify(difference(seen, other)));
    });
  }

  async function recordOf({ clients: { researcher } }: World): Promise<string> {
    const parts = await Promise.all(
      Object.values(past.studies).map(async (studyId) => [
        await researcher.text(`/api/studies/${studyId}/log`),
        JSON.stringify(await researcher.query("studies.read", { studyId })),
      ]),
    );
    return parts.flat().join("");
  }
}
