import { parseArgs } from "node:util";
import { readHost } from "./host.mjs";
import { readPort } from "./port.mjs";
import { Refusal } from "./refusal.mjs";

export const startHelp = `Usage: npm start [-- options]

  --demo           fill a new database with a demonstration study
  --shut-demo      suspend the accounts of a demonstration, so that the database can be used without --demo
  --worker         serve no pages: do the work that web servers on the same PostgreSQL leave to workers
  --port N         the port to listen on (also PORT=N; 3000 unless given)
  --host ADDRESS   the address to listen on, such as 192.168.1.5 or 0.0.0.0 for all of this machine's
                   (also EVENHAND_HOST=ADDRESS; 127.0.0.1 unless given: this machine alone)
  --help           this text

Environment:
  PORT            the port to listen on
  EVENHAND_HOST   the address to listen on
  DATABASE_URL    postgres://... to keep the data in PostgreSQL; otherwise in one SQLite file
  EVENHAND_DATA   the folder for the database and the secrets (./data unless given)
  NEXTAUTH_URL    the public address, when it is not http://localhost:PORT; no other name is answered
  EVENHAND_WORK   off: this web server leaves work to workers (PostgreSQL only)
  EVENHAND_STOP_SECONDS   how long a stop waits for requests that are on their way (15 unless given)
  EVENHAND_SMTP_URL, EVENHAND_MAIL_FROM   mail; see docs/operations.md
  EVENHAND_OIDC_ISSUER and others         sign-in by a provider; see docs/operations.md
`;

export const devHelp = `Usage: npm run dev [-- options]

The pages follow the sources while it runs. The worker (what server/jobs imports) is bundled when it starts.
The data lie in ./dev-data, in SQLite; what is set for a real server (database, data folder, mail) is not used.

  --demo           fill a new database with a demonstration study
  --shut-demo      suspend the accounts of a demonstration, so that the data can be used without --demo
  --port N         the port to listen on (also PORT=N; 3000 unless given)
  --host ADDRESS   the address to listen on (127.0.0.1 unless given: this machine alone)
  --help           this text
`;

/** Reads the command line; what is written there goes before the environment. */
export function readStartOptions(command, args, env) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        demo: { type: "boolean" },
        "shut-demo": { type: "boolean" },
        worker: { type: "boolean" },
        port: { type: "string" },
        host: { type: "string" },
        help: { type: "boolean" },
      },
    });
    return {
      demo: demoOf(values),
      worker: workerOf(command, values, env),
      help: values.help ?? false,
      port: readPort(values.port ?? (env.PORT || undefined)),
      host: readHost(values.host ?? (env.EVENHAND_HOST || undefined)),
    };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      `${command} knows only --demo, --shut-demo, --worker, --port N, --host ADDRESS and --help, not "${args.join(" ")}": run ${command} -- --help.`,
    );
  }
}

/** A worker shares a database that many can open with servers that have pages. */
function workerOf(command, { worker = false, demo, "shut-demo": shut }, env) {
  if (!worker) return false;
  if (command !== "npm start") throw new Refusal(`${command} has no workers: it does its work itself.`);
  if (demo || shut) throw new Refusal("--worker goes with neither --demo nor --shut-demo.");
  if (env.DATABASE_URL) return true;
  throw new Refusal(
    "A worker needs PostgreSQL (DATABASE_URL): with one file the server does all work itself.",
  );
}

/** As `prepare` takes it. */
function demoOf({ demo, "shut-demo": shut }) {
  if (demo && shut)
    throw new Refusal("--demo and --shut-demo do not go together: one makes what the other ends.");
  return demo ? "--demo" : shut ? "--shut-demo" : undefined;
}
