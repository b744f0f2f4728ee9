import loadHighs from "highs";
import { SOLVER_TOLERANCE, type SolveProgram } from "#server/simulation/engine/programs.ts";

let solver: Promise<SolveProgram> | undefined;

/** Loads HiGHS once and returns it as a function of one linear program. */
export function loadSolver(): Promise<SolveProgram> {
  solver ??= load();
  return solver;
}

async function load(): Promise<SolveProgram> {
  const highs = await loadHighs();
  return ({ costs, rows }) =>
    highs.withModel((model) => {
      const starts = [0];
      for (const { indices } of rows) starts.push((starts.at(-1) ?? 0) + indices.length);
      model.passModel({
        numCols: costs.length,
        numRows: rows.length,
        colCost: costs,
        colLower: new Float64Array(costs.length),
        colUpper: new Float64Array(costs.length).fill(highs.infinity),
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
      });
      model.options.set("output_flag", false);
      model.options.set("primal_feasibility_tolerance", SOLVER_TOLERANCE);
      model.options.set("dual_feasibility_tolerance", SOLVER_TOLERANCE);
      model.run();
      const status = model.getModelStatus();
      if (status !== highs.constants.modelStatus.optimal) {
        throw new Error(`HiGHS ended with status ${status}, not with an optimum`);
      }
      const { colValue, rowDual } = model.getSolution();
      return { values: colValue, prices: rowDual };
    });
}
