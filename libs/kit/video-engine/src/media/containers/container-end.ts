import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

import { findRiffEnd } from './riff-end.ts';
import { findMatroskaEnd } from './matroska-end.ts';
import { findMp4End } from './mp4-end.ts';

/** Reads the end position that a container declares, in bytes; undefined when it declares none. */
export type FindEnd = (file: FileHandle, size: number) => Promise<number | undefined>;

const endFinders: readonly (readonly [RegExp, FindEnd])[] = [
  [/mov|mp4/, findMp4End],
  [/matroska|webm/, findMatroskaEnd],
  [/^(wav|avi)$/, findRiffEnd],
];

/**
 * Checks whether a file ends before the end that its container declares, as after an interrupted download. ffmpeg opens
 * many such files without an error. Returns false when the container declares no end (live recordings, MP3).
 *
 * @param format - ffprobe's `format_name`
 */
export async function isCutShort(path: string, format: string): Promise<boolean> {
  const findEnd = endFinders.find(([pattern]) => pattern.test(format))?.[1];
  if (findEnd === undefined) return false;
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    return ((await findEnd(file, size)) ?? 0) > size;
  } finally {
    await file.close();
  }
}
