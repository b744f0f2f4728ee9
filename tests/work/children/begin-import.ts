// A server that begins to import a confirmed file and then hangs: says so, and waits to be killed.
import { connectStore } from "#db/open-store.ts";
import { openTimekeeper } from "#server/services/app/timekeeper.ts";
import { confirmFile } from "#server/services/files/confirm-file.ts";
import { furtherPeople } from "#server/services/people/further-people.ts";
import { testApp } from "#tests/setup/app.ts";
import { silentAfter } from "#tests/setup/writes.ts";

const [location = "{}", input = "{}", now = "0"] = process.argv.slice(2);
const store = await connectStore(JSON.parse(location));
const clocks = { limitMs: 3_600_000, store, now: Date.now, passed: () => performance.now() };
const plain = testApp(store);
plain.clock.advance(Number(now) - plain.now());
const silent = silentAfter({ ...plain, timekeeper: await openTimekeeper(clocks) }, 3);
await confirmFile(silent.app, furtherPeople, JSON.parse(input));
await silent.isWaiting;
process.stdout.write("hangs\n");
setInterval(() => undefined, 1_000);
