// A server that begins to import a confirmed file and then hangs: reports that, and waits to be killed.
import { connectStore } from "#db/open-store.ts";
import { openTimekeeper } from "#server/platform/app/timekeeper.ts";
import { furtherPeople } from "#server/studies/people/further-people.ts";
import { confirmFile } from "#server/studies/uploads/confirm-file.ts";
import { testApp } from "#tests/setup/app.ts";
import { writingBy } from "#tests/setup/writes.ts";

const [location = "{}", input = "{}", now = "0"] = process.argv.slice(2);
const store = await connectStore(JSON.parse(location));
const clocks = { limitMs: 3_600_000, store, now: Date.now, passed: () => performance.now() };
const plain = testApp(store);
plain.clock.advance(Number(now) - plain.now());
let writes = 0;
const hanging = writingBy({ ...plain, timekeeper: await openTimekeeper(clocks) }, (body) => {
  writes += 1;
  if (writes <= 4) return store.tx(body);
  process.stdout.write("hangs\n");
  return new Promise(() => undefined);
});
await confirmFile(hanging, furtherPeople, JSON.parse(input));
setInterval(() => undefined, 1_000);
