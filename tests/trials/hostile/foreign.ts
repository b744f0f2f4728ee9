import { listFactors } from "#db/queries/factors.ts";
import { createResetLink } from "#server/accounts/invitations/invite.ts";
import { inviteToStudy } from "#server/accounts/invitations/panel.ts";
import { hashToken } from "#server/accounts/tokens.ts";
import { emailOf } from "#tests/setup/app.ts";
import { cookieOf } from "#tests/setup/request.ts";
import type { Attacker, Stage } from "./stage.ts";
import type { Tally } from "./tally.ts";

/** Whole and right inputs, in one's own role and study, but for an id that belongs to somebody else. */
export async function idsOfOthers({ app, door, cookies, cast, study, elsewhere, ids }: Stage, tally: Tally) {
  const { studyId } = study;
  const invited = (email: string) =>
    inviteToStudy(app, elsewhere.operatorId, { studyId: elsewhere.studyId, email, role: "researcher" });
  const link = await invited(emailOf("somebody-else"));
  const reset = await createResetLink(app, cast.accounts.administrator.id, elsewhere.operatorId);
  const owner = ids["owing a factor"];
  const [factor] = await app.store.read((db) => listFactors(db, owner));
  const id = factor?.id ?? "";

  await refused(
    "a link of another study",
    "panel.withdraw",
    { studyId, ref: hashToken(link.token) },
    "operator",
  );
  await refused("a link for somebody else", "accounts.joinWithAccount", { token: link.token }, "operator");
  await refused(
    "a link to reset as one to join",
    "accounts.joinWithAccount",
    { token: reset.token },
    "operator",
  );
  await refused("somebody else's link", "mail.sendLink", { token: link.token }, "operator");
  await refused(
    "another study's auditor",
    "panel.seatMember",
    { studyId, accountId: elsewhere.auditorIds[0] },
    "operator",
  );
  await refused(
    "a reminder there is none of",
    "reminders.undo",
    { studyId, reminderId: app.newId() },
    "operator",
  );
  await refused("another round", "rounds.judging", { studyId, round: 60_000 }, "auditor");
  await refused("a seat that is none of theirs", "ballots.seal", aBallot(studyId, "s2"), "auditor");
  await refused("somebody else's factor", "factors.remove", { id }, "researcher");
  await refused("a name for somebody else's factor", "factors.rename", { id, name: "mine" }, "researcher");
  const left = await app.store.read((db) => listFactors(db, owner));
  tally.check(
    "somebody else's factor is as it was",
    left.length === 1 && left[0]?.name === "A phone",
    left.length,
  );

  const cookie = await cookieOf(app, cast.accounts.operator.id);
  const sessions = await door.query("accounts.sessions", {}, cookie);
  const refs = [...sessions.text.matchAll(/"ref":"([0-9a-f]{64})"/g)].map(([, ref]) => ref);
  for (const ref of refs) await door.mutate("accounts.endSession", { ref }, cookies.researcher);
  const after = await door.query("accounts.sessions", {}, cookie);
  tally.check("somebody else's sessions", refs.length > 0 && after.status === 200, after.status);

  async function refused(what: string, path: string, input: object, who: Attacker) {
    const type = path === "rounds.judging" ? "query" : "mutation";
    const { status, text } = await door.call(type, path, input, cookies[who]);
    tally.check(what, [400, 403, 404, 409].includes(status), `${status} ${text}`);
  }
}

function aBallot(studyId: string, seat: string) {
  const bytes = "0".repeat(64);
  const made = { version: 1, salt: bytes, nonce: bytes, shown: bytes, commitment: bytes };
  const signed = { key: bytes, signature: bytes + bytes };
  return { studyId, round: 1, seat, idempotencyKey: "hostile-foreign", ...made, ...signed, verdicts: [] };
}
