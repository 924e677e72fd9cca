import { videoRecord } from '@vault/contracts';
import fc from 'fast-check';
import { videoOf } from '../testing/video-of.ts';
import { toTimecode, toVideoRecord } from './to-video-record.ts';

const video = videoOf('v');
const set = {
  videoId: 'v',
  chapters: [
    { start: 61.9, title: 'One', summary: 'First', searchText: '', quotes: [{ text: 'Yes.', at: 3_725 }] },
  ],
  summary: 'All of it',
  vtt: 'WEBVTT\n',
  version: 3,
  isGenerating: true,
  progress: 40,
};

describe(toTimecode, () => {
  it.each([
    [0, '00:00:00'],
    [59.99, '00:00:59'],
    [3_661, '01:01:01'],
    [10_800, '03:00:00'],
    [-3, '00:00:00'],
    [NaN, '00:00:00'],
  ])('writes %d seconds as %s', (seconds, timecode) => {
    expect(toTimecode(seconds)).toBe(timecode);
  });

  it('keeps every whole second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400_000 }), (seconds) => {
        const [hours = 0, minutes = 0, rest = 0] = toTimecode(seconds).split(':').map(Number);
        expect(hours * 3_600 + minutes * 60 + rest).toBe(seconds);
        expect(minutes < 60 && rest < 60).toBe(true);
      }),
    );
  });
});

describe(toVideoRecord, () => {
  it('is a record as the contract says, with and without chapters, and shows the job’s percent', () => {
    const record = toVideoRecord(video, set, true);
    expect(videoRecord.parse(record)).toEqual(record);
    expect(record).toMatchObject({
      thumbnail: '/thumb.jpg',
      playback_id: 'p',
      vtt: 'WEBVTT\n',
      progress: 40,
      chapters: [
        { start: '00:01:01', title: 'One', search: '', quote: [{ quote: 'Yes.', timecode: '01:02:05' }] },
      ],
    });
    const bare = toVideoRecord(video, undefined, true);
    expect(videoRecord.parse(bare)).toMatchObject({ chapters: [], vtt: '', summary: '', progress: 0 });
  });

  it('leaves the transcript out of a card, and keeps a failure', () => {
    const failure = { step: 'captioning', reason: 'No.', retryable: true };
    const card = toVideoRecord({ ...video, state: 'failed', failure }, set, false);
    expect(card).not.toHaveProperty('vtt');
    expect(card).toMatchObject({ failure, progress: 0 });
  });
});
