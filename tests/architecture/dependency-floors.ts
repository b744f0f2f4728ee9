/** The minimum version of a package, with the reason. */
export type Floor = {
  readonly package: string;
  readonly least: string;
  readonly advisory: string;
  readonly reason: string;
};

export type Lock = { readonly packages: Readonly<Record<string, { readonly version?: string }>> };

/** Finds packages of a lock file below a floor, at any depth, and floors of packages that are not installed. */
export function brokenFloors(lock: Lock, floors: readonly Floor[]): string[] {
  return floors.flatMap(({ package: name, least, advisory, reason }) => {
    const installed = Object.entries(lock.packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
    if (installed.length === 0) return [`${name} is not installed: take its floor away`];
    return installed
      .filter(([, { version = "" }]) => isBelow(version, least))
      .map(([path, { version }]) => `${path} is ${version}, and must be ${least}: ${advisory}. ${reason}`);
  });
}

/** Compares versions; a pre-release (`-rc.1`) comes before its release. */
function isBelow(version: string, least: string): boolean {
  const [numbers = "", trial] = version.split("+", 1)[0]?.split(/-(.*)/) ?? [];
  const order = numbers.localeCompare(least, "en", { numeric: true });
  return order < 0 || (order === 0 && trial !== undefined);
}
