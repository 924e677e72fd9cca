const rounds = 7;
/** Clocks of processor time may jump by some milliseconds: shorter work is repeated. */
const minMs = 30;

/**
 * Other programs share the caches of a processor, and a list that just outgrows them costs more: a high ratio is
 * measured again, by turns between the size and its half.
 */
const tries = 6;
const certainRatio = 2.2;

/** Linear work measures 2, quadratic work 4. */
export const linearRatio = 2.5;

/**
 * How much more processor time twice the input takes: about 2 for linear work, 4 for quadratic work. Both sizes are
 * measured in turn, and the smallest times compared, so other work of the machine does not count.
 * @param size even
 * @param prepare makes an input of a size; its time does not count
 */
export function doublingRatio<Input>(
  size: number,
  prepare: (size: number) => Input,
  work: (input: Input) => unknown,
): number {
  let least = Infinity;
  for (let count = 0; count < tries && least > certainRatio; count += 1) {
    const from = count % 2 === 0 ? size : size / 2;
    least = Math.min(least, ratioOf([prepare(from), prepare(2 * from)], work));
  }
  return least;
}

function ratioOf<Input>(inputs: readonly [Input, Input], work: (input: Input) => unknown): number {
  const repeats = repeatsFor(() => work(inputs[0]));
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
