import { parseArgs } from "node:util";
import { readPort } from "./port.mjs";
import { Refusal } from "./refusal.mjs";

export const startHelp = `Usage: npm start [-- options]

  --demo      fill a new database with a demonstration study
  --port N    the port to listen on (also PORT=N; 3000 unless given)
  --help      this text

Environment:
  PORT            the port to listen on
  DATABASE_URL    postgres://... to keep the data in PostgreSQL; otherwise in one SQLite file
  EVENHAND_DATA   the folder for the database and the secrets (./data unless given)
  NEXTAUTH_URL    the public address, when it is not http://localhost:PORT
  EVENHAND_SMTP_URL, EVENHAND_MAIL_FROM   mail; see docs/operations.md
`;

export const devHelp = `Usage: npm run dev [-- options]

The pages follow the sources while it runs. The worker (what server/jobs imports) is bundled when it starts.
The data lie in ./dev-data, in SQLite; what is set for a real server (database, data folder, mail) is not used.

  --demo      fill a new database with a demonstration study
  --port N    the port to listen on (also PORT=N; 3000 unless given)
  --help      this text
`;

/** Reads the command line; what is written there goes before the environment. */
export function readStartOptions(command, args, env) {
  try {
    const { values } = parseArgs({
      args,
      options: { demo: { type: "boolean" }, port: { type: "string" }, help: { type: "boolean" } },
    });
    return {
      demo: values.demo ?? false,
      help: values.help ?? false,
      port: readPort(values.port ?? (env.PORT || undefined)),
    };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      `${command} knows only --demo, --port N and --help, not "${args.join(" ")}": run ${command} -- --help.`,
    );
  }
}
