/**
 * Waits for `work`, but no longer than `timeoutMs` milliseconds. The work itself goes on; a late failure is ignored.
 * @throws the error of `late` after the time-out, or the error of `work`
 */
export async function withinTime<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  late = () => new Error(`This took longer than ${String(timeoutMs)} ms.`),
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), timeoutMs);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for `work` for at most `timeoutMs` milliseconds. @returns whether it succeeded in time */
export async function endsWithin(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  try {
    await withinTime(work, timeoutMs);
    return true;
  } catch {
    return false;
  }
}
