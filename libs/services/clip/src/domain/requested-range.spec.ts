import { requestedRange } from './requested-range.ts';

const video = { durationSeconds: 60.4, isPlayable: true };

describe(requestedRange, () => {
  it('is in seconds', () => {
    expect(requestedRange({ timeIn: '00:00:05', timeOut: '00:01:00' }, video)).toEqual({ start: 5, end: 60 });
  });

  it.each([
    ['00:00:05', '0:09', video, 'invalid-input', /must be valid times/],
    ['00:00:05', '00:00:05', video, 'invalid-input', /must be earlier than timeOut/],
    ['00:00:05', '00:01:01', video, 'invalid-input', /^timeOut .* duration\(60s\)\.$/],
    ['00:00:05', '00:00:09', { durationSeconds: 0, isPlayable: false }, 'conflict', /cannot be played yet/],
    ['five', '00:00:09', { durationSeconds: 0, isPlayable: false }, 'invalid-input', /valid times/],
  ])('from %p to %p of %j is refused as %s', (timeIn, timeOut, cutVideo, code, message) => {
    const parse = () => requestedRange({ timeIn, timeOut }, cutVideo);
    const refusal: unknown = expect.objectContaining({
      code,
      message: expect.stringMatching(message) as string,
    });
    expect(parse).toThrow(refusal as Error);
  });
});
