import { classNames } from "./class-names.ts";

/** E-mail address that breaks before its "@" if a line is too short for it, and elsewhere only if it must. */
export function Email({ address, className }: { address: string; className?: string }) {
  const at = address.lastIndexOf("@");
  return (
    <span className={classNames("wrap-anywhere", className)}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}
