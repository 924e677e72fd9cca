import type { Video } from '../generated/vault/upload/v1/upload.ts';

/** The ready video `v` with captions, as upload answers it. */
export function aVideo(fields: Partial<Video> = {}): Video {
  const { id = 'v' } = fields;
  return {
    id,
    uploadId: `${id}-upload`,
    assetId: `${id}-asset`,
    title: 'Talk',
    description: '',
    playbackId: 'p',
    captionsTrackId: 't',
    thumbnailUrl: '/thumb.jpg',
    streamUrl: '/stream.m3u8',
    storyboardUrl: '/story.vtt',
    captionsUrl: '/text.vtt',
    downloadUrl: '/video.mp4',
    durationSeconds: 60.5,
    createdAt: 1_795_000_000,
    state: 'ready',
    progress: 100,
    failure: undefined,
    captionsState: 'ready',
    captionsReason: '',
    contents: [],
    version: 1,
    ...fields,
  };
}
