/**
 * Makes the demo's accounts and eleven studies for them in the database it is started with, and prints their ids by name.
 *
 * "Twenty people" has twenty people a round: one with an income above 60, one above 30, eighteen below. So 18 + 18 + 1
 * pairs can be judged, and 12 of them are the docket. "Asked more" has the same people, asks everything next to a verdict,
 * and has a docket of 24.
 * In "Nothing to judge" no pair can be judged, and the round waits for its operator. "Closes at once" has the same people
 * and no round yet, and such rounds close at once.
 * In "Beside the limit" differences are just above the one from which pairs are judged. "Guarded loans" is in mode
 * guarded: two rounds are closed, the first with a report, and the third is open. "Between rounds" is the same with one
 * closed round and none open.
 *
 * Four studies have twelve people, two a round, one with an income of 60 and one of 40, and one condition: incomes above
 * 50. In "To override" and "To end" the panel of three called the pair of round 1 acceptable. "To annul" and "To object"
 * have one auditor and no round yet.
 */
import { demoPassword, demoPeople } from "#server/accounts/demo-people.ts";
import { type App, closeApp, getApp } from "#server/platform/app/app.ts";
import { requestedJobsQueue } from "#server/queue/in-process-queue.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { addReader, seatAuditor } from "#server/studies/seats.ts";
import { playNext } from "#tests/results/policy/three-rounds.ts";
import { emailOf, insertPerson } from "#tests/setup/app.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { incomeAbove, publishFor, type StudyOptions } from "#tests/setup/study.ts";
import { repeatedIds } from "./repeated-ids.ts";

const app = { ...(await getApp()), newId: repeatedIds(), mailer: null, work: { queue: requestedJobsQueue } };
try {
  const made = await makeStudies(app);
  console.log(JSON.stringify(made));
} finally {
  await closeApp();
}

async function makeStudies(app: App): Promise<Record<string, string>> {
  const accounts: { role: string; id: string }[] = [];
  for (const { role, ...person } of demoPeople) {
    accounts.push({ role, id: await insertPerson(app, person, demoPassword) });
  }
  const idsOf = (role: string) => accounts.flatMap((one) => (one.role === role ? [one.id] : []));
  const [operatorId = ""] = idsOf("operator");
  const auditorIds = idsOf("auditor").slice(0, 3);
  const published = async (name: string, options: StudyOptions, auditors: readonly string[] = auditorIds) => {
    const studyId = await publishFor(app, operatorId, { ...options, name, isDemo: true });
    for (const accountId of auditors) await seatAuditor(app, { studyId, accountId });
    return studyId;
  };

  const poor = Array.from({ length: 18 }, (_, index) => [
    String(5 + index),
    String(index % 4),
    index % 3 === 0 ? "own" : "rent",
  ]);
  const ready = (name: string, settings: StudyOptions["settings"], incomes = [30, 60]) =>
    published(name, {
      people: [["90", "3", "rent"], ["45", "2", "own"], ...poor],
      rules: { kind: "conjunctions", predicates: incomeAbove(...incomes) },
      settings: { roundSize: "20", ...settings },
    });
  const opened = async (...options: Parameters<typeof ready>) => {
    const studyId = await ready(...options);
    await openRound(app, { studyId });
    return studyId;
  };
  const docket = "minutes";
  const plain = { lookFirst: false, reasons: false, notes: false, repeat: false, tolerance: false };
  const everything = { lookFirst: true, reasons: true, notes: true, repeat: true, tolerance: true };
  const twentyPeople = await opened("Twenty people", { asking: { docket, minutes: "5", ...plain } });
  await opened("Asked more", { asking: { docket, minutes: "10", ...everything } });
  // 4 of 9 rules accept the first person and 1 of 9 all others, but no income is above 95.
  await opened("Beside the limit", { alphaPoints: "33.3" }, [30, 60, 95]);

  const nothingToJudge = await opened("Nothing to judge", { alphaPoints: "99" });

  const couple = [
    ["90", "3", "rent"],
    ["10", "3", "rent"],
  ];
  const coupled = async (name: string) => {
    const studyId = await published(name, {
      people: [couple, couple, couple, couple].flat(),
      rules: { kind: "conjunctions", predicates: incomeAbove(50) },
      settings: { ...guardedSettings, roundSize: "2" },
    });
    for (const accountId of idsOf("researcher"))
      await addReader(app, { studyId, accountId, role: "researcher" });
    return { studyId, operatorId, auditorIds, operatorEmail: emailOf("operator"), auditorEmails: [] };
  };
  const guarded = await coupled("Guarded loans");
  const betweenRounds = await coupled("Between rounds");
  // The second round has no pair to judge: its limit is alpha.
  for (const study of [guarded, guarded, betweenRounds])
    await playNext(app, study, [["unfair", "unfair", "acceptable"]]);
  await openRound(app, { studyId: guarded.studyId });
  const closesAtOnce = await ready("Closes at once", { alphaPoints: "99", closesWithoutPairs: true });
  const byMode = { guarded: guarded.studyId, betweenRounds: betweenRounds.studyId };

  const twelve = Array.from({ length: 12 }, (_, index) => [index % 2 === 0 ? "60" : "40", "3", "rent"]);
  const ofTwelve = (name: string, settings: StudyOptions["settings"], auditors: readonly string[]) =>
    published(
      name,
      {
        people: twelve,
        identifiers: twelve.map((_, index) => `applicant-${index}`),
        rules: { kind: "conjunctions", predicates: incomeAbove(50) },
        settings: { ...guardedSettings, roundSize: "2", ...settings },
      },
      auditors,
    );
  const played = async (name: string) => {
    const studyId = await ofTwelve(name, {}, auditorIds);
    const people = { operatorId, auditorIds, operatorEmail: emailOf("operator"), auditorEmails: [] };
    await playNext(app, { studyId, ...people }, [["acceptable", "acceptable", "acceptable"]]);
    return studyId;
  };
  const ofOne = { seats: "1", neededFlags: "1", quorum: "1", closesWithoutPairs: true };
  const single = (name: string) => ofTwelve(name, ofOne, auditorIds.slice(0, 1));
  const afterRound = { toOverride: await played("To override"), toEnd: await played("To end") };
  const withOneAuditor = { toAnnul: await single("To annul"), toObject: await single("To object") };
  return { twentyPeople, nothingToJudge, closesAtOnce, ...byMode, ...afterRound, ...withOneAuditor };
}
