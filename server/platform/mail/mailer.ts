import { createTransport } from "nodemailer";
import { logger } from "#server/platform/process/logger.ts";
import { Semaphore } from "#server/platform/process/semaphore.ts";
import { failureFacts, failureWords } from "./failure.ts";
import { hasControls, isMailAddress, type MailSettings } from "./settings.ts";

/** Plain text. No verdict, count of verdicts or result is ever in one. */
export type MailMessage = {
  /** What it is, for the server's diary. */
  readonly kind: "link" | "reminder" | "receipt" | "checkpoint" | "notice" | "test";
  readonly subject: string;
  readonly text: string;
};

/** How it went; `message` is a sentence to show. "Sent" means that our mail server took it, not that it was read. */
export type Delivery =
  | { readonly isSent: true; readonly to: string }
  | { readonly isSent: false; readonly to: string; readonly message: string };

export type Mailer = {
  /** The sender's address, and the mail server as host:port. */
  readonly from: string;
  readonly server: string;
  /** Never throws: a mail that cannot be sent fails nothing but itself. */
  send(to: string, letter: MailMessage): Promise<Delivery>;
};

/** Milliseconds: silence of the mail server at one step, and everything together with the wait for one's turn. */
export type MailTimeouts = { readonly step: number; readonly total: number };

const usualTimeouts: MailTimeouts = { step: 8_000, total: 20_000 };

/** Few connections at once, since mail servers count them; so many waiting that a whole panel's receipts find room. */
const AT_ONCE = 4;
const WAITING_AT_MOST = 500;

export function openMailer(settings: MailSettings, timeouts: MailTimeouts = usualTimeouts): Mailer {
  const transport = createTransport(transportOptions(settings, timeouts));
  const gate = new Semaphore(AT_ONCE, WAITING_AT_MOST);
  const from = settings.from;

  async function trySending(to: string, { subject, text }: MailMessage): Promise<void> {
    if (!isMailAddress(to)) throw new UnfitLetter("This is not an e-mail address.");
    if (hasControls(subject)) throw new UnfitLetter("The subject of the mail is not one line.");
    if (gate.isFull) throw new UnfitLetter("Too many mails are waiting to be sent.");
    // Counts from now, so nobody waits in the line for longer either.
    const signal = AbortSignal.timeout(timeouts.total);
    await gate.run(() =>
      transport.sendMail({
        from,
        // As an object: a text would be taken for a list of addresses.
        to: { name: "", address: to },
        subject,
        text,
        // Keeps a long link in one piece: plain lines would be folded.
        textEncoding: "quoted-printable",
        headers: { "Auto-Submitted": "auto-generated" },
        signal,
      }),
    );
  }

  return {
    from: from.address,
    server: `${settings.host}:${settings.port}`,
    send: async (to, letter) => {
      try {
        await trySending(to, letter);
        return { isSent: true, to };
      } catch (error) {
        logger().warn({ kind: letter.kind, ...failureFacts(error) }, "a mail could not be sent");
        const message = error instanceof UnfitLetter ? error.message : failureWords(error);
        return { isSent: false, to, message };
      }
    },
  };
}

/** Not worth a connection; `message` is a sentence to show. */
class UnfitLetter extends Error {
  override readonly name = "UnfitLetter";
}

function transportOptions({ host, port, secure, login }: MailSettings, { step }: MailTimeouts) {
  return {
    host,
    port,
    secure,
    ...(login && {
      auth: { user: login.user, pass: login.password },
      // Otherwise a server that offers no log-in would get the mail without one.
      forceAuth: true,
      requireTLS: !secure && !isThisMachine(host),
    }),
    dnsTimeout: step,
    connectionTimeout: step,
    greetingTimeout: step,
    socketTimeout: step,
    // Whoever does not hang up when we do is hung up on.
    socketCloseTimeout: 500,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A password never leaves the machine in the clear. */
function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}
