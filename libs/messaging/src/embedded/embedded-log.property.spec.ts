import fc from 'fast-check';
import { until } from '@vault/base/testing';
import { makeMessage } from '../events/contract/make-message.ts';
import type { EmbeddedLogHarness } from './embedded-log-harness.ts';
import { openEmbeddedLog } from './embedded-log-harness.ts';

type Step =
  { do: 'publish'; key: string; count: number } | { do: 'pause' | 'restart' | 'crash' | 'join' | 'replay' };

const topicName = 'topic';
const groupNames = ['one', 'two'];
const smallLimits = { window: 8, windowBytes: 2000, perKey: 2, deferred: 30 };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('publish' as const),
      key: fc.constantFrom('a', 'b', 'c', 'd'),
      count: fc.integer({ min: 1, max: 12 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('pause', 'restart', 'crash', 'join', 'replay') }) },
);

/** Records what a group handled, over all restarts. */
class RecordingConsumer {
  /** Messages by key, each in the order of its first success. */
  readonly firsts = new Map<string, string[]>();
  deliveries = 0;
  private readonly seen = new Set<string>();

  /** Idempotent: only the first success of an id has an effect. */
  succeed(key: string, id: string): void {
    this.deliveries += 1;
    if (this.seen.has(id)) return;
    this.seen.add(id);
    this.firsts.set(key, [...(this.firsts.get(key) ?? []), id]);
  }
}

/** Runs steps of publishing, failing, restarting and crashing; `failures` says which attempts fail. */
class Scenario {
  readonly published = new Map<string, string[]>();
  readonly consumers = new Map(groupNames.map((group) => [group, new RecordingConsumer()]));
  private readonly harness: EmbeddedLogHarness;
  private readonly failures: readonly boolean[];
  private attempts = 0;
  private processNumber = 0;

  constructor(failures: readonly boolean[]) {
    this.failures = failures;
    this.harness = openEmbeddedLog({ limits: smallLimits });
  }

  async run(steps: readonly Step[]): Promise<void> {
    await this.join();
    for (const one of steps) await this.apply(one);
    const subscriptions = await this.join();
    await until(async () => (await Promise.all(subscriptions.map((s) => s.lag()))).every((lag) => lag === 0));
  }

  end(): Promise<void> {
    return this.harness.dispose();
  }

  private async apply(one: Step): Promise<void> {
    if (one.do === 'publish') return this.publish(one.key, one.count);
    if (one.do === 'pause') return new Promise((resolve) => setTimeout(resolve, 2));
    if (one.do === 'replay') return this.harness.bus.replay('one', topicName, 0);
    if (one.do === 'crash') this.processNumber += 1;
    if (one.do !== 'join') await this.harness[one.do]();
    await this.join();
  }

  private async publish(key: string, count: number): Promise<void> {
    const messages = Array.from({ length: count }, () => makeMessage(key));
    this.published.set(key, [...(this.published.get(key) ?? []), ...messages.map(({ id }) => id)]);
    await this.harness.bus.publish(topicName, messages);
  }

  private join() {
    const processNumber = this.processNumber;
    const retry = { maxAttempts: 1e9, delay: () => 1 };
    return Promise.all(
      groupNames.map((group) =>
        this.harness.bus.subscribe({
          group,
          topics: [topicName],
          retry,
          concurrency: 2,
          handler: async ({ message: { id, subject } }) => {
            await new Promise(setImmediate);
            // A killed process does nothing more, so its handlers must not either.
            if (processNumber !== this.processNumber) throw new Error('killed');
            this.attempts += 1;
            if (this.failures[this.attempts % this.failures.length]) throw new Error('random failure');
            this.consumers.get(group)?.succeed(subject, id);
          },
        }),
      ),
    );
  }
}

const failures = fc.tuple(fc.array(fc.boolean(), { maxLength: 20 })).map(([list]) => [...list, false]);

describe('properties of an embedded log', () => {
  it('loses nothing and keeps the order of each key through failures, restarts and crashes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), failures, async (steps, failing) => {
        const scenario = new Scenario(failing);
        try {
          await scenario.run(steps);
          for (const consumer of scenario.consumers.values())
            expect(consumer.firsts).toEqual(scenario.published);
        } finally {
          await scenario.end();
        }
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  it('delivers each message once when nothing crashes and nothing is replayed', async () => {
    const harmless = step.filter((one) => one.do !== 'crash' && one.do !== 'replay');
    await fc.assert(
      fc.asyncProperty(
        fc.array(harmless, { minLength: 1, maxLength: 15 }),
        failures,
        async (steps, failing) => {
          const scenario = new Scenario(failing);
          try {
            await scenario.run(steps);
            const count = [...scenario.published.values()].flat().length;
            for (const consumer of scenario.consumers.values()) expect(consumer.deliveries).toBe(count);
          } finally {
            await scenario.end();
          }
        },
      ),
      { numRuns: 40 },
    );
  }, 120_000);
});
