import { randomUUID } from 'node:crypto';
import type { Delivery, EventBus, SubscribeOptions } from './event-bus.ts';
import { InvalidMessageError, MessageTooLargeError, PoisonMessageError } from './event-errors.ts';
import { MAX_MESSAGE_BYTES } from './message-codec.ts';
import type { Message } from './message.ts';
import type { RetryPolicy } from './retry-policy.ts';
import { deferred, until } from './testing-tools.ts';

/** One adapter under test. Topics and groups are new in each test, so nothing needs to be cleaned up in a server. */
export interface EventBusHarness {
  /** The bus; another one after `restart` and `crash`. */
  bus: EventBus;
  /** A new topic that no other test uses. */
  createTopic(): Promise<string>;
  /** Puts text into a topic that no publisher would let through. */
  publishRaw(topic: string, key: string, text: string): Promise<void>;
  /** Closes the bus and opens it again over the same data. */
  restart(): Promise<void>;
  /** As a new process finds things when the old one was killed: nothing was closed, no handler's outcome comes after. */
  crash(): Promise<void>;
  dispose(): Promise<void>;
}

const QUICK: RetryPolicy = { maxAttempts: 4, delay: () => 5 };
const LIMIT = 60_000;

/** A message about a subject, with a number as its data. */
export function makeMessage(subject: string, data: unknown = 0): Message {
  const id = randomUUID();
  const time = new Date().toISOString();
  return { id, type: 'test.happened.v1', source: 'test', time, subject, correlationid: id, data };
}

function newGroup(): string {
  return `group-${randomUUID()}`;
}

/** What every adapter of {@link EventBus} must do. */
export function describeEventBus(name: string, open: () => Promise<EventBusHarness>): void {
  describe(`${name} as an event bus`, () => {
    let harness: EventBusHarness;
    let topic: string;
    let group: string;
    beforeEach(async () => {
      harness = await open();
      topic = await harness.createTopic();
      group = newGroup();
    }, LIMIT);
    afterEach(() => harness.dispose(), LIMIT);

    /** Subscribes and collects what arrives; the handler may add behaviour. */
    async function collect(options: Partial<SubscribeOptions> = {}) {
      const received: Delivery[] = [];
      const subscription = await harness.bus.subscribe({
        group,
        topics: [topic],
        retry: QUICK,
        ...options,
        handler: async (delivery) => {
          await options.handler?.(delivery);
          received.push(delivery);
        },
      });
      const data = () => received.map(({ message }) => message.data);
      /** Waits until the group has nothing left to do. */
      const settled = () => until(async () => (await subscription.lag()) === 0);
      return { received, data, settled, subscription };
    }

    const publish = (...messages: Message[]) => harness.bus.publish(topic, messages);

    describe('publishing', () => {
      it('delivers the message as it was said', async () => {
        const { received, settled } = await collect();
        const message = {
          ...makeMessage('a', { deep: [1, 'ü', null] }),
          deadline: '2030-01-01T00:00:00.000Z',
        };
        await publish(message);
        await settled();
        expect(received).toHaveLength(1);
        expect(received[0]).toMatchObject({ message, topic, attempt: 1 });
      });

      it('carries data as JSON does', async () => {
        const { data, settled } = await collect();
        const at = new Date(0);
        await publish(makeMessage('a', { at, gone: undefined, list: [undefined], not: NaN }));
        await settled();
        expect(data()).toEqual([{ at: at.toISOString(), list: [null], not: null }]);
      });

      it('shares no reference with the publisher or between groups', async () => {
        const spoil = ({ message }: Delivery) => {
          (message.data as { n: number }).n += 1;
          return Promise.resolve();
        };
        const first = await collect({ handler: spoil });
        const second = await collect({ handler: spoil, group: newGroup() });
        const said = { n: 1 };
        const done = publish(makeMessage('a', said));
        said.n = 100;
        await done;
        await Promise.all([first.settled(), second.settled()]);
        expect([...first.data(), ...second.data()]).toEqual([{ n: 2 }, { n: 2 }]);
        expect(said.n).toBe(100);
      });

      it('runs no handler in the stack of the publisher', async () => {
        let isPublishing = false;
        const seen: boolean[] = [];
        const { settled } = await collect({ handler: () => Promise.resolve(void seen.push(isPublishing)) });
        isPublishing = true;
        const done = publish(makeMessage('a'));
        isPublishing = false;
        await done;
        await settled();
        expect(seen).toEqual([false]);
      });

      it('does not let a failing or slow handler reach the publisher', async () => {
        const gate = deferred();
        await collect({ handler: () => gate.promise });
        const failing = await collect({ handler: () => Promise.reject(new Error('no')), group: newGroup() });
        await publish(makeMessage('a'), makeMessage('b'));
        await publish(makeMessage('a'));
        await failing.settled();
        gate.resolve();
      });

      it.each([
        ['no subject', { ...makeMessage('a'), subject: '' }],
        ['no id', { ...makeMessage('a'), id: undefined as unknown as string }],
        ['a bigint', makeMessage('a', 1n)],
      ])('refuses a message with %s, and its whole batch', async (_, broken) => {
        const { received, settled } = await collect();
        await expect(publish(makeMessage('a'), broken)).rejects.toThrow(InvalidMessageError);
        await publish(makeMessage('z'));
        await settled();
        expect(received.map(({ message }) => message.subject)).toEqual(['z']);
      });

      it('refuses a message that is too large and carries the largest', async () => {
        const { received, settled } = await collect();
        const room = MAX_MESSAGE_BYTES - JSON.stringify(makeMessage('a', '')).length;
        await expect(publish(makeMessage('a', 'x'.repeat(room + 1)))).rejects.toThrow(MessageTooLargeError);
        await publish(makeMessage('a', 'x'.repeat(room)));
        await settled();
        expect(received).toHaveLength(1);
      });

      it('refuses names that a broker would not take', async () => {
        await expect(harness.bus.publish('no/topic', [makeMessage('a')])).rejects.toThrow(
          InvalidMessageError,
        );
        await expect(collect({ group: '' })).rejects.toThrow(InvalidMessageError);
      });
    });

    describe('groups', () => {
      it('gives every message to each group', async () => {
        const first = await collect();
        const second = await collect({ group: newGroup() });
        await publish(makeMessage('a', 1), makeMessage('a', 2));
        await Promise.all([first.settled(), second.settled()]);
        expect(first.data()).toEqual([1, 2]);
        expect(second.data()).toEqual([1, 2]);
      });

      it('shares messages between the members of a group', async () => {
        const first = await collect();
        const second = await collect();
        const messages = Array.from({ length: 200 }, (_, n) => makeMessage(`key-${n % 20}`, n));
        await publish(...messages);
        await first.settled();
        await second.settled();
        const all = [...first.data(), ...second.data()].map(Number).sort((a, b) => a - b);
        expect(all).toEqual(messages.map(({ data }) => data));
      });

      it('leaves the rest to the other members when one goes', async () => {
        const first = await collect();
        const second = await collect();
        await publish(...Array.from({ length: 50 }, (_, n) => makeMessage(`key-${n % 5}`, n)));
        await first.subscription.close();
        await publish(...Array.from({ length: 50 }, (_, n) => makeMessage(`key-${n % 5}`, 50 + n)));
        await second.settled();
        const all = new Set([...first.data(), ...second.data()]);
        expect(all.size).toBe(100);
      });

      it('begins a new group at the earliest message, or at the latest', async () => {
        await publish(makeMessage('a', 'before'));
        const earliest = await collect();
        const latest = await collect({ group: newGroup(), from: 'latest' });
        await publish(makeMessage('a', 'after'));
        await Promise.all([earliest.settled(), latest.settled()]);
        expect(earliest.data()).toEqual(['before', 'after']);
        expect(latest.data()).toEqual(['after']);
      });

      it('begins a known group where it stopped, whatever `from` says', async () => {
        const before = await collect();
        await publish(makeMessage('a', 1));
        await before.settled();
        await before.subscription.close();
        await publish(makeMessage('a', 2));
        const after = await collect({ from: 'latest' });
        await after.settled();
        expect(after.data()).toEqual([2]);
      });

      it('reads several topics', async () => {
        const other = await harness.createTopic();
        const { received, settled } = await collect({ topics: [topic, other] });
        await publish(makeMessage('a'));
        await harness.bus.publish(other, [makeMessage('a')]);
        await settled();
        expect(received.map((delivery) => delivery.topic).sort()).toEqual([topic, other].sort());
      });
    });

    describe('order and retries', () => {
      it('keeps the order of a key through retries while other keys go on', async () => {
        const isMended = deferred();
        const failed = deferred();
        const { received, settled, data } = await collect({
          retry: { maxAttempts: 1000, delay: () => 5 },
          handler: async ({ message }) => {
            if (message.data !== 'a1') return;
            failed.resolve();
            if (!isMended.isResolved) throw new Error('not yet');
            await isMended.promise;
          },
        });
        await publish(
          makeMessage('a', 'a1'),
          makeMessage('a', 'a2'),
          makeMessage('b', 'b1'),
          makeMessage('a', 'a3'),
        );
        await failed.promise;
        await until(() => data().includes('b1'));
        expect(data()).toEqual(['b1']);
        isMended.resolve();
        await settled();
        expect(data()).toEqual(['b1', 'a1', 'a2', 'a3']);
        expect(received[1]?.attempt).toBeGreaterThan(1);
        expect(received[2]?.attempt).toBe(1);
      });

      it('never runs two handlers of one key at once', async () => {
        const running = new Map<string, number>();
        let most = 0;
        const { settled, received } = await collect({
          concurrency: 16,
          handler: async ({ message: { subject } }) => {
            running.set(subject, (running.get(subject) ?? 0) + 1);
            most = Math.max(most, running.get(subject) ?? 0);
            await new Promise(setImmediate);
            running.set(subject, (running.get(subject) ?? 0) - 1);
          },
        });
        await publish(...Array.from({ length: 100 }, (_, n) => makeMessage(`key-${n % 4}`, n)));
        await settled();
        expect(received).toHaveLength(100);
        expect(most).toBe(1);
      });

      it('never runs more handlers at once than it may', async () => {
        let running = 0;
        let most = 0;
        const { settled } = await collect({
          concurrency: 3,
          handler: async () => {
            most = Math.max(most, ++running);
            await new Promise((resolve) => setTimeout(resolve, 1));
            running -= 1;
          },
        });
        await publish(...Array.from({ length: 60 }, (_, n) => makeMessage(`key-${n}`, n)));
        await settled();
        expect(most).toBeLessThanOrEqual(3);
      });

      it('gives up after the last attempt and goes on with the same key', async () => {
        const attempts: number[] = [];
        const { data, settled } = await collect({
          handler: ({ message, attempt }) => {
            if (message.data !== 'bad') return Promise.resolve();
            attempts.push(attempt);
            return Promise.reject(new TypeError('cannot'));
          },
        });
        const bad = makeMessage('a', 'bad');
        await publish(bad, makeMessage('a', 'good'));
        await settled();
        expect(attempts).toEqual([1, 2, 3, 4]);
        expect(data()).toEqual(['good']);
        const [letter, ...others] = await harness.bus.deadLetters({ group });
        expect(others).toEqual([]);
        expect(letter).toMatchObject({ group, topic, key: 'a', attempts: 4, error: 'TypeError: cannot' });
        expect(letter?.offset).toEqual(expect.any(Number));
        expect(JSON.parse(letter?.raw ?? '')).toEqual(bad);
      });

      it('asks the policy how long to wait', async () => {
        const asked: number[] = [];
        const retry = { maxAttempts: 3, delay: (attempt: number) => asked.push(attempt) };
        const { settled } = await collect({ retry, handler: () => Promise.reject(new Error('no')) });
        await publish(makeMessage('a'));
        await settled();
        expect(asked).toEqual([1, 2]);
      });

      it('does not retry poison, and does not stop at it', async () => {
        const { data, settled } = await collect({
          handler: ({ message }) =>
            message.data === 'poison'
              ? Promise.reject(new PoisonMessageError('version 9'))
              : Promise.resolve(),
        });
        await publish(makeMessage('a', 'poison'), makeMessage('a', 1), makeMessage('b', 2));
        await settled();
        expect(data().sort()).toEqual([1, 2]);
        const letters = await harness.bus.deadLetters({ group });
        expect(letters).toMatchObject([{ attempts: 1, error: 'PoisonMessageError: version 9' }]);
      });

      it.each(['{"broken', 'null', '[]', '{"id":"1"}', ''])('takes %p for poison', async (raw) => {
        const { data, settled } = await collect();
        await harness.publishRaw(topic, 'a', raw);
        await publish(makeMessage('a', 'behind'));
        await settled();
        expect(data()).toEqual(['behind']);
        expect(await harness.bus.deadLetters({ group })).toMatchObject([{ key: 'a', raw, attempts: 1 }]);
      });

      it('takes a handler that throws outright like one that rejects', async () => {
        const { settled } = await collect({
          handler: () => {
            throw new Error('outright');
          },
        });
        await publish(makeMessage('a'));
        await settled();
        expect(await harness.bus.deadLetters({ group })).toMatchObject([{ attempts: 4 }]);
      });
    });

    describe('dead letters and replay', () => {
      it('pages and filters dead letters, oldest first', async () => {
        const options = { handler: () => Promise.reject(new PoisonMessageError('no')), concurrency: 1 };
        const mine = await collect(options);
        const others = await collect({ ...options, group: newGroup() });
        await publish(...Array.from({ length: 5 }, (_, n) => makeMessage('a', n)));
        await Promise.all([mine.settled(), others.settled()]);
        const first = await harness.bus.deadLetters({ group, topic }, { limit: 2 });
        const rest = await harness.bus.deadLetters({ group, topic }, { after: first[1]?.id });
        const data = [...first, ...rest].map(({ raw }) => (JSON.parse(raw) as Message).data);
        expect(data).toEqual([0, 1, 2, 3, 4]);
        expect(first).toHaveLength(2);
        expect(await harness.bus.deadLetters({ group, topic: 'other' })).toEqual([]);
        const ids = [first[1]?.id ?? ''];
        expect(await harness.bus.deadLetters({ ids })).toEqual([first[1]]);
      });

      it('gives dead letters back to their group alone', async () => {
        let isMended = false;
        const mended = await collect({
          handler: () => (isMended ? Promise.resolve() : Promise.reject(new PoisonMessageError('no'))),
        });
        const other = await collect({ group: newGroup() });
        await publish(makeMessage('a', 1), makeMessage('b', 2));
        await Promise.all([mended.settled(), other.settled()]);
        isMended = true;
        const [letter] = await harness.bus.deadLetters({ group });
        expect(await harness.bus.replayDeadLetters({ ids: [letter?.id ?? ''] })).toBe(1);
        expect(await harness.bus.replayDeadLetters({ group })).toBe(1);
        await until(() => mended.received.length === 2);
        await Promise.all([mended.settled(), other.settled()]);
        expect(mended.received.every(({ attempt }) => attempt === 1)).toBe(true);
        expect(mended.data().sort()).toEqual([1, 2]);
        expect(other.received).toHaveLength(2);
        expect(await harness.bus.deadLetters({ group })).toEqual([]);
      });

      it('gives dead letters back to a group that is away', async () => {
        const before = await collect({ handler: () => Promise.reject(new PoisonMessageError('no')) });
        await publish(makeMessage('a', 1));
        await before.settled();
        await before.subscription.close();
        expect(await harness.bus.replayDeadLetters({ group, topic })).toBe(1);
        const after = await collect();
        await after.settled();
        expect(after.data()).toEqual([1]);
      });

      it('reads a topic again from its beginning', async () => {
        const { data, settled, subscription } = await collect();
        const other = await collect({ group: newGroup() });
        await publish(makeMessage('a', 1), makeMessage('a', 2));
        await settled();
        await harness.bus.replay(group, topic, 0);
        await until(async () => data().length >= 4 && (await subscription.lag()) === 0);
        await other.settled();
        expect(data()).toEqual([1, 2, 1, 2]);
        expect(other.data()).toEqual([1, 2]);
      });
    });

    describe('durability', () => {
      it('keeps messages and progress over a restart', async () => {
        const before = await collect();
        await publish(makeMessage('a', 1));
        await before.settled();
        await before.subscription.close();
        await publish(makeMessage('a', 2));
        await harness.restart();
        const after = await collect();
        await after.settled();
        expect(after.data()).toEqual([2]);
      });

      it('keeps dead letters over a restart', async () => {
        const { settled } = await collect({ handler: () => Promise.reject(new PoisonMessageError('no')) });
        await publish(makeMessage('a', 1));
        await settled();
        await harness.restart();
        expect(await harness.bus.deadLetters({ group })).toHaveLength(1);
      });

      it('delivers again what was running when the process was killed, in order', async () => {
        const started = deferred();
        await collect({
          handler: () => {
            started.resolve();
            return new Promise(() => undefined);
          },
        });
        await publish(makeMessage('a', 1), makeMessage('a', 2));
        await started.promise;
        await harness.crash();
        const after = await collect();
        await after.settled();
        expect(after.data()).toEqual([1, 2]);
      });

      it('delivers what waited for a retry when the process was killed, before those behind it', async () => {
        const failed = deferred();
        const before = await collect({
          retry: { maxAttempts: 9, delay: () => 50 },
          handler: ({ message }) => {
            if (message.data !== 1) return Promise.resolve();
            failed.resolve();
            return Promise.reject(new Error('no'));
          },
        });
        await publish(makeMessage('a', 1), makeMessage('b', 'b'), makeMessage('a', 2));
        await failed.promise;
        await until(() => before.data().includes('b'));
        await harness.crash();
        const after = await collect();
        await after.settled();
        expect(after.data().filter((data) => data !== 'b')).toEqual([1, 2]);
      });
    });

    describe('closing', () => {
      it('waits for running handlers and commits what they finished', async () => {
        const started = deferred();
        const gate = deferred();
        const { subscription, data } = await collect({
          handler: () => {
            started.resolve();
            return gate.promise;
          },
        });
        await publish(makeMessage('a', 1));
        await started.promise;
        const closing = subscription.close();
        gate.resolve();
        await closing;
        expect(data()).toEqual([1]);
        expect(subscription.isHealthy).toBe(false);
        const after = await collect();
        await publish(makeMessage('a', 2));
        await after.settled();
        expect(after.data()).toEqual([2]);
      });

      it('tells handlers to stop and charges them no attempt', async () => {
        const started = deferred();
        const before = await collect({
          retry: { maxAttempts: 1, delay: () => 5 },
          handler: ({ signal }) =>
            new Promise((_, reject) => {
              signal.addEventListener('abort', () => {
                reject(new Error('stopped'));
              });
              started.resolve();
            }),
        });
        expect(before.subscription.isHealthy).toBe(true);
        await publish(makeMessage('a', 1));
        await started.promise;
        await before.subscription.close();
        const after = await collect();
        await after.settled();
        expect(after.received).toMatchObject([{ attempt: 1, message: { data: 1 } }]);
        expect(await harness.bus.deadLetters({ group })).toEqual([]);
      });

      it('closes twice, with its subscriptions, and refuses work afterwards', async () => {
        const { subscription } = await collect();
        const closing = harness.bus.close();
        await Promise.all([closing, harness.bus.close(), subscription.close()]);
        await expect(publish(makeMessage('a'))).rejects.toThrow('closed');
        await expect(collect()).rejects.toThrow('closed');
      });
    });

    it(
      'deals with ten thousand messages in bounded handlers, in order',
      async () => {
        const last = new Map<string, number>();
        let isInOrder = true;
        const { received, settled } = await collect({
          handler: ({ message: { subject, data } }) => {
            isInOrder &&= (last.get(subject) ?? -1) < Number(data);
            last.set(subject, Number(data));
            return Promise.resolve();
          },
        });
        for (let n = 0; n < 10_000; n += 500) {
          await publish(...Array.from({ length: 500 }, (_, i) => makeMessage(`key-${i % 100}`, n + i)));
        }
        await settled();
        expect(received).toHaveLength(10_000);
        expect(isInOrder).toBe(true);
      },
      LIMIT,
    );
  });
}
