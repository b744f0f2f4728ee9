import { suspendAccount, unsuspendAccount } from "#server/accounts/invitations/administration.ts";
import { createResetLink, invite, withdrawInvitation } from "#server/accounts/invitations/invite.ts";
import { inviteToStudy } from "#server/accounts/invitations/panel.ts";
import { hashToken } from "#server/accounts/tokens.ts";
import type { App } from "#server/platform/app/app.ts";
import { addAccount, emailOf, fixedBytes } from "#tests/setup/app.ts";
import { cookieOf } from "#tests/setup/request.ts";
import { each, type Reply } from "./door.ts";
import type { Stage } from "./stage.ts";
import type { Tally } from "./tally.ts";

const password = "a long one that nobody has used 2026";
const LONG_AGO = 40 * 24 * 60 * 60_000;

/** A link of one kind, by a maker of its own, and how it is taken. */
type Link = {
  readonly token: string;
  readonly maker: string;
  readonly take: (token: string) => Promise<Reply>;
};
type Kind = (app: App) => Promise<Link>;

function kindsOf({ app: real, door, study, cast }: Stage): Record<string, Kind> {
  const newName = (what: string) => `${what}-${real.newId()}`;
  const accept = (token: string) =>
    door.mutate("accounts.acceptInvitation", { token, displayName: "Somebody", password }, null);
  const onServer = (role: "administrator" | "operator") => async (app: App) => {
    const maker = await addAccount(real, newName("maker"), "administrator");
    const { token } = await invite(app, maker, { email: emailOf(newName("invited")), role, studyId: null });
    return { token, maker, take: accept };
  };
  const inStudy = (role: "auditor" | "researcher") => async (app: App) => {
    const { studyId, operatorId: maker } = study;
    const { token } = await inviteToStudy(app, maker, { studyId, email: emailOf(newName("invited")), role });
    return { token, maker, take: accept };
  };
  return {
    "to be an administrator": onServer("administrator"),
    "to be an operator": onServer("operator"),
    "to join as auditor": inStudy("auditor"),
    "to join as researcher": inStudy("researcher"),
    "to join with an account": async (app) => {
      const name = newName("joining");
      const accountId = await addAccount(real, name);
      const cookie = await cookieOf(real, accountId);
      const { studyId, operatorId: maker } = study;
      const { token } = await inviteToStudy(app, maker, {
        studyId,
        email: emailOf(name),
        role: "researcher",
      });
      return {
        token,
        maker,
        take: (held) => door.mutate("accounts.joinWithAccount", { token: held }, cookie),
      };
    },
    "to set a password": async (app) => {
      const accountId = await addAccount(real, newName("forgetful"));
      const maker = await addAccount(real, newName("maker"), "administrator");
      const { token } = await createResetLink(app, maker, accountId);
      return {
        token,
        maker,
        take: (held) => door.mutate("accounts.resetPassword", { token: held, password }, null),
      };
    },
    "to set an administrator's password": async (app) => {
      const accountId = await addAccount(real, newName("forgetful-admin"), "administrator");
      const maker = cast.accounts.administrator.id;
      const { token } = await createResetLink(app, maker, accountId);
      return {
        token,
        maker,
        take: (held) => door.mutate("accounts.resetPassword", { token: held, password }, null),
      };
    },
  };
}

const isTaken = ({ status }: Reply) => status === 200;
const isRefused = ({ status }: Reply) => [400, 401, 403, 404, 409, 429].includes(status);

/** Every kind of link, taken in every wrong way; and once in the right one, so that a refusal means something. */
export async function everyLink(stage: Stage, tally: Tally) {
  const { app, door } = stage;
  for (const [name, make] of Object.entries(kindsOf(stage))) {
    const twice = await make(app);
    const first = await twice.take(twice.token);
    tally.check(`a link ${name} works once`, isTaken(first), `${first.status} ${first.text}`);
    refused(`a link ${name} works twice`, await twice.take(twice.token));

    const both = await make(app);
    const answers = await Promise.all([1, 2, 3].map(() => both.take(both.token)));
    const taken = answers.filter(isTaken).length;
    tally.check(`a link ${name} taken at one moment`, taken === 1, `${taken} times`);

    const late = await make({ ...app, now: () => Date.now() - LONG_AGO });
    refused(`an old link ${name}`, await late.take(late.token));

    const withdrawn = await make(app);
    await withdrawInvitation(app, hashToken(withdrawn.token));
    refused(`a withdrawn link ${name}`, await withdrawn.take(withdrawn.token));

    const open = await make(app);
    for (const [how, token] of alterations(open.token))
      refused(`a link ${name}, ${how}`, await open.take(token));
    const { status, text } = await door.query("accounts.describeInvitation", { token: open.token }, null);
    tally.check(`a link ${name} is still open`, status === 200 && text.includes('"open"'), text);
  }

  function refused(what: string, reply: Reply) {
    tally.check(what, isRefused(reply), `${reply.status} ${reply.text}`);
  }
}

/** Links of somebody who was suspended meanwhile; they stay shut when the suspension ends. */
export async function linksOfTheSuspended(stage: Stage, tally: Tally) {
  const { app, cast } = stage;
  for (const [name, make] of Object.entries(kindsOf(stage))) {
    const link = await make(app);
    if (link.maker === cast.accounts.administrator.id) continue;
    await suspendAccount(app, cast.accounts.administrator.id, link.maker);
    const during = await link.take(link.token);
    await unsuspendAccount(app, cast.accounts.administrator.id, link.maker);
    tally.check(`a link ${name} of a suspended maker`, isRefused(during), `${during.status} ${during.text}`);
    const after = await link.take(link.token);
    tally.check(`a link ${name} after the suspension`, isRefused(after), `${after.status} ${after.text}`);
  }
}

function alterations(token: string): [string, string][] {
  const middle = Math.floor(token.length / 2);
  const other = token[middle] === "A" ? "B" : "A";
  return [
    ["guessed", fixedBytes("a guess").slice(0, 43)],
    ["cut off", token.slice(0, -1)],
    ["cut in half", token.slice(0, middle)],
    ["with more", `${token}A`],
    ["one letter other", `${token.slice(0, middle)}${other}${token.slice(middle + 1)}`],
    [
      "case turned",
      token.replace(/[a-z]/gi, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())),
    ],
    ["by its hash", hashToken(token)],
    ["with a NUL", `${token}\0`],
    ["in spaces", ` ${token}\n`],
    ["of nothing", ""],
  ];
}

/** Cookies that nobody was given, and those of sessions that have ended. */
export async function everyCookie({ app, door, cast }: Stage, tally: Tally, step: number) {
  const member = await addAccount(app, "cookie-holder");
  const cookie = await cookieOf(app, member);
  const at = cookie.indexOf("=") + 1;
  const [name, value] = [cookie.slice(0, at), cookie.slice(at)];
  const letsIn = async (held: string) => (await door.query("accounts.sessions", {}, held)).status === 200;
  tally.check("a cookie lets in", await letsIn(cookie));

  const places = Array.from({ length: value.length }, (_, place) => place).filter(
    (place) => place % step === 0,
  );
  await each(places, async (place) => {
    const letter = value[place];
    if (letter === ".") return;
    // The last letter of a part may hold bits that mean nothing: an other one there can be the same bytes.
    const isLast = place === value.length - 1 || value[place + 1] === ".";
    if (isLast) return;
    const altered = `${name}${value.slice(0, place)}${letter === "A" ? "B" : "A"}${value.slice(place + 1)}`;
    tally.check(`a cookie altered at ${place}`, !(await letsIn(altered)));
  });
  const foreign = await cookieOf(
    { ...app, secrets: { ...app.secrets, sessionSecret: fixedBytes("another server") } },
    member,
  );
  const parts = value.split(".");
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  for (const [how, held] of [
    ["of another server", foreign],
    ["cut off", cookie.slice(0, -20)],
    ["empty", name],
    ["without encryption", `${name}${none}.${Buffer.from('{"sessionId":"x"}').toString("base64url")}.`],
    ["with parts of another", `${name}${[...parts.slice(0, 3), foreign.split(".")[3], parts[4]].join(".")}`],
    ["with the account's id", `${name}${member}`],
    ["of another name", cookie.replace("session-token", "session")],
    ["very long", `${name}${"A".repeat(7_000)}`],
  ] as const) {
    tally.check(`a cookie ${how}`, !(await letsIn(held)));
  }

  const fresh = async () => cookieOf(app, member);
  const signedOut = await fresh();
  const csrf = await door.ask("/api/auth/csrf");
  const csrfCookie = (csrf.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
  const { csrfToken } = JSON.parse(csrf.text) as { csrfToken: string };
  await door.post(
    "/api/auth/signout",
    JSON.stringify({ csrfToken, json: "true" }),
    `${signedOut}; ${csrfCookie}`,
  );
  tally.check("a session after signing out", !(await letsIn(signedOut)));

  const suspended = await fresh();
  await suspendAccount(app, cast.accounts.administrator.id, member);
  tally.check("a session of a suspended account", !(await letsIn(suspended)));
  await unsuspendAccount(app, cast.accounts.administrator.id, member);
  tally.check("a session after the suspension", !(await letsIn(suspended)));

  const beforeReset = await fresh();
  const { token } = await createResetLink(app, cast.accounts.administrator.id, member);
  await door.mutate("accounts.resetPassword", { token, password }, null);
  tally.check("a session after a reset", !(await letsIn(beforeReset)));

  const old = await cookieOf({ ...app, now: () => Date.now() - LONG_AGO }, member);
  tally.check("a session that is over", !(await letsIn(old)));
}
