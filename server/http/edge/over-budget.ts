import { headers } from "next/headers";
import { getApp } from "#server/platform/app/app.ts";
import { refusalOf } from "#server/platform/app/refusals.ts";
import type { BudgetName } from "#server/platform/limits/budgets.ts";
import { spend } from "#server/platform/limits/spend.ts";
import { networkOf } from "./network.ts";

/**
 * Counts a request that is not a procedure call against a budget.
 *
 * @param accountId null: no account is signed in, and the request counts against the network
 * @throws DomainError "too-many-calls"
 */
export async function spendRequest(budget: BudgetName, accountId: string | null): Promise<void> {
  const [app, given] = await Promise.all([getApp(), headers()]);
  spend(app, { accountId, network: networkOf((name) => given.get(name)) }, budget);
}

/** Counts a request of a network. @returns the answer that refuses the request, if it is over budget */
export async function overBudget(budget: BudgetName): Promise<Response | null> {
  try {
    await spendRequest(budget, null);
    return null;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    const wait = { "cache-control": "no-store", "retry-after": String(refusal.retryAfter) };
    return Response.json({ message: refusal.message }, { status: 429, headers: wait });
  }
}
