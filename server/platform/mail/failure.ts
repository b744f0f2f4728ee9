import * as t from "#messages/refusals.ts";

/** Fields that nodemailer and Node set on their errors. */
type SendError = { code?: unknown; responseCode?: unknown; command?: unknown };

/**
 * Returns the facts for the application log: codes only, because the text of a reply repeats addresses and may repeat
 * more.
 */
export function failureFacts(error: unknown): { code: string; reply: number | null; command: string } {
  const { code, responseCode, command } = error as SendError;
  return {
    code: typeof code === "string" ? code : error instanceof Error ? error.name : "unknown",
    reply: typeof responseCode === "number" ? responseCode : null,
    command: typeof command === "string" ? command.split(/\s/, 1).join("") : "",
  };
}

/** Describes in one sentence why a mail was not sent, with the mail server's reply code if there was one. */
export function failureWords(error: unknown): string {
  const facts = failureFacts(error);
  return t.mailNotSent({ why: reasonOf(error, facts), reply: facts.reply ?? 0 });
}

/**
 * Returns whether the mail server could have taken the mail: it gave no reply, and the conversation may have begun.
 * nodemailer names the same command for each break of a connection.
 */
export function mayBeTaken(error: unknown): boolean {
  const { code, reply } = failureFacts(error);
  const { syscall, message } = error as { syscall?: unknown; message?: unknown };
  const isEarly = ["EDNS", "ETLS", "EAUTH", "ENOAUTH"].includes(code) || syscall === "connect";
  return reply === null && !isEarly && message !== "Connection timeout";
}

type Why = Parameters<typeof t.mailNotSent>[0]["why"];

function reasonOf(error: unknown, { code, reply, command }: ReturnType<typeof failureFacts>): Why {
  if (code === "ETLS" || (code === "ESOCKET" && isAboutTls(error))) return "insecure";
  if (code === "EENVELOPE") return command === "MAIL" ? "sender" : "address";
  if (["ECONNECTION", "ESOCKET", "ECONNREFUSED"].includes(code)) {
    return reply === null ? "unreachable" : "ended";
  }
  return reasons[code] ?? "refused";
}

const reasons: Readonly<Record<string, Why>> = {
  EDNS: "unknownServer",
  ...{ EABORT: "late", ETIMEDOUT: "late" },
  ...{ EAUTH: "signIn", ENOAUTH: "signIn" },
};

/**
 * Returns whether a TLS check failed. nodemailer gives all connection errors the same code, so only OpenSSL's text
 * distinguishes a certificate from a network failure.
 */
function isAboutTls(error: unknown): boolean {
  return error instanceof Error && /certificate|\b(SSL|TLS)\b/i.test(error.message);
}
