const rounds = 7;
/** Clocks of processor time may jump by some milliseconds: shorter work is repeated. */
const minMs = 30;

/** Other programs share the caches of a processor, so that even its time is uncertain: high ratios are measured again. */
const tries = 4;
const certainRatio = 2.2;

/**
 * How much more processor time twice the input takes: about 2 for linear work, 4 for quadratic work. Both sizes are
 * measured in turn, and the smallest times compared, so other work of the machine does not count.
 * @param prepare makes an input of a size; its time does not count
 */
export function doublingRatio<Input>(
  size: number,
  prepare: (size: number) => Input,
  work: (input: Input) => unknown,
): number {
  const inputs = [prepare(size), prepare(2 * size)] as const;
  const repeats = repeatsFor(() => work(inputs[0]));
  let least = Infinity;
  for (let count = 0; count < tries && least > certainRatio; count += 1)
    least = Math.min(least, ratioOf(inputs, work, repeats));
  return least;
}

function ratioOf<Input>(
  inputs: readonly [Input, Input],
  work: (input: Input) => unknown,
  repeats: number,
): number {
  const best = [Infinity, Infinity];
  for (let round = 0; round < rounds; round += 1)
    for (const [index, input] of inputs.entries())
      best[index] = Math.min(
        best[index] ?? Infinity,
        processorMs(() => work(input), repeats),
      );
  const [one = 0, two = 0] = best;
  return two / one;
}

function repeatsFor(work: () => unknown): number {
  let repeats = 1;
  while (processorMs(work, repeats) < minMs) repeats *= 2;
  return repeats;
}

function processorMs(work: () => unknown, repeats: number): number {
  const before = process.threadCpuUsage();
  for (let count = 0; count < repeats; count += 1) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
