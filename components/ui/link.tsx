import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * Link to another page of Evenhand, without prefetching. Each page is rendered for its reader on request, so a
 * prefetch would only get its loading outline, for two requests for each visible link.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, "prefetch">) {
  return <NextLink prefetch={false} {...props} />;
}
