import { z } from "zod";
import * as schemas from "#server/schemas/panel.ts";
import { changeSelectionSchema, restSeatSchema } from "#server/schemas/panel.ts";
import { roundPageSchema } from "#server/schemas/rounds.ts";
import { acting, type Operation, reading } from "./operation.ts";

const seatAnswerSchema = z
  .object({
    seatId: z.string().meta({ description: "Name of the seat in the log, such as s2" }),
    restReason: restSeatSchema.shape.reason
      .nullable()
      .meta({ description: "Why it is on no panel until it returns; null: it does not rest" }),
  })
  .meta({ id: "Seat" });

const selectionAnswerSchema = z
  .object({ selection: changeSelectionSchema.shape.selection })
  .meta({ id: "Selection", description: "How the panels of the next rounds are chosen" });

const panelAnswerSchema = selectionAnswerSchema
  .extend({ seats: z.array(seatAnswerSchema) })
  .meta({ id: "Panel" });

/** Operations about the auditors of a study, by seat. The panel of a round is chosen by opening it with `seatIds`. */
export const panelOperations: readonly Operation[] = [
  reading({
    id: "readPanel",
    group: "Panel",
    path: "/studies/{studyId}/panel",
    summary: "The seats in use, which of them rest, and how the panels of the next rounds are chosen",
    about: "Seats by name: no token reads which account has a seat.",
    procedure: "studies.read",
    input: roundPageSchema,
    withheld: ["before"],
    answer: panelAnswerSchema,
    async call(caller, input) {
      const { settings, seats } = await caller.studies.read(input);
      const { selection } = settings.panel;
      return { selection, seats: seats.map(({ id, restReason }) => ({ seatId: id, restReason })) };
    },
  }),
  acting({
    id: "restSeat",
    group: "Panel",
    path: "/studies/{studyId}/seats/{seatId}/rest",
    summary: "Keeps a seat off all panels until it returns",
    about:
      "On the panel of an open round without a ballot, the next seat of the lot or rotation takes its place; otherwise it stays on that panel.",
    procedure: "panel.restSeat",
    input: schemas.restSeatSchema,
    status: 200,
    answer: seatAnswerSchema,
    async call(caller, input) {
      await caller.panel.restSeat(input);
      return { seatId: input.seatId, restReason: input.reason };
    },
  }),
  acting({
    id: "returnSeat",
    group: "Panel",
    path: "/studies/{studyId}/seats/{seatId}/return",
    summary: "Ends the rest of a seat",
    about: "It can be on the panel of the next opening.",
    procedure: "panel.returnSeat",
    input: schemas.seatRefSchema,
    status: 200,
    answer: seatAnswerSchema,
    async call(caller, input) {
      await caller.panel.returnSeat(input);
      return { seatId: input.seatId, restReason: null };
    },
  }),
  acting({
    id: "changeSelection",
    group: "Panel",
    path: "/studies/{studyId}/selection",
    summary: "Changes how the panels of the next rounds are chosen",
    about:
      "Not while a round is open. `size` is the number of seats on a panel; null where it follows from `how`.",
    procedure: "panel.changeSelection",
    input: schemas.changeSelectionSchema,
    status: 200,
    answer: selectionAnswerSchema,
    async call(caller, { studyId, selection }) {
      await caller.panel.changeSelection({ studyId, selection });
      return { selection };
    },
  }),
];
