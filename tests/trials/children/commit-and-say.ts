/**
 * Commits numbered rows to a SQLite file as a server does, several sharing a commit, and writes each number into a file as
 * soon as its commit was acknowledged. Arguments: the database, the file of numbers, how many, and how the disk is waited for
 * if not as the product does it.
 */
import { openSync, writeSync } from "node:fs";
import { openSqlite } from "#db/sqlite/connection.ts";
import { SqliteWriter, writerLimits } from "#db/sqlite/writer.ts";

const [path = "", numbers = "", count = "0", synchronous] = process.argv.slice(2);
const together = 3;

const connection = await openSqlite(path);
if (synchronous !== undefined) connection.pragma(`synchronous = ${synchronous}`);
// What is in the log goes into the file every few commits, which is when a power cut could hurt most.
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
