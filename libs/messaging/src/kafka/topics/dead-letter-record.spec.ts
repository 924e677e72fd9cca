import { makeMessage } from '../../events/contract/make-message.ts';
import { fromRecord, sizeOf, toRecord } from './cloud-event-record.ts';
import { fromLetter, isCut, matchesFilter, toLetter, toReplay } from './dead-letter-record.ts';
import type { KafkaRecord, NewRecord } from '../connection/kafka-types.ts';

const at = { topic: 'upload.events', partition: 2, offset: 7 };
const message = makeMessage('a', { n: 1 });

function stored(record: NewRecord): KafkaRecord {
  return { topic: 'dead-letters', partition: 0, offset: 0, ...record, headers: { ...record.headers } };
}

function toStoredLetter(record: NewRecord, room?: number): KafkaRecord {
  const givenUp = { record: { ...stored(record), ...at }, group: 'search', attempts: 8, error: 'Error: no' };
  return stored(toLetter(givenUp, room));
}

describe('a dead letter', () => {
  it('states group, record, position and error', () => {
    const letter = fromLetter(toStoredLetter(toRecord(message)));
    expect(letter).toMatchObject({ ...at, group: 'search', key: 'a', attempts: 8, error: 'Error: no' });
    expect(JSON.parse(letter?.raw ?? '')).toEqual(message);
  });

  it('is replayed as the same record, for its group only', () => {
    const replay = toReplay(toStoredLetter(toRecord(message)));
    expect(fromRecord(replay)).toEqual(message);
    expect(replay).toMatchObject({ key: 'a', headers: { 'replay-group': 'search' } });
    // A replayed record that fails again becomes a letter of the same record.
    const again = toStoredLetter(replay);
    expect(again.headers['replay-group']).toBeUndefined();
    expect(toReplay(again)).toEqual(replay);
  });

  it('is truncated when it is too large, and states the original size', () => {
    const large = { key: 'a', value: Buffer.alloc(5000, 0x78), headers: { big: 'y'.repeat(1000) } };
    for (const room of [4000, 1000]) {
      const letter = toStoredLetter(large, room);
      expect(sizeOf(letter)).toBeLessThanOrEqual(room);
      expect(letter.headers['dead_size']).toBe('5000');
      expect(isCut(letter.headers)).toBe(true);
      expect(fromLetter(letter)).toMatchObject(at);
    }
    expect(isCut(toStoredLetter(large).headers)).toBe(false);
  });

  it('has an id that sorts after earlier ids', () => {
    const ids = Array.from({ length: 1000 }, () => toStoredLetter(toRecord(message)).key);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(1000);
  });

  it('is found by group, topic and id', () => {
    const letter = toStoredLetter(toRecord(message));
    expect(matchesFilter(letter, {})).toBe(true);
    expect(matchesFilter(letter, { group: 'search', topic: at.topic, ids: [letter.key] })).toBe(true);
    for (const filter of [{ group: 'x' }, { topic: 'x' }, { ids: ['x'] }, { ids: [] }])
      expect(matchesFilter(letter, filter)).toBe(false);
  });
});
