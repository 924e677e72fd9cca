import { readFile } from 'node:fs/promises';
import type { Cue } from '@vault/webvtt';
import { parseWebVtt, readAss, WebVttError } from '@vault/webvtt';
import { tidyCues } from './tidy-cues.ts';

export interface TrackFile {
  readonly path: string;
  readonly format: 'webvtt' | 'ass';
  /** Whether text in brackets is a comment, see {@link readAss}. */
  readonly hasComments: boolean;
  /** The time of the file, in seconds, at which the recording begins. */
  readonly zero: number;
  /** Of the recording in seconds. */
  readonly duration: number;
}

/** Reads the captions of a track that ffmpeg has written as text. @returns none for a file that is damaged or missing */
export async function readTrack({ path, format, hasComments, zero, duration }: TrackFile): Promise<Cue[]> {
  try {
    const text = await readFile(path, 'utf8');
    const cues = format === 'webvtt' ? parseWebVtt(text) : readAss(text, hasComments);
    const shift = ({ start, end, ...rest }: Cue): Cue => ({ ...rest, start: start - zero, end: end - zero });
    return tidyCues(cues.map(shift), duration);
  } catch (error) {
    // Without a single cue, there may be no file.
    if (error instanceof WebVttError || (error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
