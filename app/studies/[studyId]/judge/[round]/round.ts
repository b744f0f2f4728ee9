import { TRPCError } from "@trpc/server";
import { notFound } from "next/navigation";

/** The round of an address, from 1. */
export function roundNumber(text: string): number {
  const number = Number(text);
  if (!/^[1-9]\d{0,4}$/.test(text) || number > 65_536) notFound();
  return number;
}

/** A round that is not there, or on whose panel one does not sit, is the same to those who ask: nothing to see. */
export async function foundRound<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof TRPCError && ["NOT_FOUND", "FORBIDDEN"].includes(error.code)) notFound();
    throw error;
  }
}
