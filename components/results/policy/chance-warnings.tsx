/** Sentences on values that the study has not seen. */
export function Warnings({ of }: { of: readonly { readonly message: string }[] }) {
  if (of.length === 0) return null;
  return (
    <ul className="list-disc ps-6 text-sm">
      {of.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}
