import { PartitionStarts } from './partition-starts.ts';

const at = (offset: number) => ({ topic: 'topic', offset });

describe(PartitionStarts, () => {
  let metadata = '';
  beforeEach(() => {
    metadata = '';
  });

  function open(owner: string, offset = 10) {
    const start = { topic: 'topic', partition: 0, low: 0, high: 20, offset, isMoved: false, metadata };
    return new PartitionStarts(owner, start, 100);
  }

  it('notes no message while no process has died', () => {
    const starts = open('a');
    metadata = starts.note(10, false);
    expect([starts.mustNote(at(10)), starts.note(15, false)]).toEqual([false, metadata]);
  });

  it('sees no death after a clean end, or when the same process reads the partition again', () => {
    const starts = open('a');
    metadata = starts.note(10, true);
    expect([metadata, open('b').mustNote(at(10))]).toEqual(['', false]);
    metadata = starts.note(10, false);
    expect(open('a').mustNote(at(10))).toBe(false);
  });

  it('notes the messages that a process that died may have read, whoever reads them next', () => {
    metadata = open('a').note(10, false);
    const next = open('b');
    expect([10, 19, 20].map((offset) => next.mustNote(at(offset)))).toEqual([true, true, false]);
    metadata = next.note(12, true);
    expect([19, 20].map((offset) => open('c', 12).mustNote(at(offset)))).toEqual([true, false]);
  });

  it('counts the starts after which the process died, and no other', () => {
    metadata = open('a').note(10, false);
    for (let death = 1; death <= 5; death += 1) {
      const starts = open(String(death));
      expect(starts.isDeadly(at(11))).toBe(false);
      starts.begin(at(11));
      // The partition goes to another process and comes back.
      metadata = starts.note(10, true);
      expect(open('x').countOf(at(11))).toBe(death - 1);
      metadata = starts.note(10, false);
      expect([open(String(death)).countOf(at(11)), open('x').countOf(at(11))]).toEqual([death - 1, death]);
    }
    expect([open('x').isDeadly(at(11)), open('x').isDeadly(at(10))]).toEqual([true, false]);
    expect(open('x').note(12, true)).toBe('{"until":20}');
  });

  it('knows by the clock of the process that died whether it hung', () => {
    let time = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => time);
    metadata = open('a').note(10, false);
    for (const afterMs of [14_999, 15_000, 60_000]) {
      const starts = open(String(afterMs));
      expect(starts.isDeadly(at(11))).toBe(false);
      starts.begin(at(11));
      time += afterMs;
      metadata = starts.note(10, false);
      // The next process has another clock.
      time = 0;
    }
    expect(open('x').isDeadly(at(11))).toBe(true);
    clock.mockRestore();
  });

  it('reads texts that it has not written', () => {
    for (metadata of ['null', '{', '[]', '{"by":1}', '{"started":[[1]]}', 'of an operator'])
      expect(open('a').mustNote(at(10))).toBe(false);
  });

  it('notes nothing of a group that keeps no dead letters', () => {
    expect(new PartitionStarts().note(0, false)).toBe('');
  });

  it('fits in what the broker keeps with an offset', () => {
    metadata = open('0f2c4d0e-3f5e-4a5b-9d54-7a2f0b1c2d3e').note(10, false);
    const starts = open('1f2c4d0e-3f5e-4a5b-9d54-7a2f0b1c2d3e');
    for (let n = 0; n < 1000; n += 1) starts.begin(at(1_000_000_000_000 + n));
    expect(starts.note(10, false).length).toBeLessThan(4096);
  });
});
