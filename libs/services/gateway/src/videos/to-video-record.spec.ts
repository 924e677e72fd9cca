import { videoRecord } from '@vault/contracts';
import { aChapterSet, aVideo } from '@vault/contracts/testing';
import { toVideoRecord } from './to-video-record.ts';

const video = aVideo({ state: 'chaptering', progress: 0 });
const set = aChapterSet({
  chapters: [
    { start: 61.9, title: 'One', summary: 'First', searchText: '', quotes: [{ text: 'Yes.', at: 3_725 }] },
  ],
  summary: 'All of it',
  vtt: 'WEBVTT\n',
  version: 2,
  isGenerating: true,
  progress: 40,
});

describe(toVideoRecord, () => {
  it('matches the contract with and without chapters, and shows the progress of the job', () => {
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
    const again = toVideoRecord({ ...video, canChooseLanguage: true, captionsLanguage: 'de' }, set, true);
    expect(videoRecord.parse(again)).toEqual({ ...record, canChooseLanguage: true, captionsLanguage: 'de' });
    const bare = toVideoRecord(video, undefined, true);
    expect(videoRecord.parse(bare)).toMatchObject({ chapters: [], vtt: '', summary: '', progress: 0 });
  });

  it('says whether the chapters are those of the file, which only chaptering knows', () => {
    const chapters = { kind: 'chapters', language: '', title: '', isUsed: true, count: 3 };
    const subtitles = { kind: 'subtitles', language: 'de', title: '', isUsed: false, reason: 'language' };
    const withContents = { ...video, contents: [chapters, subtitles] };
    const isUsed = (areOfFile?: boolean) => {
      const record = toVideoRecord(withContents, { ...set, ...(areOfFile && { areOfFile }) }, true);
      expect(videoRecord.parse(record).contents[1]).toEqual(subtitles);
      return record.contents[0]?.isUsed;
    };
    expect([isUsed(true), isUsed(false)]).toEqual([true, false]);
  });

  it('omits the transcript of a card, and contains a failure', () => {
    const failure = { step: 'captioning', reason: 'No.', retryable: true };
    const card = toVideoRecord({ ...video, state: 'failed', failure }, set, false);
    expect(card).not.toHaveProperty('vtt');
    expect(card).toMatchObject({ failure, progress: 0 });
  });
});
