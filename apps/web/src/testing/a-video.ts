import type { VideoRecord } from '@vault/contracts';

/** A finished video of twenty minutes with three chapters, with the changes of the test. */
export function aVideo(change: Partial<VideoRecord> = {}): VideoRecord {
  return {
    id: 'session-1',
    uploadId: 'upload-1',
    title: 'Retention by cohort',
    description: 'Spring meeting',
    assetId: 'asset-1',
    thumbnail: '/media/play-1/thumbnail.jpg',
    playback_id: 'play-1',
    captionsTrackId: 'track-1',
    vtt: 'WEBVTT\n\n00:00:00.000 --> 00:00:04.000\nWelcome everybody.\n\n00:05:00.000 --> 00:05:04.000\nThree numbers moved.\n',
    duration: 1200,
    created_at: 1_700_000_000,
    localVideo: '',
    chapters: [
      { start: '00:00:00', title: 'Welcome', summary: 'Who is here.', search: '', quote: [] },
      {
        start: '00:05:00',
        title: 'Three numbers',
        summary: 'What moved.',
        search: '',
        quote: [{ quote: 'Three numbers moved.', timecode: '00:04:58' }],
      },
      { start: '00:15:30', title: 'Questions', summary: 'From the room.', search: '', quote: [] },
    ],
    streamUrl: '/media/play-1.m3u8',
    storyboardUrl: '',
    captionsUrl: '',
    summary: '',
    version: 1,
    detailsVersion: 1,
    captionsSource: 'host',
    transcriptVersion: 0,
    operations: [],
    state: 'ready',
    progress: 100,
    stage: null,
    queuePosition: null,
    secondsLeft: null,
    failure: null,
    captions: 'ready',
    captionsReason: '',
    contents: [],
    ...change,
  };
}
