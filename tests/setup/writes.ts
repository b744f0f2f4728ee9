import type { App } from "#server/services/app/app.ts";

type Write = App["store"]["tx"];

/** The same application, but this is what it writes with. */
export function writingBy<Some extends App>(app: Some, tx: Write): Some {
  const { store } = app;
  const read: App["store"]["read"] = (body) => store.read(body);
  return { ...app, store: { engine: store.engine, read, close: () => store.close(), tx } };
}

/** The same, but its transaction of this number fails. */
export function breakingAt<Some extends App>(app: Some, number: number): Some {
  let writes = 0;
  return writingBy(app, (body) => {
    writes += 1;
    return writes === number ? Promise.reject(new Error("the disk is gone")) : app.store.tx(body);
  });
}
