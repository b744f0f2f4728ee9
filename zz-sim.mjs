import { madeUpWorld } from "#server/learner/simulation/worlds.ts";
import { bindRun } from "#server/learner/simulation/play.ts";
import { openLedger } from "#server/learner/simulation/ledger.ts";
import { addRound, NO_ROUNDS } from "#server/learner/simulation/metrics.ts";
import { hypothesisClass } from "#server/learner/hypotheses/catalogue.ts";
import { loadFastKernel } from "#server/jobs/fast-kernel.ts";
if (process.argv[2]==="wasm") loadFastKernel(".build/kernel.wasm");
const T=Number(process.argv[3]??4000);
const {population,hypotheses}=madeUpWorld({types:60,rules:1000,seed:7});
const learner={learner:"exp2",version:1,kernel:"portable-1",mode:"known",columns:population.columns,hypotheses,roundSize:10,horizon:T,afterHorizon:"end",alpha:"0.1",eps:"0.05",fairnessMultiplier:"1",pairRule:"average",rejectedHalves:"when-settled"};
const auditors=[1,2,3,4,5].map(w=>({kind:"distance",weights:{east:w/3,north:1}}));
const run=bindRun({learner,rule:{kind:"share",gamma:{numerator:1,denominator:2}},population,environment:{kind:"iid"},panel:{auditors},outcomes:{delay:{kind:"geometric",mean:3},lostShare:0.05},seed:1,hearsPanel:true});
const ledger=openLedger(hypothesisClass(learner.columns,learner.hypotheses));
const cpu=()=>{const {user,system}=process.threadCpuUsage();return (user+system)/1e6};
let state=run.start(), sums=NO_ROUNDS; const s=cpu(); let best=0, last=s;
for(let t=0;t<T;t++){const {round,state:next}=run.play(state);state=next;sums=addRound(sums,round);ledger.add(round);if(t%500===499){const n=cpu();best=Math.max(best,500/(n-last));last=n;}}
console.log("rounds/s thread cpu",(T/(cpu()-s)).toFixed(0),"best 500:",best.toFixed(0),sums.error,sums.violatingRounds,sums.drawnErrors);
