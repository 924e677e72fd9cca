import type { UploadSession } from '@vault/contracts';
import type { LibraryVideo } from '../../api/library.ts';

/** The card at the top of the library between the end of an upload and the arrival of its record. */
export function placeholderVideo(session: UploadSession, title: string): LibraryVideo {
  return {
    type: 'uploading',
    id: session.id,
    uploadId: session.uploadId,
    title,
    description: '',
    assetId: '',
    thumbnail: '',
    playback_id: '',
    captionsTrackId: '',
    duration: 0,
    created_at: Math.floor(Date.now() / 1000),
    localVideo: '',
    chapters: [],
    version: 0,
    operations: [],
    streamUrl: '',
    storyboardUrl: '',
    captionsUrl: '',
    summary: '',
    state: 'processing',
    progress: 0,
    queuePosition: null,
    secondsLeft: null,
    failure: null,
    captions: 'pending',
    captionsReason: '',
  };
}
