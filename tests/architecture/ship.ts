import { existsSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { DockerfileParser, type From, type Instruction } from "dockerfile-ast";
import { parse } from "yaml";

const dockerfile = DockerfileParser.parse(readFileSync("Dockerfile", "utf8"));
export const instructions = dockerfile.getInstructions();

export function argumentsOf(instruction: Instruction): string[] {
  return instruction.getArguments().map((argument) => argument.getValue());
}

export function named(keyword: string): Instruction[] {
  return instructions.filter((instruction) => instruction.getKeyword() === keyword);
}

/** Returns the base image of a stage. */
export function images(): string[] {
  return dockerfile.getFROMs().map((from: From) => from.getImage() ?? "");
}

/** Returns the program of an instruction in JSON form. */
export function programOf(instruction: Instruction | undefined): string[] {
  const list = /\bCMD\s+(\[.*\])$/s.exec(instruction?.getTextContent() ?? "")?.[1];
  return list === undefined ? [] : JSON.parse(list);
}

const ignored = readFileSync(".dockerignore", "utf8").trim().split("\n");

/** Tells whether the build context has this file, by a path from the root. */
export function isSent(path: string): boolean {
  return !ignored.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`));
}

export function ignoredNames(): readonly string[] {
  return ignored;
}

type Service = {
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { condition: string }>>;
  readonly healthcheck?: object;
  readonly stop_grace_period?: string;
};
export type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, { driver_opts?: { device?: string } } | null>>;
};

export function readCompose(file: string): Compose {
  return parse(readFileSync(file, "utf8"), { merge: true, strict: true }) as Compose;
}

/** Reads the settings of a unit by section; a repeated name has several values. */
export function readUnit(file: string): Map<string, string[]> {
  const unit = new Map<string, string[]>();
  let section = "";
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const head = /^\[(\w+)\]$/.exec(line)?.[1];
    if (head !== undefined) section = head;
    const [, name, value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (head === undefined && name === undefined) throw new Error(`${file}: ${line}`);
    if (name !== undefined)
      unit.set(`${section}.${name}`, [...(unit.get(`${section}.${name}`) ?? []), value]);
  }
  return unit;
}

export function isInTree(path: string): boolean {
  return existsSync(path);
}
