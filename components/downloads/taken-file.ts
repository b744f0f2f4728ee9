import { refusalIn } from "#components/api/answers.ts";
import { inPiecesType, piecesFromHeader } from "#server/schemas/file-in-pieces.ts";
import { piecesIn } from "./read-pieces.ts";

/** What a page can hold in every browser. Above it, the browser takes a file by its address. */
const mostBytes = 1_000_000_000;
/** Bytes that are handed to the browser at once, which may keep them on its disk. */
const bytesAtOnce = 16_000_000;

export type Progress = {
  readonly byteCount: number;
  /** How much of the file the server has made, from 0 to 1. */
  readonly share: number;
};

/** The server's sentence why it gives no file. */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
}

/** More than a page can hold. */
export class FileTooLarge extends Error {
  override readonly name = "FileTooLarge";
}

/** A file of the server that a page takes, and what has come of it so far. */
export class TakenFile {
  readonly #address: string;
  readonly #mostBytes: number;
  #kept = new Blob();
  #fresh: Uint8Array<ArrayBuffer>[] = [];
  #freshBytes = 0;
  #etag = "";
  #name = "";

  /** @param most the bytes above which nothing more is taken */
  constructor(address: string, most = mostBytes) {
    this.#address = address;
    this.#mostBytes = most;
  }

  /** As the server calls it. */
  get name(): string {
    return this.#name;
  }

  get byteCount(): number {
    return this.#kept.size + this.#freshBytes;
  }

  /** What has come. */
  get bytes(): Blob {
    return new Blob([this.#kept, ...this.#fresh]);
  }

  /**
   * Takes what has not come yet: from the byte where it broke off, or all of it again if the server can no longer make the same
   * bytes.
   *
   * @throws FileRefused, FileTooLarge; any other error for a connection that broke: then it can be asked for again
   */
  async takeRest(signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<void> {
    const begun = this.byteCount;
    const range = begun > 0 ? { range: `bytes=${begun}-`, "if-range": this.#etag } : {};
    const answer = await fetch(this.#address, { signal, headers: { accept: inPiecesType, ...range } });
    if (!answer.ok) throw new FileRefused((await refusalIn(answer)).message);
    if (answer.body === null || answer.headers.get("content-type") !== inPiecesType) {
      throw new Error("this is no file in pieces");
    }
    if (answer.headers.get(piecesFromHeader) !== String(begun)) this.#beginAnew();
    this.#etag = answer.headers.get("etag") ?? "";
    this.#name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "";
    for await (const { bytes, share } of piecesIn(answer.body)) {
      this.#take(bytes);
      if (this.byteCount > this.#mostBytes) throw new FileTooLarge();
      onProgress({ byteCount: this.byteCount, share });
    }
  }

  #take(bytes: Uint8Array<ArrayBuffer>): void {
    this.#fresh.push(bytes);
    this.#freshBytes += bytes.length;
    if (this.#freshBytes < bytesAtOnce) return;
    this.#kept = this.bytes;
    this.#fresh = [];
    this.#freshBytes = 0;
  }

  #beginAnew(): void {
    this.#kept = new Blob();
    this.#fresh = [];
    this.#freshBytes = 0;
  }
}
