import { type ComponentType, lazy } from "react";
import type { UndoBarProps } from "./undo-bar.tsx";

/** Undo bar, loaded after the first verdict and only on small screens. Left out without a connection. */
export const LazyUndoBar = lazy(async (): Promise<{ default: ComponentType<UndoBarProps> }> => {
  const file = await import("./undo-bar.tsx").catch(() => null);
  return { default: file?.UndoBar ?? (() => null) };
});
