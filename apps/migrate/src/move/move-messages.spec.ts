import { join } from 'node:path';
import { EmbeddedLog, OutstandingReader } from '@vault/messaging/embedded';
import { fromRecord, fromLetter, replayHeader, type NewRecord } from '@vault/messaging/kafka';
import type { Message } from '@vault/messaging';
import { until } from '@vault/base/testing';
import { moveMessages } from './move-messages.ts';
import { makeOneProcessFolder, type OneProcessFolder } from './testing/one-process-folder.fixture.ts';

const topic = 'upload.events';

function message(id: string, subject = 'video'): Message {
  return {
    id,
    subject,
    type: 't',
    source: 'upload',
    time: '2026-01-01T00:00:00Z',
    correlationid: 'c',
    data: { id },
  };
}

describe(moveMessages, () => {
  let folder: OneProcessFolder;
  let file: string;
  let appended: { topic: string; record: NewRecord }[];
  beforeEach(async () => {
    folder = await makeOneProcessFolder();
    file = join(folder.path, 'log.sqlite');
    appended = [];
  });
  afterEach(() => folder.remove());

  /** Handles the messages with these ids, gives those up whose id begins with `bad`, and leaves the others. */
  async function consume(
    group: string,
    handled: readonly string[],
    messages: readonly Message[] = [],
  ): Promise<void> {
    const log = new EmbeddedLog({ file, closeTimeout: 100 });
    const seen = new Set<string>();
    await log.subscribe({
      group,
      topics: [topic],
      retry: { maxAttempts: 1, delay: () => 3_600_000 },
      concurrency: 100,
      handler: ({ message: { id }, signal }) => {
        seen.add(id);
        if (id.startsWith('bad')) return Promise.reject(new Error('bad data'));
        if (handled.includes(id)) return Promise.resolve();
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('closing'))),
        );
      },
    });
    await log.publish(topic, messages);
    await until(() => handled.every((id) => seen.has(id)));
    await log.close();
  }

  async function move(groups = ['search', 'clip']) {
    const log = new OutstandingReader(file);
    const append = (to: string, records: readonly NewRecord[]) => {
      appended.push(...records.map((record) => ({ topic: to, record })));
      return Promise.resolve();
    };
    const moved = await moveMessages({ log, groups, nameOf: (name) => `ns.${name}`, append });
    log.close();
    return moved;
  }

  const outstanding = () =>
    appended
      .filter(({ topic: to }) => to === `ns.${topic}`)
      .map(({ record }) => [record.headers[replayHeader], fromRecord(record).id]);

  it('addresses what a group has not handled to this group, in the order of the topic', async () => {
    const messages = [message('a', '1'), message('b', '2'), message('c', '1'), message('d', '3')];
    await consume('search', ['b', 'd'], messages);
    await consume('clip', ['a', 'b', 'd'], []);
    await consume('gateway-outcomes-local', [], []);
    expect(await move()).toEqual({ messages: 3, letters: 0 });
    expect(outstanding()).toEqual([
      ['ns.clip', 'c'],
      ['ns.search', 'a'],
      ['ns.search', 'c'],
    ]);
    expect(fromRecord(appended[0]!.record)).toEqual(messages[2]);
    expect(appended[0]!.record.key).toBe('1');
  });

  it('reads a long topic page by page', async () => {
    await consume('search', ['first'], [message('first', 'x')]);
    const log = new EmbeddedLog({ file });
    const many = Array.from({ length: 450 }, (_, n) => message(`m${String(n)}`, String(n)));
    await log.publish(topic, many);
    await log.close();
    expect(await move()).toEqual({ messages: 450, letters: 0 });
    expect(outstanding().map(([, id]) => id)).toEqual(many.map(({ id }) => id));
  });

  it('keeps dead letters with the same id in each run', async () => {
    await consume('search', ['ok'], [message('bad-1', '1'), message('ok', '2')]);
    expect(await move()).toEqual({ messages: 0, letters: 1 });
    expect(await move()).toEqual({ messages: 0, letters: 1 });
    const [first, second] = appended.map(({ record }) => record);
    expect(second).toEqual(first);
    expect(appended[0]!.topic).toBe('ns.dead-letters');
    const letter = fromLetter({ ...first!, topic: '', partition: 0, offset: 0 });
    expect(letter).toMatchObject({
      group: 'ns.search',
      topic: `ns.${topic}`,
      key: '1',
      error: 'Error: bad data',
    });
    expect(JSON.parse(letter!.raw)).toEqual(message('bad-1', '1'));
  });
});
