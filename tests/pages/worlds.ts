import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectStore } from "#db/open-store.ts";
import { invite } from "#server/accounts/invitations/invite.ts";
import { saveOrganisation } from "#server/operations/organisation.ts";
import type { App } from "#server/platform/app/app.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { shareReport } from "#server/results/report/report-link.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { revealSealedOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { createDraft } from "#server/studies/drafts/create-draft.ts";
import { logHead } from "#server/studies/exports/export-log.ts";
import { addReader } from "#server/studies/seats.ts";
import { addAccount, emailOf, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { preloadOption } from "#tests/setup/preload-option.ts";
import { incomeAbove, madeUpPeople, publishFor, type StudyOptions, seatByLink } from "#tests/setup/study.ts";
import { askingEverything } from "#tests/setup/twins.ts";
import { HttpClient } from "#tests/trials/http-client.ts";
import { freePort, ServerProcess } from "#tests/trials/server-process.ts";

const password = "only for this test";
/** The data is made on the fifth of January by a running clock; the servers' clock is fixed at the sixth. */
const serversNow = Date.UTC(2026, 0, 6, 9);
const unknownStudy = "019b8d62-0000-7000-8000-000000000000";

const names = ["administrator", "operator", "researcher", "observer", "auditor", "second", "third"] as const;
export type Name = (typeof names)[number];
export type Person = Name | "anonymous";

/**
 * The data shared by every copy: studies whose second round is open, a draft, an unused invitation. The audit
 * `grouped` has a group column with other cells in each world. A study that learns would have other draws, too, because
 * they are made from the log's hashes.
 */
export type Past = {
  readonly studies: Readonly<Record<"drawnAtClose" | "drawnAtOpening" | "grouped", string>>;
  readonly draft: string;
  readonly token: string;
  /** The link to the first study's report. */
  readonly report: string;
  /** The last entry of the first study's log: the opening of its second round. */
  readonly head: number;
};

export type World = {
  readonly origin: string;
  /** All people, signed in except `anonymous`. */
  readonly clients: Readonly<Record<Person, HttpClient>>;
};

/** Starts real servers, each on its own copy of the same data and secrets, all at the same time. */
export async function startWorlds(count: number) {
  const engine = sqliteEngine();
  const place = await engine.newPlace();
  const made = await makePast(place.dataFolder);
  const grouped: string[] = [];
  const root = await mkdtemp(join(tmpdir(), "evenhand-worlds-"));
  const folders = Array.from({ length: count }, (_, index) => join(root, String(index)));
  const servers: ServerProcess[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
    await engine.cleanUp();
  };
  try {
    for (const folder of folders) {
      // Not a live file: its only connection was closed.
      await cp(place.dataFolder, folder, { recursive: true });
      grouped.push(await addGrouped(folder, made.ids, groupsOf[grouped.length % groupsOf.length] ?? "M"));
      servers.push(
        new ServerProcess(await freePort(), {
          EVENHAND_DATA: folder,
          DATABASE_URL: "",
          NODE_OPTIONS: preloadOption("tests/setup/other-clock.mjs"),
          EVENHAND_TEST_NOW: String(serversNow),
        }),
      );
    }
    const worlds = await Promise.all(servers.map(startWorld));
    const [id = "", ...others] = new Set(grouped);
    if (others.length > 0) throw new Error("the study with groups has another id in each world");
    return { past: { ...made.past, studies: { ...made.past.studies, grouped: id } }, worlds, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startWorld(server: ServerProcess): Promise<World> {
  await server.start();
  const entries: [Name, HttpClient][] = [];
  // One after another: the security log of both worlds has them in this order, and the first refusal of each.
  for (const name of names) {
    const client = new HttpClient(server.origin);
    await client.signIn(emailOf(name), password);
    await client.query("studies.read", { studyId: unknownStudy });
    entries.push([name, client]);
  }
  const anonymous = new HttpClient(server.origin);
  return {
    origin: server.origin,
    clients: { ...Object.fromEntries(entries), anonymous } as World["clients"],
  };
}

type Ids = Readonly<Record<Name, string>>;
type PastOfAll = Omit<Past, "studies"> & { readonly studies: Omit<Past["studies"], "grouped"> };

/** The groups of people, one after the other, in one world and in the other. */
const groupsOf = ["FM", "DEEE"];

/** Adds the study with a group column to a world's copy, with the same ids and times as in the others. */
async function addGrouped(folder: string, ids: Ids, groups: string): Promise<string> {
  const app = testApp(await connectStore({ dataFolder: folder }), loadSecrets(folder));
  // Its ids are made from the time, and differ from the earlier ones.
  app.clock.advance(3_600_000);
  const sex = people.map((_, index) => groups[index % groups.length] ?? null);
  const chances = people.map((_, index) => String((index % 10) / 10));
  try {
    return await playedStudy(app, ids, { name: "With groups", kind: "audit", chances, groups: { sex } });
  } finally {
    await app.close();
  }
}

async function makePast(folder: string): Promise<{ past: PastOfAll; ids: Ids }> {
  const app = testApp(await connectStore({ dataFolder: folder }), loadSecrets(folder));
  try {
    const ids = {} as Record<Name, string>;
    for (const name of names) ids[name] = await addAccount(app, name, platformRoleOf(name), password);
    const drawnAtClose = await playedStudy(app, ids, learning("close"));
    const drawnAtOpening = await playedStudy(app, ids, learning("opening"));
    const { studyId: draft } = await createDraft(app, ids.operator, { name: "A draft" });
    const invitation = { email: "invited@example.org", role: "auditor", studyId: drawnAtClose } as const;
    const { token } = await invite(app, ids.operator, invitation);
    const { token: report } = await shareReport(app, { studyId: drawnAtClose, accountId: ids.operator });
    await saveOrganisation(app, ids.operator, { imprint: "The town hall" });
    const { seq: head } = await logHead(app, drawnAtClose);
    return { past: { studies: { drawnAtClose, drawnAtOpening }, draft, token, report, head }, ids };
  } finally {
    await app.close();
  }
}

const people = madeUpPeople(24);

function learning(drawAt: "close" | "opening") {
  return {
    name: `Drawn at ${drawAt}`,
    outcomes: people.map(() => "yes" as const),
    rules: { kind: "conjunctions" as const, predicates: incomeAbove(20, 40, 60) },
    settings: { drawAt },
  };
}

/** A closed round and an open round, on a panel of three. */
async function playedStudy(
  app: App,
  ids: Ids,
  options: StudyOptions & { readonly name: string },
): Promise<string> {
  const settings = { ...askingEverything, ...options.settings };
  const studyId = await publishFor(app, ids.operator, { people, ...options, settings });
  await addReader(app, { studyId, accountId: ids.researcher, role: "researcher" });
  await addReader(app, { studyId, accountId: ids.observer, role: "observer" });
  for (const [index, name] of (["second", "auditor", "third"] as const).entries())
    await seatByLink(app, { studyId, accountId: ids[name], seat: `s${index + 1}` });
  await openRound(app, { studyId });
  await closeRound(app, { studyId, round: 1 });
  if (options.outcomes) await revealSealedOutcomes(app, { studyId, accountId: ids.operator, round: 1 });
  await openRound(app, { studyId, deadlineAt: serversNow + 60_000_000 });
  return studyId;
}

function platformRoleOf(name: Name): "administrator" | "operator" | "member" {
  if (name === "administrator") return "administrator";
  return name === "operator" ? "operator" : "member";
}
