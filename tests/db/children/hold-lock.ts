// Holds the write lock of a SQLite file until its input ends, as another process of the product might for a while.
import Database from "better-sqlite3";

const [path = ""] = process.argv.slice(2);
const connection = new Database(path, { timeout: 0 });
connection.exec("begin immediate");
process.stdout.write("locked\n");
process.stdin.resume().once("end", () => {
  connection.exec("commit");
  connection.close();
});
