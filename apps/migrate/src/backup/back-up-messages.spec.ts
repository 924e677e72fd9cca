import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OutstandingReader, OutstandingWriter } from '@vault/messaging/embedded';
import { toRecord, forGroup, toLetter, type KafkaRecord, type NewRecord } from '@vault/messaging/kafka';
import { backUpMessages, backedUpTopics, readProgress } from './back-up-messages.ts';

const topic = 'upload.events';
/** The groups that read this topic. */
const groups = ['chaptering', 'clip', 'search'];

const message = (id: string) => ({
  ...{ id, subject: `video-${id}`, type: 't', source: 'upload', time: '2026-01-01T00:00:00Z' },
  ...{ correlationid: 'c', data: { id } },
});

describe(backUpMessages, () => {
  let folder: string;
  let records: KafkaRecord[];
  let committed: Record<string, [partition: number, offset: number][]>;
  let lows: Record<string, number>;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'messages-'));
    [records, committed, lows] = [[], {}, {}];
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function append(to: string, partition: number, record: NewRecord): void {
    const offset = records.filter((each) => each.topic === to && each.partition === partition).length;
    records.push({ ...record, topic: to, partition, offset });
  }
  const publish = (id: string, partition = 0) => append(topic, partition, toRecord(message(id)));

  /** A broker whose names have the prefix `ns.`, except in these tests' own tables. */
  const broker = {
    fullName: (name: string) => `ns.${name}`,
    shortName: (name: string) => name.replace(/^ns\./, ''),
    committed: (group: string, topics: readonly string[]) =>
      Promise.resolve(
        topics.includes(topic)
          ? (committed[group] ?? []).map(([partition, offset]) => ({ topic, partition, offset }))
          : [],
      ),
    bounds: (topics: readonly string[]) =>
      Promise.resolve(
        topics.flatMap((name) =>
          [0, 1].map((partition) => ({ topic: name, partition, low: lows[name] ?? 0, high: 1_000 })),
        ),
      ),
    read: (
      name: string,
      ranges: readonly { partition: number; low: number; high: number }[],
      onRecord: (record: KafkaRecord) => void,
    ) => {
      for (const { partition, low, high } of ranges)
        for (const record of records)
          if (record.topic === name && record.partition === partition)
            if (record.offset >= low && record.offset < high) onRecord(record);
      return Promise.resolve();
    },
  };

  async function backUp(ends: Record<string, [number, number]>) {
    const writer = new OutstandingWriter(join(folder, 'log.sqlite'));
    const progress = await readProgress(broker);
    const count = await backUpMessages({
      ...{ broker, writer, progress },
      ends: Object.entries(ends).flatMap(([name, counts]) =>
        counts.map((end, partition) => ({ topic: name, partition, end })),
      ),
    });
    const letterCount = writer.close();
    const log = new OutstandingReader(join(folder, 'log.sqlite'));
    const waiting = [...log.messages([...groups, 'auth', 'upload'])];
    const letters = [...log.letters(groups)];
    log.close();
    return { count, letterCount, waiting, letters };
  }

  it('has the messages from the progress of each group to the time of the backup', async () => {
    for (const id of ['a', 'b', 'c']) publish(id);
    publish('x', 1);
    publish('too late');
    committed = {
      search: [[0, 1]],
      chaptering: [
        [0, 3],
        [1, 1],
      ],
      clip: [
        [0, 2],
        [1, 1],
      ],
      admin: [
        [0, 3],
        [1, 1],
      ],
    };
    const { count, waiting } = await backUp({ [topic]: [3, 1] });
    expect(count).toBe(4);
    expect(waiting.map(({ group, body }) => [group, (JSON.parse(body) as { id: string }).id])).toEqual([
      ['clip', 'c'],
      ['search', 'b'],
      ['search', 'c'],
      // A group without progress in a partition begins at its oldest message.
      ['search', 'x'],
    ]);
    expect(JSON.parse(waiting[0]!.body)).toEqual(message('c'));
    expect(waiting[0]).toMatchObject({ topic, key: 'video-c' });
  });

  it('has a message for one group only for that group, and no message that was removed before it was read', async () => {
    publish('removed');
    append(topic, 0, forGroup(toRecord(message('again')), 'ns.clip'));
    append(topic, 0, { key: 'k', value: Buffer.from('no message'), headers: {} });
    lows = { [topic]: 1 };
    committed = { search: [[0, 0]], chaptering: [[0, 3]], clip: [[0, 0]] };
    const { waiting } = await backUp({ [topic]: [3, 1] });
    expect(waiting.map(({ group, key, body }) => [group, key, body.slice(0, 12)])).toEqual([
      ['clip', 'video-again', '{"id":"again'],
      ['clip', 'k', 'no message'],
      ['search', 'k', 'no message'],
    ]);
  });

  it('has the dead letters that were not replayed, oldest first', async () => {
    const letter = (id: string) =>
      toLetter({
        record: { ...toRecord(message(id)), topic: `ns.${topic}`, partition: 1, offset: 7 },
        ...{ group: 'ns.search', attempts: 8, error: 'Error: bad', id, failedAt: new Date(5) },
      });
    for (const id of ['2', '1', 'replayed']) append('dead-letters', 0, letter(id));
    append('dead-letters', 0, { key: 'replayed', value: null, headers: {} });
    append('dead-letters', 0, letter('too late'));
    const { letters, letterCount } = await backUp({ 'dead-letters': [4, 0] });
    expect(letterCount).toBe(2);
    expect(letters.map(({ body }) => JSON.parse(body) as unknown)).toEqual([message('1'), message('2')]);
    expect(letters[0]).toMatchObject({
      ...{ group: 'search', topic, offset: 7, key: 'video-1', attempts: 8, error: 'Error: bad', failedAt: 5 },
    });
  });

  it('has no outcomes: nobody waits for them', () => {
    expect(backedUpTopics).toContain(topic);
    expect(backedUpTopics).toContain('upload.commands');
    expect(backedUpTopics).not.toContain('command-outcomes');
  });
});
