import { Link } from "#components/ui/link.tsx";

/** Navigation between the pages of docs/ that come with the program. */
export function DocumentNav({
  pages,
  present,
}: {
  pages: Readonly<Record<string, string>>;
  present: string;
}) {
  return (
    <nav aria-label="Pages of the documentation" className="mb-6">
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {Object.entries(pages).map(([page, title]) => (
          <li key={page}>
            {page === present ? (
              <span aria-current="page" className="inline-block py-1 font-[560]">
                {title}
              </span>
            ) : (
              <Link href={`/docs/${page}`} className="inline-block py-1">
                {title}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
