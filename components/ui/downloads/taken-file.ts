import { refusalIn } from "#components/ui/api/answers.ts";

/** What a page can hold in every browser. Above it, the browser takes a file by its address. */
const mostBytes = 1_000_000_000;
/** Bytes that are handed to the browser at once, which may keep them on its disk. */
const bytesAtOnce = 16_000_000;

export type Progress = {
  readonly byteCount: number;
  /** Length of the whole file; null until the server has answered. */
  readonly totalBytes: number | null;
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

  /** @param most the bytes above which no file is taken */
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
   * Downloads what has not come yet: from the byte where the connection broke, or all of it again if the server can no longer
   * make the same bytes. It returns only when every byte that the server announced is here.
   *
   * @throws FileRefused, FileTooLarge; any other error for a connection that broke: then it can be called again
   */
  async takeRest(signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<void> {
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

/** @throws FileRefused without a length, for then a file that was cut off would look whole */
function lengthIn(headers: Headers): number {
  const length = headers.get("content-length");
  if (length !== null) return Number(length);
  throw new FileRefused(
    "The file came without its length, so it may be incomplete. Nothing was saved. Ask the server's operator whether a proxy changes downloads.",
  );
}

/** Safari cannot iterate over a stream. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) yield read.value;
}
