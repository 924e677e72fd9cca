import fc from 'fast-check';
import { formatTimeCode, parseLinkTime, parseTimeCode } from './time-code.ts';

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

describe(parseLinkTime, () => {
  it.each([
    ['90', 90],
    ['90s', 90],
    ['12.5', 12.5],
    ['1m10s', 70],
    ['1m10', 70],
    ['1M 10S', 70],
    ['5m', 300],
    ['1h', 3_600],
    ['1h2m3s', 3_723],
    ['1:10', 70],
    ['0:05.5', 5.5],
    ['1:02:03', 3_723],
    ['100:00', 6_000],
    ['npt:10,20', 10],
  ])('reads %s', (text, seconds) => {
    expect(parseLinkTime(text)).toBe(seconds);
  });

  it.each(['', 's', 'soon', '-3', '1:2:3:4', '1e3', '0x10', 'NaN', 'Infinity', '999999', '1s2m'])(
    'reads no time in %j',
    (text) => {
      expect(parseLinkTime(text)).toBeNull();
    },
  );

  it('reads every time of a recording, as code and in units', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), (seconds) => {
        const [h = '', m = '', s = ''] = formatTimeCode(seconds).split(':');
        for (const text of [`${h}:${m}:${s}`, `${h}h${m}m${s}s`, String(seconds)])
          expect([text, parseLinkTime(text)]).toEqual([text, seconds]);
      }),
    );
  });
});
