import { makeMessage } from '../contract/make-message.ts';
import { fromRecord, sizeOf, toRecord } from './cloud-event-record.ts';
import { fromLetter, isCut, matchesFilter, toLetter, toReplay } from './dead-letter-record.ts';
import type { KafkaRecord, NewRecord } from './kafka-types.ts';

const at = { topic: 'upload.events', partition: 2, offset: 7 };
const message = makeMessage('a', { n: 1 });

function stand(record: NewRecord): KafkaRecord {
  return { topic: 'dead-letters', partition: 0, offset: 0, ...record, headers: { ...record.headers } };
}

function bury(record: NewRecord, room?: number): KafkaRecord {
  const givenUp = { record: { ...stand(record), ...at }, group: 'search', attempts: 8, error: 'Error: no' };
  return stand(toLetter(givenUp, room));
}

describe('a dead letter', () => {
  it('says who gave up what, where and why', () => {
    const letter = fromLetter(bury(toRecord(message)));
    expect(letter).toMatchObject({ ...at, group: 'search', key: 'a', attempts: 8, error: 'Error: no' });
    expect(JSON.parse(letter?.raw ?? '')).toEqual(message);
  });

  it('gives back the same record, for the one group', () => {
    const replay = toReplay(bury(toRecord(message)));
    expect(fromRecord(replay)).toEqual(message);
    expect(replay).toMatchObject({ key: 'a', headers: { 'replay-group': 'search' } });
    // Given up once more, it is the letter of the same record.
    const again = bury(replay);
    expect(again.headers['replay-group']).toBeUndefined();
    expect(toReplay(again)).toEqual(replay);
  });

  it('is cut when it is too large, and says how large it was', () => {
    const large = { key: 'a', value: Buffer.alloc(5000, 0x78), headers: { big: 'y'.repeat(1000) } };
    for (const room of [4000, 1000]) {
      const letter = bury(large, room);
      expect(sizeOf(letter)).toBeLessThanOrEqual(room);
      expect(letter.headers['dead_size']).toBe('5000');
      expect(isCut(letter.headers)).toBe(true);
      expect(fromLetter(letter)).toMatchObject(at);
    }
    expect(isCut(bury(large).headers)).toBe(false);
  });

  it('has an id that comes after those before it', () => {
    const ids = Array.from({ length: 1000 }, () => bury(toRecord(message)).key);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(1000);
  });

  it('is found by group, topic and id', () => {
    const letter = bury(toRecord(message));
    expect(matchesFilter(letter, {})).toBe(true);
    expect(matchesFilter(letter, { group: 'search', topic: at.topic, ids: [letter.key] })).toBe(true);
    for (const filter of [{ group: 'x' }, { topic: 'x' }, { ids: ['x'] }, { ids: [] }])
      expect(matchesFilter(letter, filter)).toBe(false);
  });
});
