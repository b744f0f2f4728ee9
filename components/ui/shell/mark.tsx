/** The logo: two columns between two beams, the same height. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="currentColor"
      className={className ?? "size-[1.375rem]"}
    >
      <path d="M2 3h20v3H2zM2 18h20v3H2zM6 8h4v8H6zM14 8h4v8h-4z" />
    </svg>
  );
}
