// Writes accounts with ids of its own through the store, several at a time, and prints the ids that were acknowledged.
import { connectStore } from "#db/open-store.ts";
import { insertAccountRow } from "../accounts.ts";

const [location = "{}", name = "", count = "0"] = process.argv.slice(2);
const store = await connectStore(JSON.parse(location));
const ids = Array.from({ length: Number(count) }, (_, index) => `${name}-${index}`);
await Promise.all(
  [0, 1, 2, 3].map(async (lane) => {
    for (const id of ids.filter((_, index) => index % 4 === lane)) {
      await store.tx((tx) => insertAccountRow(tx, id));
      process.stdout.write(`${id}\n`);
    }
  }),
);
await store.close();
