import { ButtonLink } from "#components/ui/button.tsx";
import { Main } from "#components/ui/page.tsx";

export const metadata = { title: "Not found" };

export default function NotFoundPage() {
  return (
    <Main width="text">
      <div className="grid justify-items-start gap-5 border-t-4 border-rule pt-5">
        <h1>There is nothing at this address</h1>
        <p className="text-ink-2">
          It may have been mistyped, or what was here is gone. Nothing of yours is lost by that.
        </p>
        <ButtonLink href="/">Go to your studies</ButtonLink>
      </div>
    </Main>
  );
}
