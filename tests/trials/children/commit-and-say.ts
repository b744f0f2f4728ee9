/**
 * Commits numbered rows to a SQLite file as a server does, several to a commit, and writes each number into a file as soon
 * as its commit is acknowledged. Arguments: the database, the file of numbers, how many, and SQLite's synchronous mode if
 * other than the product's.
 */
import { openSync, writeSync } from "node:fs";
import { openSqlite } from "#db/sqlite/connection.ts";
import { SqliteWriter, writerLimits } from "#db/sqlite/writer.ts";

const [path = "", numbers = "", count = "0", synchronous] = process.argv.slice(2);
const together = 3;

const connection = await openSqlite(path);
if (synchronous !== undefined) connection.pragma(`synchronous = ${synchronous}`);
// Checkpoints the log every few commits, when a power cut could do most damage.
connection.pragma("wal_autocheckpoint = 12");
connection.exec("create table if not exists row (number integer primary key, filling text)");
const insert = connection.prepare("insert into row values (?, ?)");
const writer = new SqliteWriter(connection, writerLimits);
const said = openSync(numbers, "a");

for (let number = 0; number < Number(count); number += together) {
  const some = Array.from({ length: together }, (_, index) => number + index);
  await Promise.all(
    some.map(async (one) => {
      await writer.submit(async () => void insert.run(one, "x".repeat(700)));
      writeSync(said, `${one}\n`);
    }),
  );
}
connection.close();
