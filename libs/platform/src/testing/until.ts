import { setTimeout as wait } from 'node:timers/promises';

/** Asks until the answer is what is wanted. @throws with the last answer after 10 seconds */
export async function until<Answer>(
  ask: () => Answer | Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
): Promise<Answer> {
  const giveUpAt = Date.now() + 10_000;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (Date.now() > giveUpAt) throw new Error(`This never came: ${JSON.stringify(answer)}`);
    await wait(25);
  }
}
