import { address, type Kind, oneOf, onOrOff, origin, origins, token, whole, words } from "./setting-kinds.ts";

/** An environment variable: its allowed values, its default and its description in the documents. */
type Variable<Value, Usual> = {
  readonly kind: Kind<Value>;
  readonly usual: Usual;
  /** The description in .env.example and in the table in docs/operations.md. */
  readonly says: string;
  /** The default, in words. */
  readonly usually: string;
  readonly example: string;
  /** The value is never printed, not even to the operator: a console may be watched and its output kept. */
  readonly isSecret?: true;
};

function variable<Value, Usual>(parts: Variable<Value, Usual>): Variable<Value, Usual> {
  return parts;
}

const none = "none";

type Described = Pick<Variable<unknown, unknown>, "says" | "example" | "isSecret"> & {
  readonly usually?: string;
};

/** A text that its own reader parses; empty unless it is set. */
function text(about: Described): Variable<string, ""> {
  return { kind: words, usual: "", usually: none, ...about };
}

/** A number, whose default is its example. */
function number({
  usual,
  ...about
}: Pick<Variable<number, number>, "kind" | "usual" | "says">): Variable<number, number> {
  return { ...about, usual, usually: String(usual), example: String(usual) };
}

/**
 * All settings in the order of the documents. Settings that belong together have one reader (mail, provider, witnesses,
 * beacon).
 */
export const variables = {
  PORT: number({
    kind: whole("a whole number", 1, 65_535),
    usual: 3_000,
    says: "where `npm start` serves; `npm start -- --port N` does the same",
  }),
  EVENHAND_HOST: variable({
    kind: words,
    usual: "127.0.0.1",
    says: "the address to listen on; `npm start -- --host ADDRESS` does the same; see Network access",
    usually: "`127.0.0.1`: this machine alone",
    example: "127.0.0.1",
  }),
  EVENHAND_DATA: variable({
    kind: words,
    usual: "data",
    says: "the data folder: the SQLite file and `secrets.json`",
    usually: "`./data`: with `--demo` it is `./demo-data`",
    example: "/var/lib/evenhand",
  }),
  EVENHAND_MARKS: text({
    says: "the folder of the high-water marks; see High-water mark",
    usually: "`marks` in the data folder",
    example: "/var/lib/evenhand-marks",
  }),
  EVENHAND_BACKUP_FOLDER: text({
    says: "the folder of automatic backups; see Backup",
    usually: "none: no automatic backups",
    example: "/mnt/backups",
  }),
  EVENHAND_BACKUP_HOURS: number({
    kind: whole("whole hours", 1, 10_000),
    usual: 24,
    says: "hours between two automatic backups",
  }),
  EVENHAND_BACKUP_KEEP: number({
    kind: whole("a whole number", 1, 10_000),
    usual: 14,
    says: "how many restorable backups are kept",
  }),
  DATABASE_URL: variable({
    kind: address(["postgres:", "postgresql:"], "postgres://user:password@db.example.org/evenhand"),
    usual: null,
    says: "`postgres://...`: PostgreSQL instead of the SQLite file",
    usually: none,
    example: "postgres://evenhand:password@db.example.org/evenhand",
    isSecret: true,
  }),
  NEXTAUTH_URL: variable({
    kind: origin("https://evenhand.example.org"),
    usual: null,
    says: "the public address, such as `https://evenhand.example.org`; requests for any other host name are refused",
    usually: "`http://localhost:PORT`",
    example: "https://evenhand.example.org",
  }),
  EVENHAND_TRUST_PROXY: variable({
    kind: onOrOff,
    usual: false,
    says: "`1` behind a proxy that sets `X-Forwarded-For`: limits then count by the client's address that the proxy saw",
    usually: "`0`",
    example: "1",
  }),
  EVENHAND_SECOND_FACTOR: variable({
    kind: oneOf("administrators", "everyone", "none"),
    usual: "administrators" as const,
    says: "which accounts must have a second factor: `administrators`, `everyone` or `none`; it is optional for all others",
    usually: "`administrators`",
    example: "administrators",
  }),
  EVENHAND_STOP_SECONDS: number({
    kind: whole("whole seconds", 0, 3_600),
    usual: 15,
    says: "how many seconds a shutdown waits for requests in progress; see Stopping",
  }),
  EVENHAND_SMTP_URL: text({
    says: "the mail server, such as `smtps://user:password@mail.example.org:465`; see Mail",
    usually: "none: mail is off",
    example: "smtps://user:password@mail.example.org:465",
    isSecret: true,
  }),
  EVENHAND_MAIL_FROM: text({
    says: "the sender, such as `Evenhand <evenhand@example.org>`",
    example: "Evenhand <evenhand@example.org>",
  }),
  EVENHAND_OIDC_ISSUER: text({
    says: "the issuer of an OpenID Connect provider for sign-in; see Signing in with a provider",
    example: "https://login.example.org",
  }),
  EVENHAND_OIDC_CLIENT_ID: text({
    says: "this server's client id at the provider",
    example: "evenhand",
  }),
  EVENHAND_OIDC_CLIENT_SECRET: text({
    says: "this server's client secret at the provider",
    example: "secret",
    isSecret: true,
  }),
  EVENHAND_OIDC_NAME: text({
    says: "the name on the button: Sign in with NAME",
    example: "Campus",
  }),
  EVENHAND_WITNESSES: text({
    says: "witnesses that cosign the checkpoints of new studies: verifier key and address of each, separated by commas; see Witnesses",
    example: "witness.example.org+1a2b3c4d+BGlt... https://witness.example.org",
  }),
  EVENHAND_BEACON_URLS: text({
    says: "relays of a public beacon for the draws of new studies, separated by commas; see Public beacon",
    example: "https://api.drand.sh,https://drand.cloudflare.com",
  }),
  EVENHAND_BEACON_CHAIN: text({
    says: "a chain other than quicknet: its hash, key, start (POSIX seconds) and period (seconds), separated by spaces",
    usually: "quicknet",
    example: "HASH KEY 1692803367 3",
  }),
  EVENHAND_BEACON_DELAY: number({
    kind: whole("whole seconds", 0, 3_600),
    usual: 30,
    says: "seconds from naming a beacon number to its publication, in which witnesses must sign",
  }),
  EVENHAND_CLOCK_LIMIT: number({
    kind: whole("whole seconds", 60, 31_536_000),
    usual: 3_600,
    says: "how many seconds the clock may be off before nothing more is recorded; see The clock",
  }),
  EVENHAND_PRIVATE_WEBHOOKS: variable({
    kind: onOrOff,
    usual: false,
    says: "`1` lets webhooks go to private addresses and without encryption, for receivers in your own network; see Webhooks",
    usually: "`0`: only `https` and public addresses",
    example: "0",
  }),
  EVENHAND_WORK: variable({
    kind: oneOf("on", "off"),
    usual: "on" as const,
    says: "`off`: this web server runs no background jobs and leaves them to workers; PostgreSQL only; see Many servers",
    usually: "`on`",
    example: "on",
  }),
  EVENHAND_OFFLINE: variable({
    kind: onOrOff,
    usual: true,
    says: "`0`: browsers of auditors keep no open round for use without a network; see Without a network in security.md",
    usually: "`1`: until the round is sealed or ends, or its auditor signs out, for at most a week",
    example: "1",
  }),
  EVENHAND_API_ORIGINS: variable({
    kind: origins("https://tool.example.org"),
    usual: null,
    says: "origins whose pages may call `/api/v1` with a token from a browser, separated by commas (CORS)",
    usually: "none: only pages of this server",
    example: "https://tool.example.org",
  }),
  EVENHAND_METRICS_TOKEN: variable({
    kind: token,
    usual: "",
    says: "the bearer token that opens `/metrics` to requests from other machines; see Monitoring",
    usually: "none: only requests from this machine",
    example: "0123456789abcdef0123456789abcdef",
    isSecret: true,
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable({
    kind: address(["http:", "https:"], "http://collector.example.org:4318"),
    usual: null,
    says: "an OpenTelemetry collector for traces (OTLP over HTTP); other `OTEL_*` variables work as OpenTelemetry documents them",
    usually: "none: no traces",
    example: "http://127.0.0.1:4318",
  }),
  EVENHAND_CHROMIUM: text({
    says: "the program that makes PDFs of reports: its path, or its name on the `PATH`; see PDF of a report",
    usually: "none: an installed Chromium or Chrome",
    example: "/usr/bin/chromium",
  }),
  EVENHAND_LOG_LEVEL: variable({
    kind: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
    usual: "info" as const,
    says: "the lowest level that the application log contains: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`",
    usually: "`info`: on a terminal it is `warn`",
    example: "info",
  }),
  EVENHAND_LOG_FORMAT: variable({
    kind: oneOf("json", "text"),
    usual: "json" as const,
    says: "the format of the application log: `json`, one object per line, or `text` for people",
    usually: "`json`: on a terminal it is `text`",
    example: "json",
  }),
} as const;
