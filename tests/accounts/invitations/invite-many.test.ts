import { expect, it, onTestFinished } from "vitest";
import { listStudiesToInvite } from "#db/queries/invitations.ts";
import { acceptInvitation } from "#server/accounts/invitations/accept-invitation.ts";
import { inviteMany } from "#server/accounts/invitations/invite-many.ts";
import { readPanel, withdrawFromStudy } from "#server/accounts/invitations/panel.ts";
import { readAddresses } from "#server/accounts/invitations/read-addresses.ts";
import { renewLinks } from "#server/accounts/invitations/renew-links.ts";
import { sendInvitations } from "#server/accounts/messages/send-invitations.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { changeSelection } from "#server/studies/change-selection.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { startMailServer } from "#tests/setup/mail-server.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";

const day = 24 * 60 * 60_000;

captureLog();

describeEngines("a list of invitations", async (openStore) => {
  const base = testApp(await openStore());

  async function begin(trouble?: Parameters<typeof startMailServer>[0]) {
    const server = await startMailServer(trouble);
    onTestFinished(server.close);
    const { studyId, operatorId } = await publishedStudy(base, { auditors: 1 });
    const app = { ...base, mailer: server.mailer() };
    const invite = (list: string, on: typeof base | typeof app = base) =>
      inviteMany(on, operatorId, { studyId, list });
    const invited = async () => (await readPanel(base, studyId)).invitations;
    const open = async () => (await invited()).filter(({ state }) => state !== "joined");
    const states = async () =>
      Object.fromEntries((await invited()).map(({ email, state }) => [email?.split("@")[0], state]));
    return { studyId, operatorId, app, server, invite, open, invited, states };
  }

  it("makes a link for each address, which is shown once if no mail is sent", async () => {
    const { invite, open, studyId } = await begin();
    const { links } = await invite('Email,\r\n"Ada@example.org",\r\n\r\n ben@example.org ;\n');
    expect(links.map(({ email }) => email)).toEqual(["ada@example.org", "ben@example.org"]);
    expect((await open()).map(({ email, role, state }) => [email, role, state]).toSorted()).toEqual([
      ["ada@example.org", "auditor", "sent"],
      ["ben@example.org", "auditor", "sent"],
    ]);
    const token = links[0]?.token ?? "";
    const joined = await acceptInvitation(base, {
      token,
      displayName: "Ada",
      password: "correct horse battery",
    });
    expect(joined.studyId, "the page that opens next").toBe(studyId);
    expect((await open()).map(({ email }) => email)).toEqual(["ben@example.org"]);
    const { seats, seatless } = await readPanel(base, studyId);
    expect([...seats, ...seatless].map(({ displayName }) => displayName)).toContain("Ada");
  });

  it("saves the other columns of a file as attributes, which are logged when the auditor gets a seat", async () => {
    const { invite, studyId } = await begin();
    await changeSelection(base, { studyId, selection: { how: "by-lot", size: 1 } });
    const { links } = await invite(
      "region;email;profession\nnorth;nora@example.org;\n;ned@example.org;nurse",
    );
    for (const { email, token } of links) {
      const account = { displayName: email, password: "correct horse battery" };
      await acceptInvitation(base, { token: token ?? "", ...account });
    }
    const { seats } = await readPanel(base, studyId);
    expect(seats.slice(-2).map(({ attributes }) => attributes)).toEqual([
      [{ name: "region", value: "north" }],
      [{ name: "profession", value: "nurse" }],
    ]);
    const { log, features } = await exportStudy(base, studyId);
    expect(log.match(/"type":"seat.attributes"/g)).toHaveLength(2);
    expect(replay(log, features).problems).toEqual([]);
  });

  it("may name each person's role, and be copied from a spreadsheet", async () => {
    const { invite, open, studyId, operatorId } = await begin();
    await invite(
      "E-Mail\tROLE\tname\n\nria@example.org\tResearcher\tRoy, Ria\noda@example.org\tobserver\nann@example.org",
    );
    const roles = async () =>
      (await open()).map(({ email, role }) => [email?.split("@")[0], role]).toSorted();
    expect(await roles()).toEqual([
      ["ann", "auditor"],
      ["oda", "observer"],
      ["ria", "researcher"],
    ]);
    const renewed = await renewLinks(base, operatorId, { studyId });
    expect(renewed.links.map(({ email }) => email).toSorted()).toEqual([
      "ann@example.org",
      "oda@example.org",
    ]);
    const [address] = readAddresses("emailed on,roles,email,role\nMay,chair,y@example.org,");
    expect(address).toEqual({
      ...{ row: 2, email: "y@example.org", role: "auditor" },
      attributes: [
        { name: "emailed on", value: "May" },
        { name: "roles", value: "chair" },
      ],
    });
    const wrong = await refused(invite("email,role\nx@example.org,operator"), "bad-input");
    expect(wrong.problems).toEqual([{ row: 2, field: "role", message: wrong.message }]);
    expect(wrong.message).toMatch(/^Row 2, role: expected /);
  });

  it("is mailed by a job, each link once, even by several servers", async () => {
    const { app, server, invite, open, studyId } = await begin();
    const { links } = await invite("a1@example.org\nb1@example.org\nc1@example.org", app);
    expect(links.map(({ token }) => token)).toEqual([null, null, null]);
    expect((await open()).map(({ state }) => state)).toEqual(["waiting", "waiting", "waiting"]);
    expect(await base.store.read(listStudiesToInvite)).toContainEqual({ studyId });
    await Promise.all([1, 2, 3].map(() => sendInvitations(app, { studyId })));
    await sendInvitations(app, { studyId });
    expect(server.mails.map(({ to }) => to[0]).toSorted()).toEqual(
      ["a1", "b1", "c1"].map((name) => `${name}@example.org`),
    );
    expect((await open()).map(({ state }) => state)).toEqual(["sent", "sent", "sent"]);
    const mail = server.mails.find(({ to }) => to[0] === "b1@example.org");
    const token = /invitation\/([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    const { email } = await acceptInvitation(base, {
      token,
      displayName: "B",
      password: "correct horse battery",
    });
    expect(email).toBe("b1@example.org");
  });

  it("says which mail could not be sent", async () => {
    const { app, invite, open, studyId } = await begin({ refusedAddress: "bounced@example.org" });
    await invite("bounced@example.org\nfine@example.org", app);
    await sendInvitations(app, { studyId });
    expect((await open()).map(({ email, state }) => [email, state]).toSorted()).toEqual([
      ["bounced@example.org", "failed"],
      ["fine@example.org", "sent"],
    ]);
  });

  it("shows joined people last, and gives the others a new link once", async () => {
    const { invite, invited, states, studyId, operatorId, app } = await begin();
    const { links } = await invite("j1@example.org\nj2@example.org\nj3@example.org");
    const join = (token = "") =>
      acceptInvitation(base, { token, displayName: "J", password: "correct horse battery" });
    await join(links[0]?.token ?? "");
    const withdrawn = (await invited()).find(({ email }) => email === "j3@example.org");
    await withdrawFromStudy(base, { studyId, ref: withdrawn?.ref ?? "" });
    expect(await states()).toEqual({ j1: "joined", j2: "sent", j3: "withdrawn" });
    expect((await invited()).at(-1)?.email).toBe("j1@example.org");
    await refused(renewLinks(app, operatorId, { studyId }), "reminded-already");
    const renewed = await renewLinks(base, operatorId, { studyId });
    expect(renewed.links.map(({ email }) => email)).toEqual(["j2@example.org"]);
    await refused(join(links[1]?.token ?? ""), "invitation-invalid");
    base.clock.advance(8 * day);
    expect(await states()).toEqual({ j1: "joined", j2: "expired", j3: "withdrawn" });
    const again = await renewLinks(base, operatorId, { studyId });
    await join(again.links[0]?.token ?? "");
    expect(await states()).toEqual({ j1: "joined", j2: "joined", j3: "withdrawn" });
    await refused(renewLinks(base, operatorId, { studyId }), "reminded-already");
  });

  it("is mailed again to people who have not joined, once a day, or at once after a failed mail", async () => {
    const { app, server, invite, states, studyId, operatorId } = await begin({
      refusedAddress: "r1@example.org",
    });
    await invite("r1@example.org\nr2@example.org", app);
    await sendInvitations(app, { studyId });
    const renew = async () => {
      const { links } = await renewLinks(app, operatorId, { studyId });
      await sendInvitations(app, { studyId });
      return links.map(({ email, token }) => [email, token]).toSorted();
    };
    expect(await renew()).toEqual([["r1@example.org", null]]);
    expect(await states()).toEqual({ r1: "failed", r2: "sent" });
    base.clock.advance(day + 1);
    expect(await renew()).toEqual([
      ["r1@example.org", null],
      ["r2@example.org", null],
    ]);
    expect(server.mails.map(({ to }) => to[0])).toEqual(["r2@example.org", "r2@example.org"]);
    const [first, second] = server.mails.map(({ text }) => /invitation\/([\w-]{43})/.exec(text)?.[1] ?? "");
    const join = (token = "") =>
      acceptInvitation(base, { token, displayName: "R", password: "correct horse battery" });
    await refused(join(first), "invitation-invalid");
    await join(second);
    expect(await states()).toEqual({ r1: "failed", r2: "joined" });
  });

  it("is refused as a whole, with row, field and the expected value", async () => {
    const { invite, open } = await begin();
    await invite("here@example.org");
    const wrong = await refused(
      invite("one@example.org\nno-address\none@example.org\na@b.org x@b.org\n"),
      "bad-input",
    );
    expect(wrong.problems).toEqual([
      {
        row: 2,
        field: "email",
        message: "Row 2, email: expected one e-mail address such as name@example.org.",
      },
      {
        row: 3,
        field: "email",
        message: "Row 3, email: expected each address once, and row 1 has the same.",
      },
      {
        row: 4,
        field: "email",
        message: "Row 4, email: expected one e-mail address such as name@example.org.",
      },
    ]);
    const before = await refused(invite("new@example.org\nhere@example.org"), "bad-input");
    expect(before.message).toMatch(/^Row 2, email: expected a new address, and this one has a link/);
    const twice = await refused(invite("email,region,region\nx@example.org,north,south"), "bad-input");
    expect(twice.problems).toMatchObject([{ row: 2, field: "email" }]);
    expect(twice.message).toMatch(/^Row 2: expected at most 10 attributes with different names/);
    await refused(invite("email,region\nx@example.org,north,further"), "bad-input");
    const many = Array.from({ length: 8 }, () => "x").join("\n");
    expect((await refused(invite(many), "bad-input")).message).toMatch(/Row 5, .* 3 more rows are wrong\.$/);
    expect((await open()).map(({ email }) => email)).toEqual(["here@example.org"]);
  });

  it("has between 1 and 500 addresses", async () => {
    const { invite, open } = await begin();
    const list = (count: number) =>
      Array.from({ length: count }, (_, index) => `person-${index}@example.org`).join("\n");
    expect((await refused(invite("\n \n"), "bad-input")).message).toMatch(/^The list has no address\./);
    expect((await refused(invite(list(501)), "bad-input")).message).toMatch(/^The list has 501 addresses/);
    expect((await invite(list(500))).links).toHaveLength(500);
    expect(await open()).toHaveLength(500);
  });

  it("is not mailed again above the hourly mail limit", async () => {
    const { app, invite, studyId, operatorId } = await begin();
    const list = (name: string) =>
      Array.from({ length: 301 }, (_, index) => `${name}-${index}@example.org`).join("\n");
    for (const name of ["third", "fourth"]) await invite(list(name));
    base.clock.advance(day + 1);
    await refused(renewLinks(app, operatorId, { studyId }), "mail-limit");
  });

  it("is refused in an ended study, and above the hourly mail limit", async () => {
    const { app, invite, studyId, operatorId } = await begin();
    const list = (name: string) =>
      Array.from({ length: 301 }, (_, index) => `${name}-${index}@example.org`).join("\n");
    await invite(list("first"), app);
    await refused(invite(list("second"), app), "mail-limit");
    await endStudy(base, studyId);
    await refused(invite("late@example.org"), "study-ended");
    await refused(renewLinks(base, operatorId, { studyId }), "study-ended");
  });
});
