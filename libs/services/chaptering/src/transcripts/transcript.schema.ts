import { documentSchema } from '@vault/store';

/** Captions of a person. */
export interface Upload {
  readonly id: string;
  /** WebVTT. */
  readonly vtt: string;
}

/** The transcript of one video. */
export interface TranscriptDocument {
  /** The video's id. */
  _id: string;
  ownerId: string;
  /** Its text track at the video host; empty while nothing of the host is stored. */
  trackId: string;
  /** WebVTT, unchanged from the video host. */
  vtt: string;
  /** The one that the chapter set names is used; another one is being replaced. */
  uploads?: Upload[];
}

export const transcriptSchema = documentSchema<TranscriptDocument>('transcripts', {
  ownerId: { type: String, required: true },
  trackId: { type: String, default: '' },
  vtt: { type: String, default: '' },
  uploads: { type: [Object], default: undefined } as never,
});
transcriptSchema.index({ ownerId: 1, _id: 1 });
