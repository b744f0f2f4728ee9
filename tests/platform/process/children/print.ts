// Makes a PDF with a limit that no test reaches, and prints how that ended. As in a server, a listener keeps the process
// alive after an end signal.
import { DomainError } from "#server/errors.ts";
import { printPdf } from "#server/platform/process/print-pdf.ts";

process.on("SIGTERM", () => undefined);
const end = await printPdf("<!doctype html><title>A report</title>", 3_600_000).then(
  () => "made",
  (error) => (error instanceof DomainError ? error.code : error),
);
process.stdout.write(String(end));
