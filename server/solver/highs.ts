import loadHighs from "highs";
import { SOLVER_TOLERANCE, type SolveProgram } from "./programs.ts";

let solver: Promise<SolveProgram> | undefined;

/** Loads HiGHS once and returns it as a function of one program. */
export function loadSolver(): Promise<SolveProgram> {
  solver ??= load();
  return solver;
}

async function load(): Promise<SolveProgram> {
  const highs = await loadHighs();
  return ({ costs, rows, whole }) =>
    highs.withModel((model) => {
      const starts = [0];
      for (const { indices } of rows) starts.push((starts.at(-1) ?? 0) + indices.length);
      const type = highs.constants.variableType.integer;
      model.passModel({
        numCols: costs.length,
        numRows: rows.length,
        colCost: costs,
        colLower: new Float64Array(costs.length),
        colUpper: whole ? [...whole] : new Float64Array(costs.length).fill(highs.infinity),
        rowLower: rows.map(({ lower }) => lower),
        rowUpper: rows.map(({ upper }) => upper),
        matrix: {
          format: "csr",
          numRows: rows.length,
          numCols: costs.length,
          starts,
          indices: rows.flatMap(({ indices }) => indices),
          values: rows.flatMap(({ values }) => values),
        },
        ...(whole && { integrality: whole.map(() => type) }),
      });
      model.options.set("output_flag", false);
      model.options.set("primal_feasibility_tolerance", SOLVER_TOLERANCE);
      model.options.set("dual_feasibility_tolerance", SOLVER_TOLERANCE);
      model.options.set("mip_rel_gap", 0);
      model.options.set("mip_heuristic_effort", 0);
      model.run();
      const status = model.getModelStatus();
      if (status !== highs.constants.modelStatus.optimal) {
        throw new Error(`HiGHS ended with status ${status}, not with an optimum`);
      }
      const { colValue, rowDual } = model.getSolution();
      if (whole) return { values: Array.from(colValue, Math.round), prices: [] };
      return { values: colValue, prices: rowDual };
    });
}
