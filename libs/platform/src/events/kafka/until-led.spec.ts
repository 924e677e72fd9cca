import { jest } from '@jest/globals';
import { untilLed } from './until-led.ts';

const topic = (name: string, ...leaders: number[]) => ({
  name,
  partitions: leaders.map((leader) => ({ leader })),
});
const answered = (...topics: ReturnType<typeof topic>[]) => Promise.resolve({ topics });
const failing = (type: string) => Promise.reject(Object.assign(new Error(type), { type }));

/** Says one after the other, then the last for ever. */
function saying(...answers: readonly (() => Promise<{ topics: ReturnType<typeof topic>[] }>)[]) {
  let asked = 0;
  return () => answers[Math.min(asked++, answers.length - 1)]!();
}

describe(untilLed, () => {
  it('waits for a broker that has not heard of the topic, and for every leader', async () => {
    const ask = jest.fn(
      saying(
        () => failing('UNKNOWN_TOPIC_OR_PARTITION'),
        () => failing('LEADER_NOT_AVAILABLE'),
        () => answered(),
        () => answered(topic('a')),
        () => answered(topic('a', 1, -1), topic('b', 1)),
        () => answered(topic('a', 1, 1), topic('b', 1)),
      ),
    );
    await untilLed(['a', 'b'], ask, 60_000);
    expect(ask).toHaveBeenCalledTimes(6);
  });

  it('fails at once for what does not pass, and names the topics that stay without', async () => {
    const ask = jest.fn(saying(() => failing('TOPIC_AUTHORIZATION_FAILED')));
    await expect(untilLed(['a'], ask, 60_000)).rejects.toThrow('TOPIC_AUTHORIZATION_FAILED');
    expect(ask).toHaveBeenCalledTimes(1);
    await expect(untilLed(['a'], () => answered(topic('a', -1)), 0)).rejects.toThrow(
      'New topics have no leaders after 0 ms: a.',
    );
  });
});
