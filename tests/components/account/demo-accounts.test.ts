import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DemoAccounts } from "#components/account/demo-accounts.tsx";
import { demoPassword, demoPeople } from "#server/accounts/demo-people.ts";

it("offers each account of the demonstration as a button, without its password", () => {
  const demo = { password: demoPassword, accounts: demoPeople };
  const form = createElement(DemoAccounts, { demo, next: "/" });
  const page = renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, form));
  for (const { displayName, role } of demoPeople) expect(page).toContain(`${displayName}, ${role}</button>`);
  expect(page.match(/<button/g)).toHaveLength(demoPeople.length);
  expect(page).not.toContain(demoPassword);
});
