/** @jest-environment node */
import { aVideo } from '../../../testing/a-video.ts';
import { videoJson } from './video-json.ts';

const now = new Date('2026-03-01T10:00:00.000Z');

test('the file contains the whole video, with format and version', () => {
  const quote = [{ quote: 'q', timecode: '00:04:58', speaker: 'Ann' }];
  const video = aVideo({
    summary: 'Short',
    chapters: [
      { start: '00:00:00', title: 'A', summary: 'B', search: 'C', searchQuotes: 'mine', quote: ['plain'] },
      {
        start: '00:05:00',
        title: 'D',
        summary: '',
        search: '',
        quote,
      },
    ],
    searchSummary: 'context',
  });
  const cues = [{ start: 0, end: 4, text: 'Welcome </script>', speaker: 'Ann', recognised: 'Well' }];
  expect(JSON.parse(videoJson(video, cues, now))).toEqual({
    format: 'webinar-vault-video',
    version: 2,
    exportedAt: '2026-03-01T10:00:00.000Z',
    video: {
      id: 'session-1',
      title: 'Retention by cohort',
      description: 'Spring meeting',
      summary: 'Short',
      searchSummary: 'context',
      createdAt: '2023-11-14T22:13:20.000Z',
      duration: 1200,
      chapters: [
        {
          start: '00:00:00',
          title: 'A',
          summary: 'B',
          search: 'C',
          searchQuotes: 'mine',
          quotes: [{ quote: 'plain', timecode: null }],
        },
        {
          start: '00:05:00',
          title: 'D',
          summary: '',
          search: '',
          quotes: quote,
        },
      ],
      transcriptVersion: 0,
      transcript: cues,
    },
  });
});

test('the file contains no media address', () => {
  const video = aVideo({
    localVideo: '/media/a.mp4',
    captionsUrl: '/media/c.vtt',
    storyboardUrl: '/media/s.vtt',
  });
  expect(videoJson(video, [], now)).not.toMatch(/media|play-1|asset-1|upload-1|track-1/);
});
