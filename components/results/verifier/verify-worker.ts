import { type Locale, provideLocale } from "#server/locale.ts";
import { linesIn } from "#server/verifier/lines.ts";
import { verifyLog } from "#server/verifier/verify.ts";
import type { VerifyNews, VerifyOrder } from "./messages.ts";

/** Available in a worker, where files can be read synchronously, a part at a time. */
declare const FileReaderSync: new () => {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
  readAsText(blob: Blob): string;
};
declare function postMessage(news: VerifyNews): void;
/** The worker's name: the locale of the page that started it. */
declare const name: string;

const pieceSize = 1 << 20;
const reportEveryMs = 100;

provideLocale(() => name as Locale);

addEventListener("message", ({ data }: MessageEvent<VerifyOrder>) => {
  try {
    postMessage({ kind: "report", report: verify(data) });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // For example, a file that was moved meanwhile.
    postMessage({ kind: "unreadable", why: error.message });
  }
});

function verify({ record, receipts, checkpoints, trusted }: VerifyOrder) {
  const reader = new FileReaderSync();
  const progress = { byteCount: 0, entryCount: 0 };
  let next = 0;
  const reportProgress = () => {
    if (Date.now() < next) return;
    next = Date.now() + reportEveryMs;
    postMessage({ kind: "progress", ...progress });
  };
  function* pieces(): Generator<Uint8Array> {
    for (let start = 0; start < record.size; start += pieceSize) {
      yield new Uint8Array(reader.readAsArrayBuffer(record.slice(start, start + pieceSize)));
      progress.byteCount = Math.min(start + pieceSize, record.size);
      reportProgress();
    }
  }
  const given = {
    lines: linesIn(pieces()),
    trusted,
    receipts: receipts.map((file) => ({ name: file.name, text: reader.readAsText(file) })),
    checkpoints: checkpoints.map((file) => reader.readAsText(file)),
  };
  return verifyLog(given, (seq) => {
    progress.entryCount = seq;
    reportProgress();
  });
}
