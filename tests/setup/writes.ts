import type { App } from "#server/services/app/app.ts";

type Write = App["store"]["tx"];

/** The same application, but this is what it writes with. */
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

/** The same, but its transaction of this number fails. */
export function breakingAt<Some extends App>(app: Some, number: number): Some {
  let writes = 0;
  return writingBy(app, (body) => {
    writes += 1;
    return writes === number ? Promise.reject(new Error("the disk is gone")) : app.store.tx(body);
  });
}

/** The same until it has written so often: the next write waits until it is woken, like a process that hangs. */
export function silentAfter<Some extends App>(app: Some, count: number) {
  const { promise: wakesUp, resolve: wakeUp } = Promise.withResolvers<void>();
  const { promise: isWaiting, resolve: wait } = Promise.withResolvers<void>();
  let writes = 0;
  const silent = writingBy(app, (body) => {
    writes += 1;
    if (writes <= count) return app.store.tx(body);
    wait();
    return wakesUp.then(() => app.store.tx(body));
  });
  return { app: silent, isWaiting, wakeUp };
}
