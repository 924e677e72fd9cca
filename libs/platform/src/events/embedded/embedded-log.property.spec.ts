import fc from 'fast-check';
import { makeMessage } from '../contract/make-message.ts';
import { until } from '../contract/until.ts';
import type { EmbeddedLogHarness } from './embedded-log-harness.ts';
import { openEmbeddedLog } from './embedded-log-harness.ts';

type Step =
  { do: 'publish'; key: string; count: number } | { do: 'pause' | 'restart' | 'crash' | 'join' | 'replay' };

const TOPIC = 'topic';
const GROUPS = ['one', 'two'];
const LIMITS = { window: 8, windowBytes: 2000, perKey: 2, deferred: 30 };

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

/** What a group saw, over all its lives. */
class Witness {
  /** Messages by key, each in the order of its first success. */
  readonly firsts = new Map<string, string[]>();
  deliveries = 0;
  readonly #seen = new Set<string>();

  /** An idempotent consumer: only an id's first success has an effect. */
  succeed(key: string, id: string): void {
    this.deliveries += 1;
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    this.firsts.set(key, [...(this.firsts.get(key) ?? []), id]);
  }
}

/** Plays a story of publishing, failing, restarting and crashing; some tries fail, by their number. */
class Story {
  readonly published = new Map<string, string[]>();
  readonly witnesses = new Map(GROUPS.map((group) => [group, new Witness()]));
  readonly #harness: EmbeddedLogHarness;
  readonly #failures: readonly boolean[];
  #tries = 0;
  #life = 0;

  constructor(failures: readonly boolean[]) {
    this.#failures = failures;
    this.#harness = openEmbeddedLog({ limits: LIMITS });
  }

  async tell(steps: readonly Step[]): Promise<void> {
    await this.#join();
    for (const one of steps) await this.#play(one);
    const subscriptions = await this.#join();
    await until(async () => (await Promise.all(subscriptions.map((s) => s.lag()))).every((lag) => lag === 0));
  }

  end(): Promise<void> {
    return this.#harness.dispose();
  }

  async #play(one: Step): Promise<void> {
    if (one.do === 'publish') return this.#publish(one.key, one.count);
    if (one.do === 'pause') return new Promise((resolve) => setTimeout(resolve, 2));
    if (one.do === 'replay') return this.#harness.bus.replay('one', TOPIC, 0);
    if (one.do === 'crash') this.#life += 1;
    if (one.do !== 'join') await this.#harness[one.do]();
    await this.#join();
  }

  async #publish(key: string, count: number): Promise<void> {
    const messages = Array.from({ length: count }, () => makeMessage(key));
    this.published.set(key, [...(this.published.get(key) ?? []), ...messages.map(({ id }) => id)]);
    await this.#harness.bus.publish(TOPIC, messages);
  }

  #join() {
    const life = this.#life;
    const retry = { maxAttempts: 1e9, delay: () => 1 };
    return Promise.all(
      GROUPS.map((group) =>
        this.#harness.bus.subscribe({
          group,
          topics: [TOPIC],
          retry,
          concurrency: 2,
          handler: async ({ message: { id, subject } }) => {
            await new Promise(setImmediate);
            // A killed process does nothing more; its handlers here must not either.
            if (life !== this.#life) throw new Error('killed');
            this.#tries += 1;
            if (this.#failures[this.#tries % this.#failures.length]) throw new Error('unlucky');
            this.witnesses.get(group)?.succeed(subject, id);
          },
        }),
      ),
    );
  }
}

const failures = fc.tuple(fc.array(fc.boolean(), { maxLength: 20 })).map(([list]) => [...list, false]);

describe('laws of an embedded log', () => {
  it('loses nothing and keeps the order of each key through failures, restarts and crashes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), failures, async (steps, luck) => {
        const story = new Story(luck);
        try {
          await story.tell(steps);
          for (const witness of story.witnesses.values()) expect(witness.firsts).toEqual(story.published);
        } finally {
          await story.end();
        }
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  it('delivers each message once when nothing crashes and nothing is replayed', async () => {
    const calm = step.filter((one) => one.do !== 'crash' && one.do !== 'replay');
    await fc.assert(
      fc.asyncProperty(fc.array(calm, { minLength: 1, maxLength: 15 }), failures, async (steps, luck) => {
        const story = new Story(luck);
        try {
          await story.tell(steps);
          const count = [...story.published.values()].flat().length;
          for (const witness of story.witnesses.values()) expect(witness.deliveries).toBe(count);
        } finally {
          await story.end();
        }
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});
