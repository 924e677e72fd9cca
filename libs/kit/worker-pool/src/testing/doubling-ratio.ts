const minRounds = 7;
/** Short work is measured more often: a part of its rounds meets other work of the machine. Milliseconds of processor time. */
const minMs = 600;

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
  const best = [Infinity, Infinity];
  for (let [round, spent] = [0, 0]; round < minRounds || spent < minMs; round += 1)
    for (const [index, input] of inputs.entries()) {
      const ms = processorMs(() => work(input));
      spent += ms;
      best[index] = Math.min(best[index] ?? Infinity, ms);
    }
  const [one = 0, two = 0] = best;
  return two / one;
}

function processorMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
