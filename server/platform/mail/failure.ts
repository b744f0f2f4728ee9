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
  const { code, reply, command } = failureFacts(error);
  const number = reply === null ? "" : ` (${reply})`;
  if (code === "ETLS" || (code === "ESOCKET" && isAboutTls(error)))
    return "No secure connection to the mail server could be made.";
  switch (code) {
    case "EDNS":
      return "The mail server's name was not found.";
    case "EABORT":
    case "ETIMEDOUT":
      return "The mail server did not answer in time. Whether the mail went out is not certain.";
    case "EAUTH":
    case "ENOAUTH":
      return `The mail server did not accept this server's user name and password${number}.`;
    case "EENVELOPE":
      return command === "MAIL"
        ? `The mail server does not take mail from this server's address${number}.`
        : `The mail server refused the address${number}.`;
    case "ECONNECTION":
    case "ESOCKET":
    case "ECONNREFUSED":
      return reply === null
        ? "The mail server cannot be reached."
        : `The mail server ended the connection${number}.`;
    default:
      return `The mail server refused the mail${number}.`;
  }
}

/**
 * Returns whether a TLS check failed. nodemailer gives all connection errors the same code, so only OpenSSL's text
 * distinguishes a certificate from a network failure.
 */
function isAboutTls(error: unknown): boolean {
  return error instanceof Error && /certificate|\b(SSL|TLS)\b/i.test(error.message);
}
