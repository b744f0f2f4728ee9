/** Forged stratified lots. */

import type { Body } from "../fixture.ts";
import { add, both, drop, type Group, swap } from "./changes.ts";

const SELECTED = "panel.selection-changed";
/** Panels of the log of lotteries. */
const DRAWN = '"panel":["s3","s4","s7"]';
const NURSE = '"quotas":[0,2]';
const lottery: Body = {
  type: "panel.lottery",
  body: {
    ...{ method: "leximin", types: [{ quotas: [], seats: 7 }] },
    panels: [{ counts: [3], weight: 4294967296 }],
  },
};
const attributes = (seat: string, ...names: string[]): Body => ({
  type: "seat.attributes",
  body: { seat, attributes: names.map((name) => ({ name, value: "north" })) },
});

export const lotteryForgeries: readonly Group[] = [
  {
    log: "lottery",
    page: "log-format-panels",
    changes: {
      "a stratified lot without quotas": swap(SELECTED, /"quotas":\[.*?\]/, '"quotas":[]'),
      "a stratified lot without a size": swap(SELECTED, '"size":3', '"size":null'),
      "quotas of another selection": swap(SELECTED, '"how":"stratified"', '"how":"by-lot"'),
      "a quota with a maximum below its minimum": swap(SELECTED, '"least":1,"most":2', '"least":2,"most":1'),
      "the same quota twice": swap(SELECTED, '"value":"south"', '"value":"north"'),
      "a quota without a value": swap(SELECTED, '"value":"nurse"', '"value":""'),
      "attributes of a removed seat": add("seat.removed", attributes("s4", "region")),
      "attributes of an unknown seat": add(SELECTED, attributes("s9", "region")),
      "two values for one attribute": add(SELECTED, attributes("s5", "region", "region")),
      "an attribute without a name": add(SELECTED, attributes("s5", "")),
      "a lottery without a stratified lot": add("seat.attributes", lottery),
      "a lottery by an unknown method": swap("panel.lottery", "leximin", "maximum"),
      "types of a lottery in a different order": swap("panel.lottery", NURSE, '"quotas":[0]'),
      "a type that counts towards a quota twice": swap("panel.lottery", NURSE, '"quotas":[0,0]'),
      "a type that counts towards an unknown quota": swap("panel.lottery", NURSE, '"quotas":[0,3]'),
      "a lottery without types": swap("panel.lottery 2", /"types":\[.*?\]\}?.*?(?=,"panels")/, '"types":[]'),
      "a lottery with a panel that misses a quota": swap("panel.lottery", "[0,1,2,0]", "[2,1,0,0]"),
      "a lottery with a panel of a different size": swap("panel.lottery", "[0,1,2,0]", "[0,1,1,0]"),
      "a lottery with a panel of more seats than a type has": swap("panel.lottery", "[1,0,1,1]", "[0,0,1,2]"),
      "a lottery with a panel of too few counts": swap("panel.lottery", "[1,1,1,0]", "[1,1,1]"),
      "a lottery with the same panel twice": swap("panel.lottery", "[1,1,1,0]", "[0,1,2,0]"),
      "weights that add up to less": swap("panel.lottery", "858993459", "858993458"),
      "a panel without weight": swap(
        "panel.lottery 2",
        /"panels":\[/,
        '"panels":[{"counts":[2,0,1],"weight":0},',
      ),
      "weights that were changed after the draw": both(
        swap("panel.lottery", "858993459", "2147483648"),
        swap("panel.lottery", /2147483648(?=\},\{"counts":\[1,1)/, "858993459"),
      ),
      "a panel that the lottery does not contain": swap("round.opened", DRAWN, '"panel":["s4","s6","s7"]'),
      "a panel of the lottery that was not drawn": swap("round.opened", DRAWN, '"panel":["s2","s6","s7"]'),
      "the right types with different seats": swap("round.opened", DRAWN, '"panel":["s1","s4","s7"]'),
      "a stratified lot without a lottery": drop("panel.lottery"),
      "a lottery of another pool": drop("panel.lottery 2"),
      "a lottery over more members than exist": swap("panel.lottery 2", '[1],"seats":2', '[1],"seats":3'),
      "attributes changed after the lottery": add("panel.lottery", attributes("s5", "region")),
      "a lottery before the selection": add("panel.lottery", {
        type: "panel.selection-changed",
        body: {
          selection: {
            ...{ how: "stratified", size: 3 },
            quotas: [
              { attribute: "region", value: "north", least: 1, most: 2 },
              { attribute: "region", value: "south", least: 1, most: 2 },
              { attribute: "profession", value: "nurse", least: 1, most: 1 },
            ],
          },
        },
      }),
      "a place given to the next seat, which breaks a quota": swap(
        "round.seat-replaced",
        '"seat":"s6"',
        '"seat":"s2"',
      ),
      "a place given to a later seat although an earlier one keeps the quotas": swap(
        "round.seat-replaced",
        '"seat":"s6"',
        '"seat":"s5"',
      ),
      "a place filled by attributes that changed after the opening": swap(
        "round.seat-replaced 2",
        '"seat":"s2"',
        '"seat":"s5"',
      ),
      "a place not given to the next seat although no seat keeps the quotas": swap(
        "round.seat-replaced 3",
        '"seat":"s5"',
        '"seat":"s1"',
      ),
    },
  },
];
