import { readFileSync } from "node:fs";
import { setKernel } from "#server/learner/kernels/kernel.ts";
import { wasmKernel } from "#server/learner/kernels/wasm.ts";
import { patternsOf, peopleOf, playContract, playKernel, specOf } from "./bench/kernel/rounds.ts";
setKernel(wasmKernel(readFileSync(".build/kernel.wasm")));
const spec=specOf(20,20), sets=peopleOf(spec), patterns=patternsOf(spec,sets);
console.log("kernel", playKernel(spec,patterns,25).nanoseconds/1e6, "contract", playContract(spec,sets,25).nanoseconds/1e6);
