import { parseArgs } from "node:util";
import { readHost } from "./host.mjs";
import { readPort } from "./port.mjs";
import { Refusal } from "./refusal.mjs";

export const startHelp = `Usage: npm start [-- options]

  --demo           serve a demonstration: a loan study with sample accounts, in a data folder of its own
  --worker         serve no pages: run the background jobs that web servers on the same PostgreSQL leave to workers
  --port N         the port to listen on (also PORT=N; 3000 unless given)
  --host ADDRESS   the address to listen on, such as 192.168.1.5, or 0.0.0.0 for all addresses of this machine
                   (also EVENHAND_HOST=ADDRESS; 127.0.0.1 unless given: this machine alone)
  --help           this text

Environment:
  PORT            the port to listen on
  EVENHAND_HOST   the address to listen on
  DATABASE_URL    postgres://... to keep the data in PostgreSQL; otherwise in one SQLite file
  EVENHAND_DATA   the folder for the database and the secrets (unless given: ./data, with --demo ./demo-data)
  NEXTAUTH_URL    the public address, when it is not http://localhost:PORT; no other name is answered
  EVENHAND_WORK   off: this web server leaves background jobs to workers (PostgreSQL only)
  EVENHAND_STOP_SECONDS   how long a stop waits for open requests (15 unless given)
  EVENHAND_LOG_FORMAT     json or text (unless given: text on a terminal, otherwise json)
  EVENHAND_SMTP_URL, EVENHAND_MAIL_FROM   mail; see docs/operations.md
  EVENHAND_OIDC_ISSUER and others         sign-in by a provider; see docs/operations.md
`;

export const devHelp = `Usage: npm run dev [-- options]

The pages follow the sources while it runs. The worker (what server/workers imports) is bundled when it starts.
The data are in ./dev-data, in SQLite. Settings of a real server (database, data folder, mail) are not used.

  --demo           serve a demonstration: a loan study with sample accounts, in ./dev-demo-data
  --port N         the port to listen on (also PORT=N; 3000 unless given)
  --host ADDRESS   the address to listen on (127.0.0.1 unless given: this machine alone)
  --help           this text
`;

const options = {
  demo: { type: "boolean" },
  worker: { type: "boolean" },
  port: { type: "string" },
  host: { type: "string" },
  help: { type: "boolean" },
};

/** Reads the command line, which takes precedence over the environment. */
export function readStartOptions(command, args, env) {
  const { demo = false, help = false, ...values } = parse(command, withOptionsOfNpm(args, env));
  return {
    demo,
    worker: readWorker(command, { demo, ...values }, env),
    help,
    port: readPort(values.port ?? (env.PORT || undefined)),
    host: readHost(values.host ?? (env.EVENHAND_HOST || undefined)),
  };
}

function parse(command, args) {
  try {
    return parseArgs({ args, options }).values;
  } catch {
    throw new Refusal(
      `${command} knows only --demo, --worker, --port N, --host ADDRESS and --help, not "${args.join(" ")}": run ${command} -- --help.`,
    );
  }
}

/**
 * Adds the options that npm took as its own because "--" was left out. `npm start --demo --port 3001` arrives as
 * npm_config_demo=true, npm_config_port=true and the argument 3001; `--port=3001` as npm_config_port=3001.
 */
function withOptionsOfNpm(args, env) {
  let rest = args;
  const found = [];
  for (const [name, { type }] of Object.entries(options)) {
    const given = env[`npm_config_${name}`];
    if (!given) continue;
    if (given !== "true") found.push(`--${name}=${given}`);
    else if (type === "boolean") found.push(`--${name}`);
    else {
      const value = rest.find(name === "port" ? isPort : isNoPort);
      rest = rest.filter((each) => each !== value);
      found.push(`--${name}`, ...(value === undefined ? [] : [value]));
    }
  }
  return [...found, ...rest];
}

// npm keeps no order: of `--host ADDRESS --port N` it passes on both values as bare arguments.
const isPort = (value) => /^\d+$/.test(value);
const isNoPort = (value) => !isPort(value) && !value.startsWith("-");

/** Reads the option of a worker. A worker shares its database with web servers, which only PostgreSQL allows. */
function readWorker(command, { worker = false, demo }, env) {
  if (!worker) return false;
  if (command !== "npm start")
    throw new Refusal(`${command} has no workers: it runs background jobs itself.`);
  if (demo) throw new Refusal("--worker cannot be combined with --demo.");
  if (env.DATABASE_URL) return true;
  throw new Refusal(
    "A worker needs PostgreSQL (DATABASE_URL): with a SQLite file the web server runs all background jobs itself.",
  );
}
