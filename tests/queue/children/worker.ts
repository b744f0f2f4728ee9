// A worker on the tests' PostgreSQL: does requested and due jobs until it is killed. Its clock may be ahead.
import { connectStore } from "#db/open-store.ts";
import { openTimekeeper } from "#server/platform/app/timekeeper.ts";
import { startQueue } from "#server/queue/start-queue.ts";
import { testApp } from "#tests/setup/app.ts";

const [location = "{}", ahead = "0"] = process.argv.slice(2);
const place = JSON.parse(location);
process.env.DATABASE_URL = place.databaseUrl;
const store = await connectStore(place);
const now = () => Date.now() + Number(ahead);
const clocks = { limitMs: 1e9, store, now, passed: () => performance.now() };
await startQueue({ ...testApp(store), now, timekeeper: await openTimekeeper(clocks) }, true);
process.stdout.write("works\n");
