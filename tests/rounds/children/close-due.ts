// A server process that closes due rounds: it prints when it is ready, starts on request, and prints the closed rounds.
import { once } from "node:events";
import { connectStore } from "#db/open-store.ts";
import { closeDueRound, listDueRounds } from "#server/rounds/close-due.ts";
import { testApp } from "#tests/setup/app.ts";

const [location = "{}", now = "0"] = process.argv.slice(2);
const app = { ...testApp(await connectStore(JSON.parse(location))), now: () => Number(now) };
process.stdout.write("ready\n");
await once(process.stdin, "data");
const due = await listDueRounds(app);
const closed = await Promise.all(due.map((key) => closeDueRound(app, key)));
process.stdout.write(`${JSON.stringify(closed)}\n`);
process.exit();
