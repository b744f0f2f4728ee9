"use client";

import { type ComponentProps, type ComponentType, lazy, Suspense } from "react";
import type { PasswordNotices } from "./password-notices.tsx";

// Hardly anybody ever has one, so no page's first script has them; the server draws them all the same.
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
