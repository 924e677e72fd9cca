import { createLogger } from '@vault/base';
import { until } from '@vault/base/testing';
import { makeGate } from '../../events/contract/gate.ts';
import type { NewRecord, RecordProducer } from '../connection/kafka-types.ts';
import { ThrottledOutageLog } from '../connection/throttled-outage-log.ts';
import type { TopicPublisherOptions } from './topic-publisher.ts';
import { TopicPublisher } from './topic-publisher.ts';

const record = (text: string, bytes = 0): NewRecord => ({
  key: 'a',
  value: Buffer.from(text.padEnd(bytes)),
  headers: {},
});

/** A topic in memory; each request goes through `send`, which may fail before or after it appends. */
function open(
  send: (write: () => void, request: number) => Promise<void>,
  more: Partial<TopicPublisherOptions> = {},
) {
  const requests: string[][] = [];
  const appended: string[] = [];
  let producers = 0;
  const newProducer = (): RecordProducer => {
    let isBusy = false;
    return {
      async send(records) {
        expect(isBusy).toBe(false);
        isBusy = true;
        const texts = records.map(({ value }) => String(value).trim());
        requests.push(texts);
        await send(() => appended.push(...texts), requests.length);
        isBusy = false;
      },
      close: () => Promise.resolve(),
    };
  };
  const waiting = { messages: 0, bytes: 0, maxMessages: 100, maxBytes: 10_000_000 };
  const publisher = new TopicPublisher({
    topic: 'topic',
    open: () => {
      producers += 1;
      return Promise.resolve(newProducer());
    },
    deadline: 5000,
    waiting,
    outage: new ThrottledOutageLog('Writing', {}, createLogger({ level: 'silent' })),
    ...more,
  });
  return { publisher, requests, appended, waiting, producers: () => producers };
}

const take = (write: () => void) => {
  write();
  return Promise.resolve();
};

function failure(type: string): Error {
  return new Error('kafkajs says', { cause: Object.assign(new Error(type), { type }) });
}

describe(TopicPublisher, () => {
  it('sends the records of one turn in one request, in order', async () => {
    const { publisher, requests, waiting } = open(take);
    await Promise.all(['1', '2', '3'].map((text) => publisher.add([record(text)])));
    expect(requests).toEqual([['1', '2', '3']]);
    expect(waiting).toMatchObject({ messages: 0, bytes: 0 });
  });

  it('keeps a request below the limit of a broker, except for a single message', async () => {
    const { publisher, requests } = open(take);
    await publisher.add([record('1', 400_000), record('2', 400_000), record('3', 1_000_000), record('4')]);
    expect(requests).toEqual([['1', '2'], ['3'], ['4']]);
  });

  it.each(['before', 'after'])(
    'repeats all records in order with a new producer when a request fails %s it is appended',
    async (when) => {
      const { publisher, appended, producers } = open((write, request) => {
        if (request > 1 || when === 'after') write();
        return request === 1 ? Promise.reject(failure('OUT_OF_ORDER_SEQUENCE_NUMBER')) : Promise.resolve();
      });
      const first = publisher.add([record('1'), record('2')]);
      await Promise.all([first, publisher.add([record('3')])]);
      // Ignores repeats: only the first occurrence counts.
      expect([...new Set(appended)]).toEqual(['1', '2', '3']);
      expect(producers()).toBe(2);
    },
  );

  it('rejects a call after the deadline, and continues with the next', async () => {
    const gate = makeGate();
    const { publisher, appended, waiting } = open(
      async (write, request) => {
        if (request === 1) await gate.promise;
        write();
      },
      { deadline: 100 },
    );
    await expect(publisher.add([record('1')])).rejects.toThrow(
      'did not accept the messages for topic within 100 ms',
    );
    await publisher.add([record('2')]);
    expect(appended).toEqual(['2']);
    gate.open();
    await until(() => waiting.messages === 0);
  });

  it.each([
    ['UNKNOWN_TOPIC_OR_PARTITION', /migrate/],
    ['MESSAGE_TOO_LARGE', /this size/],
    ['TOPIC_AUTHORIZATION_FAILED', /may not write/],
  ])('does not retry on %s', async (type, text) => {
    const { publisher, requests, waiting } = open(() => Promise.reject(failure(type)));
    await expect(publisher.add([record('1')])).rejects.toThrow(text);
    expect(requests).toHaveLength(1);
    expect(waiting.messages).toBe(0);
  });

  it('rejects records when the waiting queue is full', async () => {
    const gate = makeGate();
    const { publisher } = open(() => gate.promise);
    const accepted = publisher.add(Array.from({ length: 100 }, () => record('x')));
    await expect(publisher.add([record('y')])).rejects.toThrow('Too many');
    gate.open();
    await accepted;
    await publisher.add([record('z')]);
  });

  it('sends waiting records when it closes, and rejects later calls', async () => {
    const { publisher, appended } = open(take);
    const added = publisher.add([record('1')]);
    await publisher.close(1000);
    await added;
    expect(appended).toEqual(['1']);
    await expect(publisher.add([record('2')])).rejects.toThrow('closed');
  });
});
