import type { App } from "#server/platform/app/app.ts";

type Write = App["store"]["tx"];

/** Makes an application with another function for writes. */
export function writingBy<Some extends App>(app: Some, tx: Write): Some {
  const { store } = app;
  const read: App["store"]["read"] = (body) => store.read(body);
  return {
    ...app,
    store: {
      engine: store.engine,
      time: () => store.time(),
      backlogOf: () => 0,
      read,
      close: () => store.close(),
      tx,
    },
  };
}
