import { existsSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import type { HttpClient } from "#tests/trials/http-client.ts";
import { root } from "../../scripts/lib/root.mjs";
import { addressesOf, pagePatterns } from "./addresses.ts";
import type { PlayedStudy } from "./played-studies.ts";

export type MeasuredPage = {
  readonly pattern: string;
  readonly role: string;
  readonly htmlBytes: number;
  /** Bytes of the data for the page's components, a part of the HTML. */
  readonly payloadBytes: number;
  readonly scripts: readonly string[];
};

const patterns = pagePatterns.filter(
  (pattern) => pattern.startsWith("/studies/[studyId]") && !pattern.includes("/draft"),
);

/** Returns the addresses of a study's pages, by pattern. Judging is of the open round, other rounds are closed. */
export function studyPages({ studyId, roundCount }: PlayedStudy) {
  return patterns.flatMap((pattern) => {
    const round = pattern.includes("/judging/") ? roundCount + 1 : Math.ceil(roundCount / 2);
    return addressesOf(pattern, { studyId: [studyId], round: [String(round)], seq: ["12"] }).map(
      (address) => ({
        pattern: pattern.replace("/studies/[studyId]", "") || "/",
        address,
      }),
    );
  });
}

/** Requests a page. @returns undefined if the role gets another answer than the page */
export async function measurePage(
  client: HttpClient,
  { pattern, address, role }: { pattern: string; address: string; role: string },
): Promise<MeasuredPage | undefined> {
  const response = await client.send(address);
  const html = await response.text();
  if (response.status !== 200) return undefined;
  const payload = [...html.matchAll(/<script[^>]*>self\.__next_f\.push\(([\s\S]*?)\)<\/script>/g)];
  return {
    pattern,
    role,
    htmlBytes: Buffer.byteLength(html),
    payloadBytes: payload.reduce((sum, [, data = ""]) => sum + Buffer.byteLength(data), 0),
    scripts: scriptsIn(html),
  };
}

/** Lists the scripts that a page's HTML names, without those for browsers that know no modules. */
export function scriptsIn(html: string): string[] {
  const old = new Set(
    [...html.matchAll(/<script[^>]*noModule[^>]*>/gi)].flatMap(
      ([tag]) => tag.match(/\/_next\/[^"]+\.js/) ?? [],
    ),
  );
  const named = html.match(/\/_next\/static\/chunks\/[^"\\?]+\.js/g) ?? [];
  return [...new Set(named)].filter((script) => !old.has(script));
}

/**
 * Counts the bytes of scripts that the server sends, compressed as for a current browser, each with the part of the
 * page's language where it is split by languages (scripts/lib/split-languages.mjs).
 */
export function sentBytes(origin: string, language = "en") {
  const known = new Map<string, Promise<number>>();
  return async (scripts: readonly string[]): Promise<number> => {
    const parts = scripts
      .map((script) => script.replace(/js$/, `${language}.js`))
      .filter((part) => existsSync(join(root, part.replace("/_next", ".next"))));
    const sizes = [...scripts, ...parts].map((path) => {
      const size = known.get(path) ?? bodyBytes(origin + path);
      known.set(path, size);
      return size;
    });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
}

function bodyBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "gzip, deflate, br, zstd" } }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () => resolve(bytes));
    }).on("error", reject);
  });
}

/** Reads the processor time of a process so far, in milliseconds; the kernel counts it in steps of 10 ms. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** Reads the resident memory of a process in megabytes. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
