import { jest } from '@jest/globals';
import { waitForLeaders } from './wait-for-leaders.ts';

const topic = (name: string, ...leaders: number[]) => ({
  name,
  partitions: leaders.map((leader) => ({ leader })),
});
const metadata = (...topics: ReturnType<typeof topic>[]) => Promise.resolve({ topics });
const failing = (type: string) => Promise.reject(Object.assign(new Error(type), { type }));

/** Returns the answers one after the other, then repeats the last. */
function scriptedAnswers(...answers: readonly (() => Promise<{ topics: ReturnType<typeof topic>[] }>)[]) {
  let requests = 0;
  return () => answers[Math.min(requests++, answers.length - 1)]!();
}

describe(waitForLeaders, () => {
  it('waits until the broker knows the topic and every partition has a leader', async () => {
    const fetchMetadata = jest.fn(
      scriptedAnswers(
        () => failing('UNKNOWN_TOPIC_OR_PARTITION'),
        () => failing('LEADER_NOT_AVAILABLE'),
        () => metadata(),
        () => metadata(topic('a')),
        () => metadata(topic('a', 1, -1), topic('b', 1)),
        () => metadata(topic('a', 1, 1), topic('b', 1)),
      ),
    );
    await waitForLeaders(['a', 'b'], fetchMetadata, 60_000);
    expect(fetchMetadata).toHaveBeenCalledTimes(6);
  });

  it('fails at once on permanent errors, and names topics without a leader', async () => {
    const fetchMetadata = jest.fn(scriptedAnswers(() => failing('TOPIC_AUTHORIZATION_FAILED')));
    await expect(waitForLeaders(['a'], fetchMetadata, 60_000)).rejects.toThrow('TOPIC_AUTHORIZATION_FAILED');
    expect(fetchMetadata).toHaveBeenCalledTimes(1);
    await expect(waitForLeaders(['a'], () => metadata(topic('a', -1)), 0)).rejects.toThrow(
      'New topics have no leaders after 0 ms: a.',
    );
  });
});
