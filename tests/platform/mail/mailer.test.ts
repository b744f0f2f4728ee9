import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { failureFacts, failureWords } from "#server/platform/mail/failure.ts";
import type { MailMessage } from "#server/platform/mail/mailer.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { type MailServer, mailerFor, startMailServer } from "#tests/setup/mail-server.ts";

const message: MailMessage = {
  kind: "test",
  subject: "Prüfung – in one line",
  text: "Grüße,\n\n.\nEvenhand",
};
const short = { step: 150, total: 400 };
const recipient = "amina@example.org";

const logLines = captureLog();
beforeEach(() => logLines.splice(0));

async function server(...trouble: Parameters<typeof startMailServer>): Promise<MailServer> {
  const started = await startMailServer(...trouble);
  onTestFinished(started.close);
  return started;
}

it("sends plain text to exactly one address", async () => {
  const { mailer, mails } = await server();
  expect(await mailer().send(recipient, message)).toEqual({ isSent: true, to: recipient });
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ from: "evenhand@panel.example", to: [recipient], text: message.text });
  const headers = mails[0]?.headers;
  expect(headers?.get("subject")).toBe(message.subject);
  expect(headers?.get("from")).toBe("Evenhand <evenhand@panel.example>");
  expect(headers?.get("to")).toBe(recipient);
  expect(headers?.get("auto-submitted")).toBe("auto-generated");
  expect(headers?.get("content-type")).toBe("text/plain; charset=utf-8");
});

it("keeps a long link in one piece", async () => {
  const { mailer, mails } = await server();
  const link = `https://evenhand.example/invitation/${"a=b-c_d".repeat(30)}`;
  await mailer().send(recipient, { ...message, text: `Follow this:\n${link}\n` });
  expect(mails[0]?.text).toBe(`Follow this:\n${link}`);
});

it.each([
  ["a second header", "amina@example.org\r\nBcc: eve@example.org"],
  ["a second command", "amina@example.org>\r\nRCPT TO:<eve@example.org"],
  ["a list", "amina@example.org, eve@example.org"],
  ["a name", "Amina <amina@example.org>"],
  ["a blank", " amina@example.org"],
  ["nothing", ""],
])("refuses %s instead of an address, without connecting", async (_what, to) => {
  const { mailer, mails } = await server();
  const sent = await mailer().send(to, message);
  expect(sent).toEqual({ isSent: false, to, message: "This is not an e-mail address.", mayBeSent: false });
  expect(mails).toEqual([]);
  expect(logLines.map((line) => JSON.parse(line))).toMatchObject([
    { kind: "test", code: "RefusedMail", reply: null, command: "" },
  ]);
});

it.each(["\r\nBcc: eve@example.org", "\nBcc: eve@example.org", "\u2028Bcc: eve@example.org", "\0"])(
  "refuses a subject that continues with %j",
  async (tail) => {
    const { mailer, mails } = await server();
    const sent = await mailer().send(recipient, { ...message, subject: `Round 1${tail}` });
    expect(sent).toMatchObject({ isSent: false, message: "The subject of the mail is not one line." });
    expect(mails).toEqual([]);
  },
);

it("says that the mail server cannot be reached", async () => {
  const { url, close } = await startMailServer();
  await close();
  const sent = await mailerFor(url).send(recipient, message);
  expect(sent).toMatchObject({
    isSent: false,
    mayBeSent: false,
    message: "The mail server cannot be reached.",
  });
});

it("says that the address was refused, and keeps it out of the application log", async () => {
  const { mailer, mails } = await server({ refusedAddress: recipient });
  const sent = await mailer().send(recipient, message);
  expect(sent).toMatchObject({
    isSent: false,
    mayBeSent: false,
    message: "The mail server refused the address (550).",
  });
  expect(mails).toEqual([]);
  expect(logLines).toHaveLength(1);
  expect(logLines[0]).toContain('"reply":550');
  expect(logLines[0]).not.toContain("amina");
});

it.each(["greeting", "acceptance"] as const)("gives up when there is no %s", async (hanging) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { mailer } = await server({ [hanging]: promise });
  const sent = await mailer(short).send(recipient, message);
  expect(sent).toMatchObject({ isSent: false });
  expect(sent).toHaveProperty("message", expect.stringContaining("did not answer in time"));
  resolve();
});

it("gives up on a server that sends only partial replies", async () => {
  const slow = createServer((socket) => {
    socket.write("220 slow.example\r\n");
    // A reply to the first command whose last line never comes.
    const timer = setInterval(() => socket.write("250-wait\r\n"), 40);
    socket.on("error", () => {}).on("close", () => clearInterval(timer));
  });
  await once(slow.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void slow.close());
  const { port } = slow.address() as AddressInfo;
  const sent = await mailerFor(`smtp://127.0.0.1:${port}`, { step: 2_000, total: 400 }).send(
    recipient,
    message,
  );
  expect(sent).toHaveProperty("message", expect.stringContaining("did not answer in time"));
  // The mailer not only stopped waiting: it closed the connection.
  const openConnections = () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    slow.getConnections((_error, count) => resolve(count));
    return promise;
  };
  await expect.poll(openConnections).toBe(0);
});

it("signs in, and keeps a wrong password out of messages and logs", async () => {
  const login = { user: "panel", password: "geheim123" };
  const { mailer, mails, url } = await server({ login });
  expect(await mailer().send(recipient, message)).toMatchObject({ isSent: true });
  expect(mails).toHaveLength(1);
  const sent = await mailerFor(url.replace("geheim123", "falsch456")).send(recipient, message);
  expect(sent).toHaveProperty("message", expect.stringContaining("user name and password"));
  expect(`${logLines.join()}${JSON.stringify(sent)}`).not.toMatch(/geheim123|falsch456|panel/);
});

it("signs in without TLS only to this machine", async () => {
  const { url, mails } = await server({ login: { user: "panel", password: "geheim123" } });
  const sentTo = (host: string) => mailerFor(url.replace("127.0.0.1", host)).send(recipient, message);
  expect(await sentTo("localhost")).toMatchObject({ isSent: true });
  // This address leads here too, but is not a loopback name.
  expect(await sentTo("0.0.0.0")).toMatchObject({ isSent: false });
  expect(mails).toHaveLength(1);
});

it("does not send without the configured log-in if the server offers none", async () => {
  const { url, mails } = await server();
  const sent = await mailerFor(url.replace("smtp://", "smtp://panel:geheim123@")).send(recipient, message);
  expect(sent).toMatchObject({ isSent: false });
  expect(mails).toEqual([]);
});

it("refuses a server with an untrusted certificate", async () => {
  const { mailer, mails } = await server({ isSelfSigned: true });
  const sent = await mailer().send(recipient, message);
  expect(sent).toMatchObject({
    isSent: false,
    message: "No secure connection to the mail server could be made.",
  });
  expect(mails).toEqual([]);
});

const late = "The mail server did not answer in time. The mail may have been sent or not.";

it.each<[code: string, command: string, reply: number | undefined, words: string]>([
  ["EENVELOPE", "MAIL FROM", 553, "The mail server does not accept mail from this server’s address (553)."],
  ["EENVELOPE", "RCPT TO", 550, "The mail server refused the address (550)."],
  ["ECONNECTION", "CONN", 421, "The mail server ended the connection (421)."],
  ["EDNS", "CONN", undefined, "The mail server’s name was not found."],
  ["EMESSAGE", "DATA", 554, "The mail server refused the mail (554)."],
  ["ETLS", "STARTTLS", undefined, "No secure connection to the mail server could be made."],
  ["ECONNREFUSED", "CONN", undefined, "The mail server cannot be reached."],
  ["ESOCKET", "CONN", undefined, "The mail server cannot be reached."],
  ["EAUTH", "AUTH PLAIN", 535, "The mail server did not accept this server’s user name and password (535)."],
  ["ENOAUTH", "API", undefined, "The mail server did not accept this server’s user name and password."],
  ["EABORT", "DATA", undefined, late],
  ["ETIMEDOUT", "DATA", undefined, late],
])("explains %s at %s with the reply %s", (code, command, responseCode, words) => {
  expect(failureWords(Object.assign(new Error("no"), { code, command, responseCode }))).toBe(words);
});

it("tells a certificate error from a connection error by its message", () => {
  const words = (code: string, message: string) => failureWords(Object.assign(new Error(message), { code }));
  const unsafe = "No secure connection to the mail server could be made.";
  for (const message of ["self-signed certificate", "wrong SSL version", "Client TLS handshake failed"])
    expect(words("ESOCKET", message)).toBe(unsafe);
  expect(words("ECONNECTION", "self-signed certificate")).not.toBe(unsafe);
});

it("logs only codes of an error", () => {
  const thrown = { code: "EENVELOPE", responseCode: 550, command: "RCPT TO:<amina@example.org>" };
  expect(failureFacts(thrown)).toEqual({ code: "EENVELOPE", reply: 550, command: "RCPT" });
  const of = { reply: null, command: "" };
  expect(failureFacts({ code: 7, responseCode: "550", command: 7 })).toEqual({ ...of, code: "unknown" });
  expect(failureFacts(new TypeError("amina@example.org"))).toEqual({ ...of, code: "TypeError" });
});

it("queues up to 500 mails and refuses further ones", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { mailer } = await server({ greeting: promise });
  const one = mailer(short);
  const all = Array.from({ length: 505 }, () => one.send(recipient, message));
  const messages = (await Promise.all(all)).map((sent) => (sent.isSent ? "sent" : sent.message));
  resolve();
  const refused = "Too many mails are waiting to be sent.";
  // Four are being sent, and five hundred wait.
  expect(messages.indexOf(refused)).toBe(504);
});

it("sends many at once over a few connections", async () => {
  const { mailer, mails } = await server();
  const one = mailer();
  const all = Array.from({ length: 25 }, (_, index) => one.send(`person${index}@example.org`, message));
  expect((await Promise.all(all)).every(({ isSent }) => isSent)).toBe(true);
  expect(new Set(mails.flatMap(({ to }) => to)).size).toBe(25);
});
