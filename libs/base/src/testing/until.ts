import { setTimeout as wait } from 'node:timers/promises';

/** Calls `read` until it returns the expected value, true by default. @throws with the last answer after two minutes */
export async function until<Answer>(
  read: () => Answer | Promise<Answer>,
  isWanted: (answer: Answer) => boolean = Boolean,
): Promise<Answer> {
  const giveUpAt = performance.now() + 120_000;
  for (;;) {
    const answer = await read();
    if (isWanted(answer)) return answer;
    if (performance.now() > giveUpAt)
      throw new Error(`Time-out of ${read.toString()}. Last answer: ${JSON.stringify(answer)}`);
    await wait(5);
  }
}
