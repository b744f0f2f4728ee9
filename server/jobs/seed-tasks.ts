import { seedLinkBefore } from "#server/log/seeds.ts";

/** Every `stride`-th link of a seed chain, from s_0 to s_length: stones to walk back from. */
export function seedStones(input: { tip: string; length: number; stride: number }): string[] {
  const stones: string[] = [];
  let link = input.tip;
  for (let n = input.length; n > 0; n -= 1) {
    if (n % input.stride === 0) stones[n / input.stride] = link;
    link = seedLinkBefore(link);
  }
  stones[0] = link;
  return stones;
}
