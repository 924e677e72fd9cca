import { documentSchema } from '@vault/store';

/** The transcript of one video. */
export interface TranscriptDocument {
  /** The video's id. */
  _id: string;
  ownerId: string;
  /** Its text track at the video host. */
  trackId: string;
  /** WebVTT, unchanged from the video host. */
  vtt: string;
}

export const transcriptSchema = documentSchema<TranscriptDocument>('transcripts', {
  ownerId: { type: String, required: true },
  trackId: { type: String, default: '' },
  vtt: { type: String, default: '' },
});
transcriptSchema.index({ ownerId: 1, _id: 1 });
