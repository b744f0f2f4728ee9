import * as t from "#messages/account.ts";

const browsers = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;

const systems = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux|CrOS/, "Linux"],
] as const;

/** Describes a browser, such as "Firefox on Windows", precisely enough for its user to recognise it. */
export function browserName(userAgent: string): string {
  const nameIn = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([mark]) => mark.test(userAgent))?.[1];
  const browser = nameIn(browsers) ?? t.otherProgram();
  const system = nameIn(systems);
  return system === undefined ? browser : t.browserOn({ browser, system });
}
