import fc from 'fast-check';
import { formatTimeCode, parseTimeCode } from './time-code.ts';

describe(formatTimeCode, () => {
  it.each([
    [0, '00:00:00'],
    [59.99, '00:00:59'],
    [3_661, '01:01:01'],
    [10_800, '03:00:00'],
    [-3, '00:00:00'],
    [NaN, '00:00:00'],
  ])('formats %d seconds as %s', (seconds, timecode) => {
    expect(formatTimeCode(seconds)).toBe(timecode);
  });

  it('keeps every whole second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400_000 }), (seconds) => {
        const [hours = 0, minutes = 0, rest = 0] = formatTimeCode(seconds).split(':').map(Number);
        expect(hours * 3_600 + minutes * 60 + rest).toBe(seconds);
        expect(minutes < 60 && rest < 60).toBe(true);
      }),
    );
  });
});

describe(parseTimeCode, () => {
  it('parses formatted times, and rejects any other text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 359_999 }), (seconds) => {
        expect(parseTimeCode(formatTimeCode(seconds))).toBe(seconds);
      }),
    );
    for (const text of ['', '1:00:00', '00:60:00', '00:00:60', '00:00', '00:00:00 ', '-0:00:01', '100:00:00'])
      expect(parseTimeCode(text)).toBeNull();
  });
});
