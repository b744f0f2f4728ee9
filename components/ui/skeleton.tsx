import { classNames } from "./class-names.ts";

/**
 * Grey bar of the final size, without animation. It appears after 300 ms, so that quick answers do not flicker.
 * `data-skeleton` hides the footer meanwhile (app/globals.css).
 */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      data-skeleton
      className={classNames("block animate-[appear_1ms_300ms_both] rounded-sm bg-hover", className)}
    />
  );
}
