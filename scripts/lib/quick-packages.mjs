import * as nodeModule from "node:module";

// Node rereads a package's package.json for each of its files, to learn their module type. The one of drizzle-orm is
// 180 kB long, for 140 files: half the start time of a small program. All its files are modules.
const PACKAGE = "/node_modules/drizzle-orm/";

// Tests also start the machine's own Node, which may be too old for this: it then loads packages at its own pace.
nodeModule.registerHooks?.({
  resolve(specifier, context, next) {
    const isWithin = context.parentURL?.includes(PACKAGE) && specifier.startsWith(".");
    if (!isWithin || !specifier.endsWith(".js")) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
  },
});
