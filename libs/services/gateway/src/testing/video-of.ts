import type { uploadRpc } from '@vault/contracts/rpc';

/** A playable video with captions. */
export function videoOf(id: string): uploadRpc.Video {
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
    state: 'chaptering',
    progress: 0,
    failure: undefined,
    captionsState: 'ready',
    captionsReason: '',
    contents: [],
    version: 6,
  };
}
