/** The allowed imports of one area of the tree. The table below is the architecture; check-imports.ts applies it. */
export type Area = {
  /** A folder of this repository. */
  readonly name: string;
  /** Areas it may import. */
  readonly imports: readonly string[];
  /** Areas of which it may import types only. */
  readonly types?: readonly string[];
  /** Packages and `node:`; "any" allows all but those of `ownedPackages` and `except`. */
  readonly packages: readonly string[] | "any";
  readonly except?: readonly string[];
  readonly instead: string;
};

const TRANSPORT = ["next", "next-auth", "@trpc/server", "@trpc/client", "@trpc/tanstack-react-query"];
const NOT_IN_BROWSERS = ["node:", "server-only", "@trpc/server", "pino", "piscina", "@node-rs/argon2"];
const EVERYTHING = ["app", "components", "server", "db"];

const pure = "take it as an argument: this area is values in, values out";
const useCase = "return a value or throw a DomainError, and let http or cli speak to the caller";
const callService = "add a function to a service area and call it";

/** Every area from the ground up: an area imports only areas above its row. */
export const areas: readonly Area[] = [
  { name: "server/errors.ts", imports: [], packages: [], instead: "keep refusals free of imports" },
  {
    name: "server/locale.ts",
    imports: [],
    packages: [],
    instead: "keep the choice of a language free of imports",
  },
  {
    name: "server/format.ts",
    imports: ["server/locale.ts"],
    packages: [],
    instead: "keep formats to Intl",
  },
  {
    name: "server/messages.ts",
    imports: ["server/locale.ts", "server/format.ts"],
    packages: ["react"],
    instead: "keep it to what compiled messages call",
  },
  { name: "server/learner", imports: [], packages: ["pure-rand", "@noble/hashes", "zod"], instead: pure },
  {
    name: "server/audit-log",
    imports: ["server/learner"],
    packages: ["zod", "@noble/curves", "@noble/hashes", "@scure/bip39"],
    instead: pure,
  },
  {
    name: "server/solver",
    imports: [],
    packages: ["highs"],
    instead: pure,
  },
  {
    name: "server/panel-lottery",
    imports: ["server/audit-log", "server/solver"],
    packages: [],
    instead: pure,
  },
  {
    name: "db",
    imports: [],
    types: ["server/learner", "server/audit-log"],
    packages: ["node:", "drizzle-orm", "better-sqlite3", "lru-cache", "pg"],
    instead: "let a service compute the value and pass it to the query",
  },
  {
    name: "server/verifier",
    imports: ["server/format.ts", "server/locale.ts", "server/learner", "server/audit-log"],
    packages: [
      "zod",
      "@noble/hashes",
      "messages/differences.ts",
      "messages/receipts.ts",
      "messages/logErrors.ts",
      "messages/verifier.ts",
    ],
    instead: pure,
  },
  {
    name: "server/analysis",
    imports: ["server/format.ts", "server/locale.ts", "server/learner", "server/audit-log"],
    packages: ["pure-rand", "fflate", "hyparquet-writer", "messages/tables.ts"],
    instead: pure,
  },
  {
    name: "server/study",
    imports: [
      "server/errors.ts",
      "server/format.ts",
      "server/locale.ts",
      "server/learner",
      "server/audit-log",
    ],
    packages: [
      "node:",
      "zod",
      "csv-parse",
      "fflate",
      "saxes",
      "messages/setup.ts",
      "messages/settingProblems.ts",
      "messages/fileProblems.ts",
      "messages/policyFile.ts",
      "messages/ruleProblems.ts",
      "messages/ruleWords.ts",
      "python/policy-chances.ts",
    ],
    instead: pure,
  },
  {
    name: "server/schemas",
    imports: ["server/locale.ts", "server/learner", "server/audit-log", "server/study"],
    packages: ["zod", "messages/accountForms.ts", "messages/setup.ts"],
    instead: "keep schemas to the form of the input, and check what needs data in a service",
  },
  {
    name: "server/simulation",
    imports: ["server/learner", "server/audit-log", "server/solver", "server/study"],
    types: ["server/schemas"],
    packages: ["node:", "zod", "pure-rand", "messages/rehearsalProblems.ts"],
    instead: pure,
  },
  {
    name: "server/workers",
    imports: [
      "server/locale.ts",
      "server/learner",
      "server/audit-log",
      "server/study",
      "server/analysis",
      "server/solver",
      "server/panel-lottery",
      "server/simulation",
    ],
    types: ["server/schemas"],
    packages: ["node:", "piscina", "messages/fileProblems.ts"],
    instead: "a task is a pure function of one plain value: let a service read and store",
  },
  {
    name: "server/platform",
    imports: [
      "server/errors.ts",
      "server/format.ts",
      "server/locale.ts",
      "server/learner",
      "server/audit-log",
      "server/study",
      "server/schemas",
      "server/workers",
      "db",
    ],
    packages: "any",
    except: TRANSPORT,
    instead: useCase,
  },
  {
    name: "server/studies",
    imports: [
      "server/errors.ts",
      "server/locale.ts",
      "server/learner",
      "server/audit-log",
      "server/study",
      "server/analysis",
      "server/schemas",
      "server/workers",
      "server/platform",
      "db",
    ],
    packages: "any",
    except: TRANSPORT,
    instead: useCase,
  },
  {
    name: "server/accounts",
    imports: [
      "server/errors.ts",
      "server/format.ts",
      "server/locale.ts",
      "server/audit-log",
      "server/study",
      "server/schemas",
      "server/platform",
      "server/studies",
      "db",
    ],
    packages: "any",
    except: TRANSPORT,
    instead: useCase,
  },
  {
    name: "server/rounds",
    imports: [
      "server/errors.ts",
      "server/format.ts",
      "server/locale.ts",
      "server/learner",
      "server/audit-log",
      "server/study",
      "server/analysis",
      "server/schemas",
      "server/platform",
      "server/studies",
      "server/accounts",
      "db",
    ],
    packages: "any",
    except: TRANSPORT,
    instead: useCase,
  },
  {
    name: "server/results",
    imports: [
      "server/errors.ts",
      "server/learner",
      "server/audit-log",
      "server/study",
      "server/analysis",
      "server/schemas",
      "server/simulation",
      "server/workers",
      "server/platform",
      "server/studies",
      "server/accounts",
      "server/rounds",
      "db",
    ],
    packages: "any",
    except: TRANSPORT,
    instead: useCase,
  },
  {
    name: "server/operations",
    imports: [
      "server/errors.ts",
      "server/audit-log",
      "server/platform",
      "server/studies",
      "server/accounts",
      "server/rounds",
      "server/results",
      "db",
    ],
    packages: "any",
    except: TRANSPORT,
    instead: useCase,
  },
  {
    name: "server/queue",
    imports: [
      "server/errors.ts",
      "server/platform",
      "server/studies",
      "server/accounts",
      "server/rounds",
      "server/results",
      "db",
    ],
    packages: ["pg-boss"],
    instead: "let a service do the job: the queue only delivers it",
  },
  {
    name: "server/cli",
    imports: [
      "server/errors.ts",
      "server/format.ts",
      "server/learner",
      "server/audit-log",
      "server/study",
      "server/analysis",
      "server/verifier",
      "server/schemas",
      "server/simulation",
      "server/workers",
      "server/platform",
      "server/studies",
      "server/accounts",
      "server/rounds",
      "server/results",
      "server/operations",
      "server/queue",
    ],
    types: EVERYTHING,
    packages: "any",
    instead: callService,
  },
  {
    name: "server/http",
    imports: [
      "server/errors.ts",
      "server/format.ts",
      "server/study",
      "server/schemas",
      "server/platform",
      "server/studies",
      "server/accounts",
      "server/rounds",
      "server/results",
      "server/operations",
      "server/queue",
    ],
    types: EVERYTHING,
    packages: "any",
    instead: callService,
  },
  ...componentAreas(["ui", "account", "setup", "rounds", "judging", "results"]),
  {
    name: "app",
    imports: [
      "components",
      "server/format.ts",
      "server/locale.ts",
      "server/http",
      "server/study",
      "server/schemas",
    ],
    packages: "any",
    instead: "read through the server-side caller of server/http",
  },
];

/** Each area of components may import the areas before it, and code that also runs in a browser. */
function componentAreas(names: readonly string[]): Area[] {
  return names.map((name, index) => ({
    name: `components/${name}`,
    imports: [
      ...names.slice(0, index).map((before) => `components/${before}`),
      "server/format.ts",
      "server/locale.ts",
      "server/learner",
      "server/audit-log",
      "server/study",
      "server/analysis",
      "server/verifier",
      "server/schemas",
      "server/simulation",
    ],
    types: EVERYTHING,
    packages: "any",
    except: NOT_IN_BROWSERS,
    instead: "take the value as a property, or ask the server through tRPC",
  }));
}

/** Files in another area than their folder's: route handlers answer requests like server/http. */
export const otherHomes: readonly { readonly files: RegExp; readonly area: string }[] = [
  { files: /^app\/(.*\/)?route\.tsx?$|^instrumentation\.ts$|^proxy\.ts$/, area: "server/http" },
];

/** Packages that only one place may import. */
export const ownedPackages: readonly { packages: readonly string[]; files: RegExp; instead: string }[] = [
  {
    packages: ["next-auth"],
    files: /^server\/http\/auth\/|^app\/api\/auth\//,
    instead: "import the session or the sign-in from server/http/auth",
  },
  {
    packages: ["drizzle-orm", "pg", "better-sqlite3"],
    files: /^db\//,
    instead: "add a query to db/queries and call it with a Reader or Tx",
  },
  {
    packages: ["pg-boss"],
    files: /^server\/queue\//,
    instead:
      "enqueue a job (server/platform/app/job-queue.ts): how it is delivered is decided in server/queue",
  },
  {
    packages: ["nodemailer"],
    files: /^server\/platform\/mail\//,
    instead: "send with the application's mailer: it refuses bad addresses and never throws",
  },
];
