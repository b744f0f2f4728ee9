import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished, vi } from "vitest";
import { findStudy } from "#db/queries/studies.ts";
import { acceptInvitation, joinWithAccount } from "#server/accounts/invitations/accept-invitation.ts";
import { inviteToStudy, readPanel, withdrawFromStudy } from "#server/accounts/invitations/panel.ts";
import { requireSignIn } from "#server/accounts/sign-in-rule.ts";
import { verifierKeyText, verifierOf } from "#server/audit-log/notes/keys.ts";
import { parseNote, signatureLine } from "#server/audit-log/notes/note.ts";
import { cosign } from "#server/audit-log/notes/sign.ts";
import { acceptLoss } from "#server/operations/restore/accept-loss.ts";
import { noopQueue } from "#server/platform/app/job-queue.ts";
import { readMark } from "#server/platform/high-water-mark/record-marks.ts";
import { readWitnesses } from "#server/platform/witnesses/settings.ts";
import { listAbandoned, resumeJob } from "#server/queue/resume-job.ts";
import { bringRunBack, removeRun, renameRun } from "#server/results/runs/change-run.ts";
import { keepRehearsal } from "#server/results/runs/keep-rehearsal.ts";
import { cancelRehearsal, startRehearsal } from "#server/results/runs/rehearse.ts";
import { beginAgain, cancelSimulation, startSimulation } from "#server/results/runs/start-simulation.ts";
import { takeNumber } from "#server/rounds/await-number.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { extendRound } from "#server/rounds/extend-round.ts";
import { saveGivenRemark } from "#server/rounds/judging/remarks.ts";
import { saveVerdicts } from "#server/rounds/judging/saved-verdicts.ts";
import { addSeatKey } from "#server/rounds/judging/seat-keys.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readUploadedOutcomes, uploadedOutcomes } from "#server/rounds/outcomes/outcomes-upload.ts";
import { recordOutcomes, revealSealedOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import type { BoardPerson } from "#server/rounds/read-round-details.ts";
import { planReminder, undoReminder } from "#server/rounds/reminders/plan-reminder.ts";
import { sendReminder } from "#server/rounds/reminders/send-reminder.ts";
import { cosignNewest } from "#server/studies/checkpoints/cosign.ts";
import { makeCheckpoint } from "#server/studies/checkpoints/make-checkpoint.ts";
import { createDraft, discardDraft } from "#server/studies/drafts/draft.ts";
import { rereadPeople } from "#server/studies/drafts/draft-file.ts";
import { startPublishing } from "#server/studies/drafts/publish.ts";
import { takeRules } from "#server/studies/drafts/rules-file.ts";
import { endMembershipOf } from "#server/studies/end-membership.ts";
import { reviseGuidelines } from "#server/studies/guidelines.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { dropCachedStates } from "#server/studies/learner/state-cache.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { furtherPeople, readFurtherPeople } from "#server/studies/people/further-people.ts";
import { replaceSeat } from "#server/studies/replace-seat.ts";
import { addResearcher, seatAuditor, seatMember } from "#server/studies/seats.ts";
import { confirmFile } from "#server/studies/uploads/confirm-file.ts";
import { checkFile, chooseFile, discardFile, takeFile } from "#server/studies/uploads/waiting-file.ts";
import { sourceFiles } from "#tests/architecture/source-files.ts";
import { long, small } from "#tests/results/runs/simulations.ts";
import { auditor, judgingStudy, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { addAccount, emailOf, fixedBytes, type TestApp, testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { startBeacon } from "#tests/setup/beacon.ts";
import { fixedKey } from "#tests/setup/browser.ts";
import { changeByHand } from "#tests/setup/change-by-hand.ts";
import { freshSession } from "#tests/setup/context.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { breakingAt } from "#tests/setup/failing-writes.ts";
import { growByHand } from "#tests/setup/long-log.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";
import { addNeighbour, type Neighbour } from "#tests/setup/neighbour.ts";
import { playRound } from "#tests/setup/play.ts";
import { addPeople, madeUpPeople, publishedStudy } from "#tests/setup/study.ts";
import { addWaiting } from "#tests/setup/waiting.ts";
import { writingBy } from "#tests/setup/writes.ts";
import { fileOf } from "#tests/study/files/reading/files.ts";
import { completeDraft, tabbedFile } from "./drafts/drafting.ts";

captureLog();

/** Which lines of which files were seen to write to the database beside a neighbour: what only sets up counts nothing. */
const writers = new Set<string>();
let isBeside = false;

function noting(app: TestApp): TestApp {
  return writingBy(app, (body) => {
    const frames = (new Error().stack ?? "").matchAll(
      /server\/(?:studies|accounts|rounds|results|operations|platform)\/[\w/-]+\.ts:\d+/g,
    );
    for (const [line] of frames) if (isBeside) writers.add(line);
    return app.store.tx(body);
  });
}

/** Each service that writes does so beside a copy of its study, which only its id tells apart. */
describeEngines("a neighbour", async (openStore) => {
  const store = await openStore();
  const app = noting(testApp(store));

  /** Does each thing beside a neighbour that has all that the study has by then. */
  function besideOf(studyId: string) {
    const neighbours: Neighbour[] = [];
    const beside = async <T>(work: () => Promise<T>): Promise<T> => {
      const neighbour = await addNeighbour(store, studyId);
      neighbours.push(neighbour);
      isBeside = true;
      const result = await work().finally(() => {
        isBeside = false;
      });
      await neighbour.expectUntouched();
      return result;
    };
    const expectAll = async () => {
      for (const neighbour of neighbours) await neighbour.expectUntouched();
    };
    return { beside, expectAll };
  }

  it("is untouched while a draft is written, thrown away or published", async () => {
    const { studyId, operatorId, upload, save, view } = await completeDraft(app);
    const { beside, expectAll } = besideOf(studyId);
    await beside(() => createDraft(app, operatorId, { name: "Another draft" }));
    await beside(() => upload(tabbedFile));
    const { revision } = (await view()).draft;
    const format = { delimiter: "\t", hasHeader: false } as const;
    await beside(() => rereadPeople(app, { studyId, revision, format }));
    const { settings } = (await view()).draft;
    const draft = await beside(() => save({ settings: { ...settings, roundSize: "3" } }));
    const by = { studyId, accountId: operatorId, revision: draft.revision };
    await beside(async () => (await startRehearsal(app, by)).finished);
    const given = await startRehearsal(app, by);
    await beside(() => cancelRehearsal(app, studyId));
    await given.finished;
    await expectAll();
    await besideRuns(studyId, operatorId, beside);
    await beside(async () => (await startPublishing(breakingAt(app, 4), by)).finished);
    const leaving = { ...app, work: { queue: { ...noopQueue, isHere: false } } };
    await beside(async () => (await startPublishing(leaving, by)).finished);
    const left = (await listAbandoned(app)).find((job) => job.studyId === studyId);
    if (left === undefined) throw new Error("nothing was left to workers");
    await beside(() => resumeJob(app, left));
    await expectAll();

    const other = await completeDraft(app);
    const { beside: besideOther } = besideOf(other.studyId);
    const rules = { name: "rules.txt", bytes: new TextEncoder().encode("months > 12\namount <= 2,000\n") };
    const whose = { studyId: other.studyId, accountId: other.operatorId };
    await besideOther(() => takeRules(app, { ...whose, ...rules }));
    const taken = (await other.view()).draft;
    await besideOther(() => other.save({ rules: { ...taken.rules, list: null } }));
    await besideOther(() => discardDraft(app, other.studyId));
  });

  async function besideRuns(
    studyId: string,
    accountId: string,
    beside: <T>(work: () => Promise<T>) => Promise<T>,
  ) {
    const own = { studyId, accountId, name: "A run" };
    const { id } = await beside(() => keepRehearsal(app, own));
    await beside(() => renameRun(app, { studyId, id, name: "Another name" }));
    await beside(() => removeRun(app, { studyId, id }));
    await beside(() => bringRunBack(app, { studyId, id }));
    await beside(() => removeRun(app, { studyId, id }));
    await beside(async () => (await startSimulation(app, { ...own, settings: small })).finished);
    const begun = await startSimulation(app, { ...own, settings: long });
    await beside(() => cancelSimulation(app, studyId));
    await begun.finished;
    const again = await beside(() => beginAgain(app, { studyId, accountId, id: begun.id }));
    await beside(() => cancelSimulation(app, studyId));
    await again.finished;
  }

  it("is untouched while its auditors have to sign in by a provider", async () => {
    for (const name of ["CLIENT_ID", "CLIENT_SECRET", "NAME"]) vi.stubEnv(`EVENHAND_OIDC_${name}`, "campus");
    vi.stubEnv("EVENHAND_OIDC_ISSUER", "https://login.example.org");
    const { studyId, operatorId: accountId } = await publishedStudy(app);
    const { beside, expectAll } = besideOf(studyId);
    const rule = { studyId, by: { accountId, network: "192.0.2.1" } };
    await beside(() => requireSignIn(app, { ...rule, isRequired: true }));
    await beside(() => requireSignIn(app, { ...rule, isRequired: false }));
    await expectAll();
  });

  it("is untouched while people join, are seated and replaced, and guidelines change", async () => {
    const { studyId, operatorId } = await publishedStudy(app, { people: madeUpPeople(8), auditors: 1 });
    const { beside, expectAll } = besideOf(studyId);
    const invitation = { studyId, email: emailOf(`by-link-${studyId}`), role: "auditor" } as const;
    const { token } = await beside(() => inviteToStudy(app, operatorId, invitation));
    const acceptance = { token, displayName: "By link", password: "correct horse battery" };
    await beside(() => acceptInvitation(app, acceptance));
    await inviteToStudy(app, operatorId, { ...invitation, email: emailOf(`never-${studyId}`) });
    const ref = (await readPanel(app, studyId)).invitations[0]?.ref ?? "";
    await beside(() => withdrawFromStudy(app, { studyId, ref }));
    const names = ["seated", "researcher"].map((name) => `${name}-${studyId}`);
    const [seated = "", researcher = ""] = await Promise.all(names.map((name) => addAccount(app, name)));
    await beside(() => seatAuditor(app, { studyId, accountId: seated }));
    await beside(() => addResearcher(app, { studyId, accountId: researcher }));
    await openRound(app, { studyId });
    const [second = "", third = ""] = [
      await addWaiting(app, studyId, `newcomer-${studyId}`),
      await addWaiting(app, studyId, `third-${studyId}`),
    ];
    await beside(() => replaceSeat(app, operatorId, { studyId, seatId: "s1", accountId: second }));
    await beside(() => seatMember(app, operatorId, { studyId, accountId: third }));
    await beside(() => endMembershipOf(app, operatorId, { studyId, accountId: third }));
    const email = emailOf(`third-${studyId}`);
    const again = await inviteToStudy(app, operatorId, { studyId, email, role: "auditor" });
    const account = { id: third, email, displayName: "Third", platformRole: "member" as const };
    await beside(() => joinWithAccount(app, freshSession(app, account), again.token));
    const text = { basedOn: 1, purpose: "Small loans", body: "Look twice." };
    await beside(() => reviseGuidelines(app, { studyId, accountId: operatorId, ...text }));
    await expectAll();
  });

  it("is untouched while rounds are opened, judged, reminded of, cancelled, closed and learnt from", async () => {
    const study = await judgingStudy(app);
    const { studyId, operatorId: accountId } = study;
    const { beside, expectAll } = besideOf(studyId);
    const mail = await startMailServer();
    onTestFinished(mail.close);
    const withMail = { ...app, mailer: mail.mailer() };
    await beside(() => openRound(app, { studyId }));
    await beside(() => cancelRound(app, { studyId, round: 1, reason: "wrong-people" }));
    const deadlineAt = app.now() + 3_600_000;
    await beside(() => openRound(app, { studyId, deadlineAt }));
    await beside(() => extendRound(app, { studyId, round: 2, deadlineAt: deadlineAt + 1 }));
    const at = (index: number) => ({ studyId, round: 2, accountId: auditor(study, index) });
    const verdict = [0, 2, "unfair"] as const;
    await beside(() => saveVerdicts(app, at(0), [verdict]));
    await beside(() => saveVerdicts(app, at(0), [[0, 2, "unsure"]]));
    await beside(() => saveVerdicts(app, at(0), [], [[0, 2]]));
    const remark = { high: 0, low: 2, note: "", reasons: [], again: null };
    await beside(() => saveGivenRemark(app, at(0), remark));
    const reminder = { studyId, round: 2, seatIds: ["s1"], accountId };
    const first = await beside(() => planReminder(withMail, reminder));
    await beside(() => undoReminder(withMail, { studyId, reminderId: first.id }));
    const second = await planReminder(withMail, reminder);
    await beside(() => sendReminder(withMail, second));
    expect(mail.mails).toHaveLength(1);
    const { key } = await fixedKey("beside");
    await beside(() => addSeatKey(app, { studyId, accountId: at(0).accountId, seat: "s1", key, by: null }));
    await beside(() => sealVerdicts(app, at(0), [[0, 2, "unfair"]]));
    await beside(() => sealVerdicts(app, at(1), [[0, 2, "unfair"]]));
    await beside(() => closeRound(app, { studyId, round: 2 }));
    await beside(() => applyUpdates(app, studyId));
    await expectAll();
  });

  it("is untouched while draws await their public numbers", async () => {
    const beacon = await startBeacon(app.clock.now);
    onTestFinished(beacon.close);
    const withBeacon = { ...app, beacon };
    for (const drawAt of ["close", "opening"] as const) {
      const { studyId } = await publishedStudy(withBeacon, {
        people: madeUpPeople(20),
        settings: { drawAt },
      });
      const { beside, expectAll } = besideOf(studyId);
      await beside(() => openRound(withBeacon, { studyId }));
      if (drawAt === "close") await beside(() => closeRound(withBeacon, { studyId, round: 1 }));
      app.clock.advance(10_000);
      await beside(() => takeNumber({ ...withBeacon, beacon: null }, studyId));
      await beside(() => takeNumber(withBeacon, studyId));
      await expectAll();
    }
  });

  it("is untouched while outcomes are reported, by hand and by file", async () => {
    const people = madeUpPeople(80);
    const outcomes = people.map((_, index) => (index % 2 === 0 ? "yes" : null));
    const study = await publishedStudy(app, { people, outcomes });
    const { studyId, operatorId: accountId } = study;
    const picked: (BoardPerson & { round: number })[] = [];
    const isSealed = ({ personId }: BoardPerson) => Number(personId.slice(1)) % 2 === 1;
    while (!picked.some(isSealed) || picked.filter((person) => !isSealed(person)).length < 2) {
      const board = await playRound(app, study, []);
      const round = board.round.number;
      picked.push(...board.people.filter(({ selected }) => selected).map((person) => ({ ...person, round })));
      await applyUpdates(app, studyId);
    }
    const { beside, expectAll } = besideOf(studyId);
    for (const round of new Set(picked.filter(isSealed).map((person) => person.round))) {
      await beside(() => revealSealedOutcomes(app, { studyId, accountId, round }));
    }
    const [first, ...rest] = picked.filter((person) => !isSealed(person));
    if (first === undefined) throw new Error("nobody was picked");
    const { round, position } = first;
    const record = (value: "yes" | "no", isCorrection = false) =>
      recordOutcomes(app, { studyId, accountId, idempotencyKey: `${value} by hand` }, [
        { round, position, value, isCorrection },
      ]);
    await beside(() => record("yes"));
    await beside(() => record("no", true));
    await beside(() => applyUpdates(app, studyId));

    const bytes = fileOf(`in the log,how\n${rest.map(({ personId }) => `${personId},good`).join("\n")}\n`);
    await beside(() => takeFile(app, uploadedOutcomes, { studyId, accountId, name: "outcomes.csv", bytes }));
    const { file } = await readUploadedOutcomes(app, studyId);
    if (file === null) throw new Error("the file was not taken");
    const fileId = file.id;
    const meanings = [{ word: "good", means: "yes" as const }];
    const choices = { ...file.choices, outcome: 1, meanings };
    await beside(() => chooseFile(app, uploadedOutcomes, { studyId, fileId, choices }));
    const plan = (await checkFile(app, uploadedOutcomes, studyId))?.hash ?? "";
    await beside(
      async () => (await confirmFile(app, uploadedOutcomes, { studyId, accountId, fileId, plan })).finished,
    );
    await beside(() => applyUpdates(app, studyId));
    await takeFile(app, uploadedOutcomes, { studyId, accountId, name: "outcomes.csv", bytes });
    await beside(() => discardFile(app, uploadedOutcomes, studyId));
    await expectAll();
  });

  it("is untouched while a person is erased", async () => {
    const study = await publishedStudy(app);
    const { studyId, operatorId: accountId } = study;
    const { people } = await playRound(app, study, []);
    const { beside, expectAll } = besideOf(studyId);
    for (const { personId } of people) await beside(() => erasePerson(app, { studyId, personId, accountId }));
    await expectAll();
  });

  it("is untouched while its double's record is signed, and a witness does not answer, and then does", async () => {
    const { studyId } = await publishedStudy(app);
    const { beside, expectAll } = besideOf(studyId);
    await store.tx((tx) => growByHand(tx, studyId, 300));
    await beside(() => makeCheckpoint(app, studyId));
    const signer = { name: "silent", type: "ed25519-cosignature", secretKey: fixedBytes("silent") } as const;
    const key = verifierKeyText(verifierOf(signer));
    const [silent] = readWitnesses({ EVENHAND_WITNESSES: `${key} http://127.0.0.1:9` });
    if (silent === undefined) throw new Error("there is no witness");
    await beside(() => cosignNewest(app, studyId, silent));
    await beside(() => cosignNewest(app, studyId, silent));
    const answering = createServer(async (request, response) => {
      const [, ...note] = (await text(request)).split("\n\n");
      response.end(signatureLine(cosign(parseNote(note.join("\n\n")).text, signer, 1)));
    });
    await once(answering.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void answering.close());
    const address = `http://127.0.0.1:${(answering.address() as AddressInfo).port}`;
    expect(await beside(() => cosignNewest(app, studyId, { ...silent, address }))).toBeNull();
    await expectAll();
  });

  it("is untouched while its double's state is made again, and while it goes on behind a loss", async () => {
    const study = await publishedStudy(app);
    const { studyId } = study;
    await playRound(app, study, []);
    await applyUpdates(app, studyId);
    const { beside, expectAll } = besideOf(studyId);
    const state = store.engine === "sqlite" ? "x'00ff'" : "'\\x00ff'";
    await changeByHand(store, "learner_snapshot", {
      set: `state = ${state}`,
      where: `study_id = '${studyId}'`,
    });
    dropCachedStates(app, studyId);
    await beside(() => openRound(app, { studyId }));
    const [present, row] = await store.read(async (db) => [
      await readMark(db, studyId),
      await findStudy(db, studyId),
    ]);
    if (present === null || row === undefined) throw new Error("there is no such study");
    const mark = { ...present, seq: present.seq + 3, head: fixedBytes("lost"), ended: present.opened };
    await app.marks.add(studyId, mark);
    await beside(() => acceptLoss(app, { studyId, mark, name: row.name, seq: present.seq, isOther: false }));
    await expectAll();
  });

  it("is untouched while further people come", async () => {
    const study = await publishedStudy(app, { people: madeUpPeople(12) });
    const { studyId, operatorId: accountId } = study;
    const { beside, expectAll } = besideOf(studyId);
    const upload = { studyId, accountId, name: "more.csv", bytes: fileOf("income,years,housing\n1,2,own\n") };
    await beside(() => takeFile(app, furtherPeople, upload));
    const { file } = await readFurtherPeople(app, studyId);
    if (file === null) throw new Error("the file was not taken");
    const choices = { ...file.choices, withoutErrors: true };
    await beside(() => chooseFile(app, furtherPeople, { studyId, fileId: file.id, choices }));
    await beside(() => discardFile(app, furtherPeople, studyId));
    await beside(() => addPeople(app, study, { people: madeUpPeople(3) }));
    await beside(() => endStudy(app, studyId));
    await expectAll();
  });
});

it("stood beside every function of a service that writes to a study", () => {
  /** Of accounts alone, which have no neighbour. */
  const others =
    /^server\/(accounts\/(?!invitations\/|messages\/)|accounts\/messages\/send-test|operations\/(server-start\/|restore\/end-access)|platform\/(limits\/|app\/measured-store|security-log\/(record-download|note-refusal|confirm-clock))|studies\/uploads\/upload-turns|accounts\/invitations\/(administration|change-password|demo-accounts|password-notices|reset-factor|take-factors)\.ts|accounts\/invitations\/invite\.ts issueFirstAdministratorToken$)/;
  const writing = sourceFiles("server/{studies,accounts,rounds,results,operations,platform}/**/*.ts")
    .flatMap(({ file, source }) => functionsOf(source).map((part) => ({ file, ...part })))
    .filter(({ file, name }) => !others.test(`${file} ${name}`))
    .filter(({ text }) => /\b(store\.tx|writeStudy)\(/.test(text));
  expect(writing.length).toBeGreaterThan(40);
  const wasSeen = ({ file, first, last }: (typeof writing)[number]) =>
    Array.from({ length: last - first + 1 }, (_, at) => `${file}:${first + at}`).some((line) =>
      writers.has(line),
    );
  expect(writing.filter((part) => !wasSeen(part)).map(({ file, name }) => `${name} of ${file}`)).toEqual([]);
});

/** What stands at the top of a file, as biome writes it: from a line that begins with a word to the next such line. */
function functionsOf(source: string) {
  const lines = source.split("\n");
  const starts = lines.flatMap((line, at) => (/^[a-z]/.test(line) ? [at] : []));
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? lines.length;
    const [, name = "?"] = /\b(?:function\*?|const|class) (\w+)/.exec(lines[start] ?? "") ?? [];
    return { name, text: lines.slice(start, end).join("\n"), first: start + 1, last: end };
  });
}
