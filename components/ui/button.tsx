import type { ComponentProps, MouseEvent } from "react";
import { classNames } from "./class-names.ts";
import { Link } from "./link.tsx";

/** act: the main action, at most one on a screen. plain: other actions. ghost: in toolbars, without an edge. */
type ButtonLook = { look?: "act" | "plain" | "ghost" | undefined; small?: boolean | undefined };

const looks = {
  act: "border-ink bg-ink text-on-ink hover:border-ink-2 hover:bg-ink-2 hover:text-on-ink",
  plain: "border-edge bg-sheet text-ink hover:border-ink-2 hover:bg-hover hover:text-ink",
  ghost: "border-transparent bg-transparent text-ink-2 hover:bg-hover hover:text-ink",
};

export function buttonClass({ look = "plain", small }: ButtonLook = {}, className?: string): string {
  return classNames(
    "inline-flex items-center justify-center gap-2 rounded-md border py-1.5 text-center font-[560] print:hidden no-underline transition-colors active:translate-y-px",
    "disabled:cursor-not-allowed disabled:border-dashed disabled:border-edge disabled:bg-sunken disabled:text-ink-3 disabled:active:translate-y-0 aria-disabled:cursor-progress aria-disabled:active:translate-y-0",
    "[&>svg]:size-[1.125em] [&>svg]:flex-none",
    look === "ghost" && "min-h-9 min-w-9 px-2 text-sm font-normal",
    look !== "ghost" && (small ? "min-h-9 px-3 text-sm" : "min-h-11 px-5"),
    looks[look],
    className,
  );
}

/** Button. While `busy`, it says so in words, keeps the focus, and ignores further presses. */
export function Button({
  look,
  small,
  className,
  type = "button",
  busy = false,
  onClick,
  ...rest
}: ButtonLook & { busy?: boolean } & ComponentProps<"button">) {
  return (
    <button
      type={type}
      className={buttonClass({ look, small }, className)}
      aria-disabled={busy || undefined}
      onClick={busy ? ignorePress : onClick}
      {...rest}
    />
  );
}

/** Keeps a form from being sent a second time. */
const ignorePress = (event: MouseEvent) => event.preventDefault();

/** Button that submits its form. While `busy`, its words say what is being done. An icon is its child. */
export function Submit({
  act,
  doing = act,
  busy = false,
  children,
  ...button
}: Omit<ComponentProps<typeof Button>, "type"> & { act: string; doing?: string }) {
  return (
    <Button type="submit" busy={busy} className="w-fit" {...button}>
      {children}
      {busy ? doing : act}
    </Button>
  );
}

/** Link that looks like a button, for a destination that matters as much. */
export function ButtonLink({ look, small, className, ...rest }: ButtonLook & ComponentProps<typeof Link>) {
  return <Link className={buttonClass({ look, small }, className)} {...rest} />;
}
