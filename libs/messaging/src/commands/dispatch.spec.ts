import { jest } from '@jest/globals';
import { AppError, correlationId, createLogger, currentActor, withActor } from '@vault/base';
import type { Delivery, EventBus } from '../events/event-bus.ts';
import { PoisonMessageError } from '../events/event-errors.ts';
import type { Message } from '../events/message.ts';
import { createDispatcher, mergeHandlers } from './dispatch.ts';
import type { MessageObservation } from './message-observer.ts';
import type { MessageHandlers } from './message-consumer.ts';

const type = 'upload.delete-video.v1';

/** A dispatcher with one handler, and the outcomes it published. */
function setUp(handler: NonNullable<MessageHandlers[typeof type]>) {
  const outcomes: unknown[] = [];
  const observed: MessageObservation[] = [];
  const lines: string[] = [];
  const publish = (_topic: string, messages: readonly Message[]) =>
    Promise.resolve(void outcomes.push(...messages.map(({ data }) => data)));
  const { handle } = createDispatcher({
    service: 'upload',
    consumers: [{ handlers: { [type]: handler } }],
    bus: { publish } as unknown as EventBus,
    logger: createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } }),
    observer: { observe: (one) => observed.push(one) },
    retry: { maxAttempts: 3, delay: () => 60_000 },
  });
  return { handle, outcomes, observed, lines };
}

function delivery(leftMs: number, more: Partial<Delivery> = {}): Delivery {
  const message = {
    id: 'command-1',
    type,
    source: 'gateway',
    time: new Date().toISOString(),
    subject: 'video',
    correlationid: 'correlation-1',
    deadline: new Date(Date.now() + leftMs).toISOString(),
    data: { videoId: 'video', ownerId: 'owner' },
  };
  return { message, topic: 'upload.commands', attempt: 1, signal: new AbortController().signal, ...more };
}

const away = () => Promise.reject(AppError.unavailable());
/** What a repository throws while MongoDB is unavailable. */
const storeAway = () => Promise.reject(Object.assign(new Error('refused'), { name: 'MongoNetworkError' }));
const fault = () => Promise.reject(new TypeError('secret detail'));
const hour = 3_600_000;
/** Ends before the next attempt of a message. */
const halfMinute = 30_000;

describe(createDispatcher, () => {
  it('refuses a message in the topic of another type', async () => {
    const handled = jest.fn(() => Promise.resolve());
    const { handle, outcomes } = setUp(handled);
    const forged = handle(delivery(hour, { topic: 'upload.events' }));
    await expect(forged).rejects.toThrow(PoisonMessageError);
    expect([handled.mock.calls, outcomes]).toEqual([[], []]);
  });

  it.each([
    ['a dependency is unavailable', away],
    ['of an internal error', fault],
  ])('retries a command before its deadline when %s', async (_why, handler) => {
    const { handle, outcomes } = setUp(handler);
    await expect(handle(delivery(hour))).rejects.toThrow();
    expect(outcomes).toEqual([]);
  });

  it.each([
    ['before its deadline', away, delivery(halfMinute)],
    ['of its attempts', away, delivery(hour, { attempt: 3 })],
    ['and the store is unavailable', storeAway, delivery(halfMinute)],
  ])('fails a command with an outcome when no attempt is left: %s', async (_why, handler, last) => {
    const { handle, outcomes } = setUp(handler);
    await handle(last);
    expect(outcomes).toEqual([expect.objectContaining({ ok: false, code: 'unavailable' })]);
  });

  it('tells the sender at once that the disk is full, although there is time for another attempt', async () => {
    const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
    const { handle, outcomes } = setUp(() => Promise.reject(new Error('insert failed', { cause: full })));
    await handle(delivery(hour));
    expect(outcomes).toEqual([
      expect.objectContaining({
        code: 'unavailable',
        msg: expect.stringMatching(/disk .* is full/) as unknown,
      }),
    ]);
  });

  it('makes an internal error a dead letter, and hides its details from the sender', async () => {
    const { handle, outcomes } = setUp(fault);
    await expect(handle(delivery(halfMinute))).rejects.toThrow(PoisonMessageError);
    expect(outcomes).toEqual([expect.objectContaining({ ok: false, code: 'internal' })]);
    expect(JSON.stringify(outcomes)).not.toContain('secret');
  });

  it('leaves a command to another process when this one stops', async () => {
    const { handle, outcomes } = setUp(away);
    await expect(handle(delivery(halfMinute, { signal: AbortSignal.abort() }))).rejects.toThrow(AppError);
    expect(outcomes).toEqual([]);
  });

  it('drops a command after its deadline, even if it was attempted before', async () => {
    const handler = jest.fn(() => Promise.resolve());
    const { handle, outcomes } = setUp(handler);
    await handle(delivery(-1, { attempt: 2 }));
    expect(handler).not.toHaveBeenCalled();
    expect(outcomes).toEqual([]);
  });

  it('runs with the correlation id of the message, unless the id could forge log lines', async () => {
    const seen: string[] = [];
    const { handle } = setUp(() => Promise.resolve(void seen.push(correlationId())));
    await handle(delivery(hour));
    const forged = delivery(hour);
    forged.message.correlationid = 'correlation-2\n{"level":60}';
    await handle(forged);
    expect(seen[0]).toBe('correlation-1');
    expect(seen[1]).not.toContain('correlation-2');
  });

  it('runs for the account that caused the message, if any', async () => {
    const seen: (string | undefined)[] = [];
    const { handle } = setUp(() => Promise.resolve(void seen.push(currentActor()?.id)));
    const caused = delivery(hour);
    caused.message.actorid = 'ada';
    for (const each of [caused, delivery(hour)])
      await withActor(
        () => ({ id: 'somebody else' }),
        () => handle(each),
      );
    expect(seen).toEqual(['ada', undefined]);
  });

  const refusal = () => Promise.reject(AppError.notFound('The video'));
  it.each([
    ['done', () => Promise.resolve(), delivery(hour)],
    ['refused', refusal, delivery(hour)],
    ['failed', away, delivery(halfMinute)],
    ['failed', storeAway, delivery(halfMinute)],
    ['late', refusal, delivery(-1)],
    ['retried', away, delivery(hour, { attempt: 2 })],
    ['retried', fault, delivery(halfMinute, { signal: AbortSignal.abort() })],
    ['dead', fault, delivery(hour, { attempt: 3 })],
  ] as const)(
    'reports the outcome of an attempt once and without its data: %s',
    async (outcome, handler, given) => {
      const { handle, observed, lines } = setUp(handler);
      await handle(given).catch(() => undefined);
      expect(observed).toEqual([expect.objectContaining({ group: 'upload', type, outcome })]);
      const logged = lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((one) => one.msg === 'message');
      const { attempt } = given;
      expect(logged).toEqual([
        expect.objectContaining({ type, id: 'command-1', attempt, outcome, correlationid: 'correlation-1' }),
      ]);
      expect(lines.join('')).not.toContain('owner');
    },
  );

  it('ignores types without a handler', async () => {
    const { handle, outcomes, observed } = setUp(fault);
    const other = delivery(hour);
    other.message.type = 'upload.retry-step.v1';
    await handle(other);
    other.message.type = 'nobody.knows-it.v9';
    await handle(other);
    expect(outcomes).toEqual([]);
    expect(observed).toEqual([]);
  });
});

describe(mergeHandlers, () => {
  it('refuses two handlers for one type', () => {
    const consumer = { handlers: { [type]: () => Promise.resolve() } };
    expect(() => mergeHandlers([consumer, consumer])).toThrow(/Two handlers/);
  });
});
