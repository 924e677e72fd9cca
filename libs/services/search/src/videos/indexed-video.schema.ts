import { addAggregateFields, type Aggregate } from '@vault/store';
import { Schema } from 'mongoose';
import type { SearchedVideo } from '../domain/searched-video.ts';

/** Somebody who speaks in a video. */
export interface SpeakerLines {
  readonly name: string;
  /** The number of lines. */
  readonly lines: number;
}

/** The searched content of a video, as upload and chaptering last returned it. */
export interface IndexedContent extends Omit<SearchedVideo, 'id' | 'lines'> {
  /** The lines of the transcript, joined by line breaks; a line contains none. */
  readonly transcript: string;
  /** The start of each line, in seconds. */
  readonly lineStarts: readonly number[];
  /** For each line the number of its speaker in `speakers`, counted from 1, or 0; empty without speakers. */
  readonly lineSpeakers: readonly number[];
  readonly speakers: readonly SpeakerLines[];
}

/** One video in the index. `_id` is the video's id. */
export interface IndexedVideoDocument
  extends
    Aggregate,
    Omit<IndexedContent, 'lineSpeakers' | 'speakers'>,
    // Videos that were indexed before lines had speakers lack them.
    Partial<Pick<IndexedContent, 'lineSpeakers' | 'speakers'>> {}

export const indexedVideoSchema = new Schema<IndexedVideoDocument>({
  uploadId: { type: String, default: '' },
  title: { type: String, default: '' },
  description: { type: String, default: '' },
  assetId: { type: String, default: '' },
  thumbnail: { type: String, default: '' },
  captionsTrackId: { type: String, default: '' },
  playbackId: { type: String, default: '' },
  duration: { type: Number, default: 0 },
  createdAt: { type: Date, required: true },
  transcript: { type: String, default: '' },
  lineStarts: { type: [Number], default: [] },
  lineSpeakers: { type: [Number], default: [] },
  speakers: { type: [Object], default: [] } as never,
  chapters: { type: [Object], default: [] } as never,
});

addAggregateFields(indexedVideoSchema);
indexedVideoSchema.index({ ownerId: 1, _id: 1 });
indexedVideoSchema.index({ ownerId: 1, createdAt: -1, _id: -1 });
