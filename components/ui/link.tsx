import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * A link to another page of Evenhand. Nothing is fetched before it is followed: each page is made for its reader when
 * it is asked for, so all that could be had ahead is its outline, for two requests a link in sight.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, "prefetch">) {
  return <NextLink prefetch={false} {...props} />;
}
