import { byServer, joinStudy } from "#server/studies/join-study.ts";
import { seatAuditor } from "#server/studies/seats.ts";
import { addAccount, emailOf } from "../../setup/app.ts";
import type { HttpClient } from "../http-client.ts";
import { peopleFile } from "./draft.ts";
import type { Size } from "./sizes.ts";
import { type Stage, upload } from "./stage.ts";

/** The panel, as large as it may be. @returns who sits on it, the trial's own auditor first */
export async function drivePanel(
  { app, drive, ids }: Stage,
  operator: HttpClient,
  { studyId, seats }: { studyId: string; seats: number },
): Promise<string[]> {
  const member = async (name: string) => {
    const accountId = await addAccount(app, name);
    await app.store.tx((tx) =>
      joinStudy(tx, { studyId, accountId, role: "auditor", ...byServer, now: app.now() }),
    );
    return accountId;
  };
  await seatAuditor(app, { studyId, accountId: ids.auditor });
  await drive.ask(operator, "panel.seatMember", { studyId, accountId: await member("second") });
  const third = await member("third");
  await drive.ask(operator, "panel.replaceSeat", { studyId, seatId: "s2", accountId: third });
  await drive.ask(operator, "panel.endMembership", { studyId, accountId: await member("fourth") });
  await drive.ask(operator, "panel.invite", { studyId, email: emailOf("asked"), role: "auditor" });
  await drive.ask(operator, "panel.signInRule", { studyId });
  await drive.ask(operator, "panel.requireSignIn", { studyId, isRequired: false });
  const auditors = [ids.auditor, third];
  while (auditors.length < seats) {
    const accountId = await addAccount(app, `seat-${auditors.length}`);
    await seatAuditor(app, { studyId, accountId });
    auditors.push(accountId);
  }
  type Panel = { invitations: { ref: string }[] };
  const panel = await drive.must<Panel>(operator, "panel.read", { studyId });
  const ref = panel.invitations?.[0]?.ref ?? "0".repeat(64);
  await drive.ask(operator, "panel.withdraw", { studyId, ref });
  return auditors;
}

/** A further file of people, and everything else about people and guidelines. */
export async function drivePeople(stage: Stage, operator: HttpClient, studyId: string, size: Size) {
  const { drive } = stage;
  const which = { studyId };
  const send = () =>
    upload(operator, stage, {
      studyId,
      kind: "further-people",
      text: peopleFile(size.people, size.people),
    });
  await send();
  await drive.must(operator, "people.file.discard", which);
  await send();
  await driveFile(stage, operator, "people", studyId, (choices) => choices);
  await drive.must(operator, "people.erase", { studyId, personId: `p${size.people}` });
  await drive.must(operator, "rounds.waiting", which);
  await drive.must(operator, "rounds.waiting", { studyId, search: "case-1" });
  await drive.must(operator, "guidelines.read", which);
  const body = "[".repeat(25_000) + "> - ".repeat(6_250);
  await drive.must(operator, "guidelines.revise", { studyId, basedOn: 1, purpose: "Loans", body });
  await drive.must(operator, "guidelines.read", which);
}

type File = { file: { id: string; choices: object } | null };

/** A file that waits: shown, decided about, checked, carried out. */
export async function driveFile(
  { drive }: Stage,
  operator: HttpClient,
  noun: "people" | "outcomes",
  studyId: string,
  decide: (choices: object) => object,
): Promise<void> {
  const which = { studyId };
  const { file } = await drive.must<File>(operator, `${noun}.file.read`, which);
  if (file === null) throw new Error(`there is no file of ${noun}`);
  const chosen = { studyId, fileId: file.id, choices: decide(file.choices) };
  await drive.must(operator, `${noun}.file.choose`, chosen);
  const check = await drive.must<{ hash: string } | null>(operator, `${noun}.file.check`, which);
  await drive.must(operator, `${noun}.file.confirm`, { studyId, fileId: file.id, plan: check?.hash ?? "" });
  await drive.must(operator, `${noun}.file.confirmed`, which);
  const isOver = ({ state }: { state: string }) => state !== "running";
  const end = await drive.until<{ state: string }>(operator, `${noun}.file.confirmed`, which, isOver);
  if (end.state !== "done") throw new Error(`${noun}: ${JSON.stringify(end)}`);
}
