import { z } from "zod";
import { changeSelectionSchema, restSeatSchema } from "#server/schemas/panel.ts";
import { type Operation, operation } from "./operation.ts";

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
  operation({
    id: "readPanel",
    group: "Panel",
    path: "/studies/{studyId}/panel",
    summary: "Lists the seats, which of them rest, and how the panels of the next rounds are chosen",
    about: "Seats are given by name: no token can read which account has a seat.",
    procedure: "studies.read",
    answer: panelAnswerSchema,
    shape: ({ settings, seats }) => ({
      selection: settings.panel.selection,
      seats: seats.map(({ id, restReason }) => ({ seatId: id, restReason })),
    }),
  }),
  operation({
    id: "restSeat",
    group: "Panel",
    path: "/studies/{studyId}/seats/{seatId}/rest",
    summary: "Keeps a seat off all panels until it returns",
    about:
      "If the seat is on the panel of an open round and has not sent a ballot, the next seat by lot or rotation replaces it. Otherwise it stays on that panel.",
    procedure: "panel.restSeat",
    answer: seatAnswerSchema,
    shape: (_, { seatId, reason }) => ({ seatId, restReason: reason }),
  }),
  operation({
    id: "returnSeat",
    group: "Panel",
    path: "/studies/{studyId}/seats/{seatId}/return",
    summary: "Ends the rest of a seat",
    about: "The seat can be on the panel of the next round that opens.",
    procedure: "panel.returnSeat",
    answer: seatAnswerSchema,
    shape: (_, { seatId }) => ({ seatId, restReason: null }),
  }),
  operation({
    id: "changeSelection",
    group: "Panel",
    path: "/studies/{studyId}/selection",
    summary: "Changes how the panels of the next rounds are chosen",
    about:
      "This is refused while a round is open. `size` is the number of seats on a panel, or null if `how` determines it.",
    procedure: "panel.changeSelection",
    answer: selectionAnswerSchema,
    shape: (_, { selection }) => ({ selection }),
  }),
];
