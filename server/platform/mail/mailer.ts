import { createTransport } from "nodemailer";
import * as t from "#messages/refusals.ts";
import { logger } from "#server/platform/process/logger.ts";
import { Semaphore } from "#server/platform/process/semaphore.ts";
import { failureFacts, failureWords, mayBeTaken } from "./failure.ts";
import { hasControls, isMailAddress, type MailSettings } from "./settings.ts";

/** A mail in plain text. It never contains a verdict, a chance or a feature of a person. */
export type MailMessage = {
  /** The kind of mail, for the application log. */
  readonly kind: "link" | "reminder" | "receipt" | "checkpoint" | "notice" | "notification" | "test";
  readonly subject: string;
  readonly text: string;
  /** Files of the iCalendar format. */
  readonly calendars?: readonly MailCalendar[];
};

export type MailCalendar = { readonly name: string; readonly content: string };

/**
 * The result of sending; `message` is a sentence to show. "Sent" means that our mail server took the mail, not that it
 * was read. `mayBeSent` is whether a mail that counts as failed could have been taken, as after a timeout.
 */
export type Delivery =
  | { readonly isSent: true; readonly to: string }
  | { readonly isSent: false; readonly to: string; readonly message: string; readonly mayBeSent: boolean };

export type Mailer = {
  /** The sender's address; `server` is the mail server as host:port. */
  readonly from: string;
  readonly server: string;
  /** Sends a mail. Never throws: a failed mail affects nothing else. */
  send(to: string, mail: MailMessage): Promise<Delivery>;
};

/**
 * Timeouts in milliseconds: `step` for the mail server's silence at one step, `total` for everything, including the
 * time in the queue.
 */
export type MailTimeouts = { readonly step: number; readonly total: number };

const usualTimeouts: MailTimeouts = { step: 8_000, total: 20_000 };

/**
 * Few connections at once, because mail servers limit them, and a queue long enough for the receipts of a whole panel.
 */
const AT_ONCE = 4;
const WAITING_AT_MOST = 500;

export function openMailer(settings: MailSettings, timeouts: MailTimeouts = usualTimeouts): Mailer {
  const transport = createTransport(transportOptions(settings, timeouts));
  const semaphore = new Semaphore(AT_ONCE, WAITING_AT_MOST);
  const from = settings.from;

  async function trySending(to: string, { subject, text, calendars = [] }: MailMessage): Promise<void> {
    if (!isMailAddress(to)) throw refusedMail("notAnAddress");
    if (hasControls(subject)) throw refusedMail("subject");
    if (semaphore.isFull) throw refusedMail("tooMany");
    // The timeout starts now, so that it also limits the time in the queue.
    const signal = AbortSignal.timeout(timeouts.total);
    await semaphore.run(() =>
      transport.sendMail({
        from,
        // An object, because nodemailer parses a string as a list of addresses.
        to: { name: "", address: to },
        subject,
        text,
        // Keeps a long link in one piece; nodemailer would fold plain lines.
        textEncoding: "quoted-printable",
        attachments: calendars.map(({ name, content }) => ({
          filename: name,
          content,
          contentType: "text/calendar; charset=utf-8; method=PUBLISH",
        })),
        headers: { "Auto-Submitted": "auto-generated" },
        signal,
      }),
    );
  }

  return {
    from: from.address,
    server: `${settings.host}:${settings.port}`,
    send: async (to, mail) => {
      try {
        await trySending(to, mail);
        return { isSent: true, to };
      } catch (error) {
        logger().warn({ kind: mail.kind, ...failureFacts(error) }, "a mail could not be sent");
        const isRefused = error instanceof RefusedMail;
        const message = isRefused ? error.message : failureWords(error);
        return { isSent: false, to, message, mayBeSent: !isRefused && mayBeTaken(error) };
      }
    },
  };
}

/** A mail that is refused before connecting; `message` is a sentence to show. */
class RefusedMail extends Error {
  override readonly name = "RefusedMail";
}

function refusedMail(why: Parameters<typeof t.mailNotSent>[0]["why"]): RefusedMail {
  return new RefusedMail(t.mailNotSent({ why, reply: 0 }));
}

function transportOptions({ host, port, secure, login }: MailSettings, { step }: MailTimeouts) {
  return {
    host,
    port,
    secure,
    ...(login && {
      auth: { user: login.user, pass: login.password },
      // Otherwise a server that offers no authentication would get the mail without it.
      forceAuth: true,
      requireTLS: !secure && !isThisMachine(host),
    }),
    dnsTimeout: step,
    connectionTimeout: step,
    greetingTimeout: step,
    socketTimeout: step,
    // Closes the connection if the mail server does not close it after we do.
    socketCloseTimeout: 500,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Returns whether a host is this machine. A password is never sent to another one unencrypted. */
function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}
