import { Schema } from 'mongoose';

/** The words of one video. */
export interface TranscriptDocument {
  /** The video's id. */
  _id: string;
  ownerId: string;
  /** The video host's track it came from. */
  trackId: string;
  /** WebVTT as the video host made it. */
  vtt: string;
}

export const transcriptSchema = new Schema<TranscriptDocument>(
  {
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    trackId: { type: String, default: '' },
    vtt: { type: String, default: '' },
  },
  { versionKey: false },
);
transcriptSchema.index({ ownerId: 1, _id: 1 });
