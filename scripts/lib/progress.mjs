/**
 * Prints a task and, at its end, how long it took. A terminal shows the seconds as they pass on one line, and each step
 * that `work` reports; elsewhere a line is printed at the beginning and at the end.
 */
export async function withProgress(text, work, stream = process.stdout) {
  const isTerminal = stream.isTTY === true && process.env.TERM !== "dumb";
  const line = isTerminal ? liveLine(text, stream) : undefined;
  if (!line) stream.write(`${text} ...\n`);
  const began = Date.now();
  try {
    const result = await work((step) => line?.show(step));
    line?.clear();
    stream.write(`${text}: done in ${Math.round((Date.now() - began) / 1_000)} s\n`);
    return result;
  } catch (error) {
    line?.clear();
    throw error;
  }
}

/** A terminal line that is redrawn each second. */
function liveLine(text, stream) {
  const began = Date.now();
  let detail = "";
  const draw = () => {
    const seconds = Math.round((Date.now() - began) / 1_000);
    stream.clearLine(0);
    stream.cursorTo(0);
    stream.write(`${text}${detail} ... ${seconds} s`);
  };
  draw();
  const timer = setInterval(draw, 1_000);
  return {
    show(step) {
      detail = `: ${step}`;
      draw();
    },
    clear() {
      clearInterval(timer);
      stream.clearLine(0);
      stream.cursorTo(0);
    },
  };
}
