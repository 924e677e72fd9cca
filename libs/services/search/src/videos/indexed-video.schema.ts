import { type Aggregate, aggregateSchema, type DocumentOf } from '@vault/store';
import { z } from 'zod';
import type { SearchedChapter } from '../domain/searched-video.ts';

/** Somebody who speaks in a video. */
export interface SpeakerLines {
  readonly name: string;
  /** The number of lines. */
  readonly lines: number;
}

export const indexedVideoSchema = aggregateSchema(
  'indexedvideos',
  {
    uploadId: z.string().default(''),
    title: z.string().default(''),
    description: z.string().default(''),
    assetId: z.string().default(''),
    /** A url. */
    thumbnail: z.string().default(''),
    captionsTrackId: z.string().default(''),
    playbackId: z.string().default(''),
    /** Seconds. */
    duration: z.number().default(0),
    createdAt: z.date(),
    /** The lines of the transcript, joined by line breaks; a line contains none. */
    transcript: z.string().default(''),
    /** The start of each line, in seconds. */
    lineStarts: z.array(z.number()).readonly().default([]),
    /**
     * For each line the number of its speaker in `speakers`, counted from 1, or 0; empty without speakers, and absent in
     * videos that were indexed before lines had some.
     */
    lineSpeakers: z.array(z.number()).readonly().optional(),
    speakers: z.custom<readonly SpeakerLines[]>().optional(),
    chapters: z.custom<readonly SearchedChapter[]>().default([]),
  },
  { indexes: [[{ ownerId: 1, _id: 1 }], [{ ownerId: 1, createdAt: -1, _id: -1 }]] },
);

/** One video in the index. `_id` is the video's id. */
export type IndexedVideoDocument = DocumentOf<typeof indexedVideoSchema>;

/** The searched content of a video, as upload and chaptering last returned it. */
export type IndexedContent = Readonly<Required<Omit<IndexedVideoDocument, keyof Aggregate>>>;
