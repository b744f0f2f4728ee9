"use client";

import { type ComponentProps, type ComponentType, lazy, Suspense } from "react";
import type { PasswordNotices } from "./password-notices.tsx";

// Few users ever have one, so it is not in any page's first script. The server renders it in any case.
const Shown = lazy(async (): Promise<{ default: ComponentType<Props> }> => {
  const file = await import("./password-notices.tsx").catch(() => null);
  return { default: file?.PasswordNotices ?? (() => null) };
});

type Props = ComponentProps<typeof PasswordNotices>;

export function LatePasswordNotices(props: Props) {
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  );
}
