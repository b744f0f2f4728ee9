/** Lines to copy into a terminal or a program. Long ones wrap between any two characters. */
export function Commands({ children }: { children: string }) {
  return (
    <pre className="whitespace-pre-wrap wrap-anywhere border border-hair bg-sunken px-4 py-3 font-mono text-sm">
      <code>{children}</code>
    </pre>
  );
}
