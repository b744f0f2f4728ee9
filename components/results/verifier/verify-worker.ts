import { linesIn } from "#server/verifier/lines.ts";
import { verifyLog } from "#server/verifier/verify.ts";
import type { VerifyNews, VerifyOrder } from "./messages.ts";

/** Of a worker, where files can be read a piece at a time without waiting. */
declare const FileReaderSync: new () => {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
  readAsText(blob: Blob): string;
};
declare function postMessage(news: VerifyNews): void;

const pieceSize = 1 << 20;
const newsEvery = 100;

addEventListener("message", ({ data }: MessageEvent<VerifyOrder>) => {
  try {
    postMessage({ kind: "report", report: verify(data) });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // Such as a file that was moved meanwhile.
    postMessage({ kind: "unreadable", why: error.message });
  }
});

function verify({ record, receipts, checkpoints }: VerifyOrder) {
  const reader = new FileReaderSync();
  const progress = { byteCount: 0, entryCount: 0 };
  let next = 0;
  const tell = () => {
    if (Date.now() < next) return;
    next = Date.now() + newsEvery;
    postMessage({ kind: "progress", ...progress });
  };
  function* pieces(): Generator<Uint8Array> {
    for (let start = 0; start < record.size; start += pieceSize) {
      yield new Uint8Array(reader.readAsArrayBuffer(record.slice(start, start + pieceSize)));
      progress.byteCount = Math.min(start + pieceSize, record.size);
      tell();
    }
  }
  const given = {
    lines: linesIn(pieces()),
    receipts: receipts.map((file) => ({ name: file.name, text: reader.readAsText(file) })),
    checkpoints: checkpoints.map((file) => reader.readAsText(file)),
  };
  return verifyLog(given, (seq) => {
    progress.entryCount = seq;
    tell();
  });
}
