import { documentSchema } from '@vault/store';

import type { StoredCaptions } from './stored-captions.ts';

/** Captions of a person. */
export interface Upload extends StoredCaptions {
  readonly id: string;
}

/** The transcript of one video. */
export interface TranscriptDocument {
  /** The video's id. */
  _id: string;
  ownerId: string;
  /** Its text track at the video host; empty while nothing of the host is stored. */
  trackId: string;
  /** WebVTT of the video host. */
  vtt: string;
  /** As in {@link StoredCaptions}. */
  wordTimes?: string;
  confidence?: string;
  /** The one that the chapter set names is used; another one is being replaced. */
  uploads?: Upload[];
}

export const transcriptSchema = documentSchema<TranscriptDocument>('transcripts', {
  ownerId: { type: String, required: true },
  trackId: { type: String, default: '' },
  vtt: { type: String, default: '' },
  wordTimes: String,
  confidence: String,
  uploads: { type: [Object], default: undefined } as never,
});
transcriptSchema.index({ ownerId: 1, _id: 1 });
