import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { type Mailer, openMailer } from "#server/platform/mail/mailer.ts";
import { readMailSettings } from "#server/platform/mail/settings.ts";

export type ReceivedMail = {
  /** The envelope's recipients, who get the mail. */
  readonly from: string;
  readonly to: readonly string[];
  /** Lower-case names; folded lines are joined, encoded words decoded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly content: string }[];
};

export type MailServer = {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Returns the next mail that was not returned before, and waits for it if necessary. */
  take(): Promise<ReceivedMail>;
  /** The mail settings of Evenhand for this server. */
  mailer(timeouts?: { step: number; total: number }): Mailer;
  close(): Promise<void>;
};

type Trouble = {
  /** Recipients refused with 550. */
  readonly refusedAddress?: string;
  /** Delays the answer until this resolves. */
  readonly greeting?: Promise<unknown>;
  readonly acceptance?: Promise<unknown>;
  readonly login?: { user: string; password: string };
  /** TLS with a self-signed certificate. */
  readonly isSelfSigned?: boolean;
};

const testSender = "Evenhand <evenhand@panel.example>";

/** Starts a real mail server on a free port that keeps the mails it receives. */
export async function startMailServer(trouble: Trouble = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  let taken = 0;
  const server = new SMTPServer({
    logger: false,
    secure: trouble.isSelfSigned ?? false,
    // A client that timed out may still be connected when a test closes the server.
    closeTimeout: 50,
    disabledCommands: trouble.login ? ["STARTTLS"] : ["STARTTLS", "AUTH"],
    authOptional: trouble.login === undefined,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === trouble.login?.user && password === trouble.login?.password;
      if (isRight) done(null, { user: username });
      else done(new Error("no"));
    },
    onConnect: (_session, done) => void Promise.resolve(trouble.greeting).then(() => done()),
    onRcptTo: ({ address }, _session, done) => {
      if (address !== trouble.refusedAddress) return done();
      done(Object.assign(new Error(`no such mailbox: ${address}`), { responseCode: 550 }));
    },
    onData: (stream, { envelope }, done) => {
      const received = async (source: string): Promise<void> => {
        await trouble.acceptance;
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        const mail = { from, to: envelope.rcptTo.map(({ address }) => address), ...parsed(source) };
        mails.push(mail);
        done();
        const next = waiting.shift();
        if (next) next(mail);
      };
      // A client that disconnects in the middle has sent no mail.
      void text(stream).then(received, () => undefined);
    },
  });
  server.on("error", () => {
    // Some tests disconnect in the middle on purpose.
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.server.address() as AddressInfo;
  const login = trouble.login ? `${trouble.login.user}:${trouble.login.password}@` : "";
  const url = `${trouble.isSelfSigned ? "smtps" : "smtp"}://${login}127.0.0.1:${port}`;
  return {
    url,
    mails,
    take: async () => {
      const mail = mails[taken];
      taken += 1;
      return mail ?? new Promise((resolve) => waiting.push(resolve));
    },
    mailer: (timeouts) => mailerFor(url, timeouts),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export function mailerFor(url: string, timeouts?: { step: number; total: number }): Mailer {
  const settings = readMailSettings({ EVENHAND_SMTP_URL: url, EVENHAND_MAIL_FROM: testSender });
  if (settings === null) throw new Error("mail is off");
  return openMailer(settings, timeouts);
}

function parsed(source: string): Omit<ReceivedMail, "from" | "to"> {
  const { headers, body } = splitPart(source);
  const [, boundary] = /^multipart\/mixed;.*boundary="([^"]+)"/.exec(headers.get("content-type") ?? "") ?? [];
  if (boundary === undefined) return { headers, text: decodedBody(headers, body), attachments: [] };
  const [text, ...files] = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitPart(part.replace(/^\r\n/, "")));
  return {
    headers,
    text: text === undefined ? "" : decodedBody(text.headers, text.body),
    attachments: files.map((file) => ({
      name: /filename="?([^";]+)/.exec(file.headers.get("content-disposition") ?? "")?.[1] ?? "",
      type: file.headers.get("content-type") ?? "",
      content: decodedFile(file.headers, file.body),
    })),
  };
}

function splitPart(source: string): { headers: Map<string, string>; body: string } {
  const end = source.indexOf("\r\n\r\n");
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), decodedWords(line.slice(colon + 1).trim())] as const;
    }),
  );
  return { headers, body: source.slice(end + 4) };
}

function decodedBody(headers: ReadonlyMap<string, string>, body: string): string {
  const encoding = headers.get("content-transfer-encoding") ?? "";
  if (!["7bit", "quoted-printable"].includes(encoding)) throw new Error(`a mail came as ${encoding}`);
  const lines = encoding === "7bit" ? body : decodedBytes(body.replace(/=\r\n/g, ""));
  return lines.replace(/\r\n/g, "\n").trimEnd();
}

/** Decodes a file's bytes as text, with its line ends unchanged. */
function decodedFile(headers: ReadonlyMap<string, string>, body: string): string {
  const encoding = headers.get("content-transfer-encoding") ?? "";
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  return encoding === "7bit" ? body : decodedBytes(body.replace(/=\r\n/g, ""));
}

function decodedWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?(q|b)\?([^?]*)\?=/gi, (_word, kind: string, part: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(part, "base64").toString("utf8")
        : decodedBytes(part.replaceAll("_", " ")),
    );
}

function decodedBytes(escaped: string): string {
  const bytes = escaped.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => `%${hex}`);
  return decodeURIComponent(bytes.replace(/%(?![0-9A-F]{2})/gi, "%25"));
}
