import { type Env, setting } from "#server/platform/process/settings.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import { emailSchema } from "#server/schemas/accounts.ts";

export type MailSettings = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (smtps:); otherwise the connection is upgraded to TLS if the server offers it. */
  readonly secure: boolean;
  readonly login: { readonly user: string; readonly password: string } | null;
  readonly from: MailSender;
};

export type MailSender = { readonly name: string; readonly address: string };

const urlVariable = "EVENHAND_SMTP_URL";
const fromVariable = "EVENHAND_MAIL_FROM";

/**
 * Reads how this server sends mail.
 *
 * @returns null if neither variable is set: mail is off
 * @throws StartError, with one sentence that does not repeat the mail server's address, because it contains a password
 */
export function readMailSettings(env: Env = process.env): MailSettings | null {
  const [url, from] = [setting(urlVariable, env), setting(fromVariable, env)];
  if (url === "" && from === "") return null;
  if (from === "") throw new StartError(`${urlVariable} is set, so set ${fromVariable} too: ${fromExample}.`);
  if (url === "") throw new StartError(`${fromVariable} is set, so set ${urlVariable} too: ${urlExample}.`);
  return { ...readServer(url), from: readSender(from) };
}

const urlExample = "such as smtps://user:password@mail.example.org:465";
const fromExample = "such as Evenhand <evenhand@example.org>";

function readServer(text: string): Omit<MailSettings, "from"> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "") throw badUrl();
  // Options in the address would be ignored without the operator noticing.
  if (!["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "") throw badUrl();
  const secure = url.protocol === "smtps:";
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    login: readLogin(url),
  };
}

function readLogin({ username, password }: URL): MailSettings["login"] {
  if (username === "" && password === "") return null;
  const login = { user: decoded(username), password: decoded(password) };
  if (login.user === "" || login.password === "") {
    throw new StartError(`${urlVariable} must hold both a user name and a password, or neither.`);
  }
  return login;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new StartError(
      `${urlVariable}: write special characters of the password as %XX, a % itself as %25.`,
    );
  }
}

function badUrl(): StartError {
  return new StartError(`${urlVariable} is not the address of a mail server, ${urlExample}.`);
}

function readSender(text: string): MailSender {
  const [, quoted, name = quoted, bracketed] = /^(?:"([^"]*)"|([^"<>]*?))\s*<([^<>]*)>$/.exec(text) ?? [];
  const address = bracketed ?? text;
  if (!isMailAddress(address) || hasControls(name ?? "")) {
    throw new StartError(`${fromVariable} is not an e-mail address with or without a name, ${fromExample}.`);
  }
  return { name: name ?? "", address };
}

/** Returns whether a text is exactly one address: no list, no name, no line break that could start another header. */
export function isMailAddress(text: string): boolean {
  return emailSchema.safeParse(text).success && text.trim() === text;
}

/** Returns whether a text has line breaks or other control characters. */
export function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}
