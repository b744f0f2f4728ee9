// Holds the write lock of a SQLite file for a while, as another process of the product would.
import Database from "better-sqlite3";

const [path = "", milliseconds = "0"] = process.argv.slice(2);
const connection = new Database(path, { timeout: 0 });
connection.exec("begin immediate");
process.stdout.write("locked\n");
setTimeout(() => {
  connection.exec("commit");
  connection.close();
}, Number(milliseconds));
