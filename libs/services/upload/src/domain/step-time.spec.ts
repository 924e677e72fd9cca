import { wasInTime } from './step-time.ts';

const arrived = new Date('2026-11-20T09:00:00Z');
const after = (minutes: number) => new Date(arrived.getTime() + minutes * 60_000);
const hour = {
  stepTimes: { uploading: after(-90), processing: arrived, captioning: after(20) },
  durationSeconds: 3_600,
};

describe(wasInTime, () => {
  it.each([
    [35, true],
    [36, false],
  ])('an hour of video that ends %i minutes after it arrived: %s', (minutes, expected) => {
    expect(wasInTime(hour, after(minutes))).toBe(expected);
  });

  it('measures from the first step with a time', () => {
    const video = { stepTimes: { captioning: arrived }, durationSeconds: 0 };
    expect(wasInTime(video, after(5))).toBe(true);
    expect(wasInTime(video, after(6))).toBe(false);
    expect(wasInTime({ stepTimes: {}, durationSeconds: 0 }, arrived)).toBe(true);
  });
});
