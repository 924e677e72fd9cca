import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

import { findRiffEnd } from './riff-end.ts';
import { findMatroskaEnd } from './matroska-end.ts';
import { findMp4End } from './mp4-end.ts';

/** Reads the position where a container says it ends, in bytes; undefined when it does not say. */
export type FindEnd = (file: FileHandle, size: number) => Promise<number | undefined>;

const FORMATS: readonly (readonly [RegExp, FindEnd])[] = [
  [/mov|mp4/, findMp4End],
  [/matroska|webm/, findMatroskaEnd],
  [/^(wav|avi)$/, findRiffEnd],
];

/**
 * Whether a file ends before the end its own structure names: a download or upload that was cut. ffmpeg opens many
 * such files without complaint. Where the structure names no end (live recordings, MP3), nothing is claimed.
 *
 * @param format - ffprobe's `format_name`
 */
export async function isCutShort(path: string, format: string): Promise<boolean> {
  const findEnd = FORMATS.find(([pattern]) => pattern.test(format))?.[1];
  if (findEnd === undefined) return false;
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    return ((await findEnd(file, size)) ?? 0) > size;
  } finally {
    await file.close();
  }
}
