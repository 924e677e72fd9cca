import { setTimeout as wait } from 'node:timers/promises';

/** Calls `read` until its answer is the wanted one. @throws with the last answer after a minute */
export async function until<Answer>(
  read: () => Answer | Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
): Promise<Answer> {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const answer = await read();
    if (isWanted(answer)) return answer;
    if (Date.now() > giveUpAt) throw new Error(`Time-out. Last answer: ${JSON.stringify(answer)}`);
    await wait(25);
  }
}
