// Opens the database as a start of the product does, with migrations. Prints the refusal's code, or "open".
import { openStore } from "#db/open-store.ts";
import { isStoreError } from "#db/store/store-error.ts";

try {
  const store = await openStore(JSON.parse(process.argv[2] ?? "{}"));
  await store.close();
  process.stdout.write("open\n");
} catch (error) {
  process.stdout.write(`${isStoreError(error) ? error.code : error}\n`);
}
