import { refusalIn } from "#components/ui/api/answers.ts";
import * as t from "#messages/files.ts";

/** Bytes that a page can hold in every browser. The browser itself downloads larger files by their address. */
const mostBytes = 1_000_000_000;
/** Bytes passed to the browser at once as a blob, which it may keep on disk. */
const bytesAtOnce = 16_000_000;

export type DownloadProgress = {
  readonly byteCount: number;
  /** Length of the whole file; null until the server has answered. */
  readonly totalBytes: number | null;
};

/** The server's sentence on why it gives no file. */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
}

/** Error for a file larger than a page can hold. */
export class FileTooLarge extends Error {
  override readonly name = "FileTooLarge";
}

/** A download of a file from the server, with the bytes received so far. */
export class TakenFile {
  readonly #address: string;
  readonly #mostBytes: number;
  #kept = new Blob();
  #fresh: Uint8Array<ArrayBuffer>[] = [];
  #freshBytes = 0;
  #etag = "";
  #name = "";

  /** @param most bytes above which the file is refused */
  constructor(address: string, most = mostBytes) {
    this.#address = address;
    this.#mostBytes = most;
  }

  /** Name of the file as given by the server. */
  get name(): string {
    return this.#name;
  }

  get byteCount(): number {
    return this.#kept.size + this.#freshBytes;
  }

  /** Bytes received so far. */
  get bytes(): Blob {
    return new Blob([this.#kept, ...this.#fresh]);
  }

  /**
   * Downloads the missing bytes: from the point of interruption, or from the start if the server can no longer
   * produce the same bytes. Returns only when every byte that the server announced has arrived.
   *
   * @throws FileRefused, FileTooLarge; any other error for a broken connection: then it can be called again
   */
  async takeRest(signal: AbortSignal, onProgress: (progress: DownloadProgress) => void): Promise<void> {
    const begun = this.byteCount;
    const range = begun > 0 ? { range: `bytes=${begun}-`, "if-range": this.#etag } : {};
    const answer = await fetch(this.#address, { signal, headers: range });
    if (!answer.ok) throw new FileRefused((await refusalIn(answer)).message);
    if (answer.status !== 206) this.#beginAnew();
    const totalBytes = this.byteCount + lengthIn(answer.headers);
    if (totalBytes > this.#mostBytes) throw new FileTooLarge();
    this.#etag = answer.headers.get("etag") ?? "";
    this.#name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "";
    for await (const bytes of chunksOf(answer)) {
      this.#take(bytes);
      onProgress({ byteCount: this.byteCount, totalBytes });
    }
    if (this.byteCount !== totalBytes) throw new Error("the file was cut off");
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

/** @throws FileRefused if there is no length: a truncated file would look complete */
function lengthIn(headers: Headers): number {
  const length = headers.get("content-length");
  if (length !== null) return Number(length);
  throw new FileRefused(t.fileWithoutLength());
}

/** Iterates over the body. Safari cannot iterate over a stream itself. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) yield read.value;
}
