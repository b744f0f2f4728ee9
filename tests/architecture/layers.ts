export type Layer = {
  readonly name: string;
  readonly files: RegExp;
  /** Folders of this repository. */
  readonly folders: readonly string[];
  /** Folders of which only types may be imported. */
  readonly types?: readonly string[];
  /** Packages and `node:`; "any" leaves them to the layer, but for those of `ownedPackages`. */
  readonly packages: readonly string[] | "any";
  readonly notPackages?: readonly string[];
  readonly instead: string;
};

const EVERYTHING = ["app", "components", "server", "db"];
const TRANSPORT = ["next", "next-auth", "@trpc/server", "@trpc/client", "@trpc/tanstack-react-query"];

/** The table of the architecture; the first layer whose pattern fits a file rules it. */
export const layers: readonly Layer[] = [
  {
    name: "server/learner",
    files: /^server\/learner\//,
    folders: ["server/learner"],
    packages: ["pure-rand", "@noble/hashes"],
    instead: "take it as an argument: the learner is values in, values out",
  },
  {
    name: "server/log",
    files: /^server\/log\//,
    folders: ["server/log", "server/learner"],
    packages: ["zod", "@noble/curves", "@noble/hashes", "@scure/bip39"],
    instead: "let a service read the data and hand it to the log, which also runs in the browser",
  },
  {
    name: "db",
    files: /^db\//,
    folders: ["db"],
    types: ["server/learner", "server/log"],
    packages: ["node:", "drizzle-orm", "better-sqlite3", "lru-cache", "pg"],
    instead: "let a service compute the value and pass it to the query",
  },
  {
    name: "server/draft",
    files: /^server\/draft\//,
    folders: ["server/draft", "server/learner", "server/log"],
    packages: ["zod"],
    instead: "a draft is values in, values out, in the browser too: check what needs data in a service",
  },
  {
    name: "server/findings",
    files: /^server\/findings\//,
    folders: ["server/findings", "server/learner", "server/log"],
    packages: ["pure-rand"],
    instead: "take it as an argument: findings are counted from values, in a worker",
  },
  {
    name: "server/tables",
    files: /^server\/tables\//,
    folders: ["server/tables", "server/learner", "server/log"],
    packages: ["fflate", "hyparquet-writer"],
    instead: "a table follows from a record alone: let a service or a program read it",
  },
  {
    name: "server/verifier",
    files: /^server\/verifier\//,
    folders: ["server/verifier", "server/learner", "server/log"],
    packages: ["zod", "@noble/hashes"],
    instead: "a verifier is a function of files, in the browser too: read them outside and hand it the lines",
  },
  {
    name: "server/schemas",
    files: /^server\/schemas\//,
    folders: ["server/schemas", "server/draft", "server/learner", "server/log"],
    packages: ["zod"],
    instead: "keep schemas to the form of the input, and check what needs data in a service",
  },
  {
    name: "server/errors.ts",
    files: /^server\/errors\.ts$/,
    folders: [],
    packages: [],
    instead: "keep the refusals free of everything, since everything may refuse",
  },
  {
    name: "server/files",
    files: /^server\/files\//,
    folders: ["server/files", "server/draft", "server/learner", "server/log", "server/errors.ts"],
    types: ["server/schemas"],
    packages: ["node:", "csv-parse"],
    instead:
      "reading a file is a pure function of its bytes and what was decided about it: let a service store",
  },
  {
    name: "server/simulation",
    files: /^server\/simulation\//,
    folders: ["server/simulation", "server/files", "server/draft", "server/learner", "server/log"],
    types: ["server/schemas"],
    packages: ["node:", "zod", "highs"],
    instead: "a run is a pure function of its plan: let a program or a service read files and store",
  },
  {
    name: "server/jobs",
    files: /^server\/jobs\//,
    folders: [
      "server/jobs",
      "server/simulation",
      "server/files",
      "server/findings",
      "server/draft",
      "server/learner",
      "server/log",
    ],
    types: ["server/schemas"],
    packages: ["node:", "piscina"],
    instead: "a task is a pure function of one plain value: let a service read and store",
  },
  {
    name: "server/services",
    files: /^server\/services\//,
    folders: [
      "server/services",
      "server/jobs",
      "server/simulation",
      "server/files",
      "server/findings",
      "server/tables",
      "server/learner",
      "server/log",
      "server/draft",
      "server/schemas",
      "server/errors.ts",
      "db",
    ],
    packages: "any",
    notPackages: TRANSPORT,
    instead: "return a value or throw a DomainError, and let the router or the page speak to the browser",
  },
  {
    name: "server/work",
    files: /^server\/work\//,
    folders: ["server/work", "server/services", "server/errors.ts", "db"],
    packages: ["pg-boss"],
    instead: "work is brought to services here: let a service do it",
  },
  {
    name: "server/auth",
    files: /^server\/auth\//,
    folders: ["server/auth", "server/services", "server/schemas", "server/errors.ts"],
    types: EVERYTHING,
    packages: "any",
    instead: "call a service: it knows accounts and sessions",
  },
  {
    name: "server/cli",
    files: /^server\/cli\//,
    folders: [
      "server/cli",
      "server/simulation",
      "server/services",
      "server/work",
      "server/verifier",
      "server/tables",
      "server/schemas",
      "server/draft",
      "server/files",
      "server/learner",
      "server/log",
      "server/errors.ts",
    ],
    types: EVERYTHING,
    packages: "any",
    instead: "add a function to server/services and call it: doors only let in",
  },
  {
    name: "server/api and route handlers",
    files: /^server\/api\/|^app\/(.*\/)?route\.tsx?$|^instrumentation\.ts$|^proxy\.ts$/,
    folders: [
      "server/api",
      "server/services",
      "server/tables",
      "server/work",
      "server/schemas",
      "server/draft",
      "server/files",
      "server/auth",
      "server/errors.ts",
    ],
    types: EVERYTHING,
    packages: "any",
    instead: "add a function to server/services and call it: doors only let in",
  },
  {
    name: "components",
    files: /^components\//,
    folders: [
      "components",
      "server/draft",
      "server/findings",
      "server/schemas",
      "server/learner",
      "server/log",
      "server/verifier",
    ],
    types: EVERYTHING,
    packages: "any",
    notPackages: ["node:", "server-only", "@trpc/server", "pino", "piscina", "@node-rs/argon2"],
    instead: "take the value as a property, or ask the server through tRPC",
  },
  {
    name: "app",
    files: /^app\//,
    folders: ["app", "components", "server/api", "server/auth", "server/draft", "server/schemas"],
    packages: "any",
    instead: "read through the server-side caller of server/api",
  },
];

/** Packages that belong to one place, whatever else its layer may import. */
export const ownedPackages: readonly { packages: readonly string[]; files: RegExp; instead: string }[] = [
  {
    packages: ["next-auth"],
    files: /^server\/auth\/|^app\/api\/auth\//,
    instead: "import the session or the sign-in from server/auth",
  },
  {
    packages: ["drizzle-orm", "pg", "better-sqlite3"],
    files: /^db\//,
    instead: "add a query to db/queries and call it with a Reader or Tx",
  },
  {
    packages: ["pg-boss"],
    files: /^server\/work\//,
    instead:
      "ask for work (server/services/app/work.ts): how it is brought to whoever does it is decided there",
  },
  {
    packages: ["nodemailer"],
    files: /^server\/services\/mail\//,
    instead: "send with the application's mailer: it refuses bad addresses and never throws",
  },
];

/** The folders of server/services, from the ground up: each may import those before it, types included. */
export const serviceOrder = [
  "process",
  "secrets",
  "mail",
  "witnesses",
  "beacons",
  "damage",
  "mark",
  "app",
  "security-log",
  "limits",
  "accounts",
  "tokens",
  "factors",
  "studies",
  "learner",
  "exports",
  "backup",
  "letters",
  "checkpoints",
  "invitations",
  "server-start",
  "files",
  "people",
  "drafts",
  "runs",
  "rounds",
  "restore",
  "judging",
  "outcomes",
  "reminders",
  "desk",
  "findings",
  "explorer",
  "watching",
  "inside",
] as const;
