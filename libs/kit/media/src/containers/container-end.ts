import { open } from 'node:fs/promises';
import type { FindEnd } from './end.ts';
import { findMatroskaEnd } from './matroska-end.ts';
import { findMp4End } from './mp4-end.ts';
import { findRiffEnd } from './riff-end.ts';
import { findTransportEnd } from './transport-end.ts';

const endFinders: readonly (readonly [RegExp, FindEnd])[] = [
  [/mov|mp4/, findMp4End],
  [/matroska|webm/, findMatroskaEnd],
  [/^(wav|avi)$/, findRiffEnd],
  [/^mpegts$/, findTransportEnd],
];

/**
 * Checks whether a file has all that its container declares; ffmpeg opens many files that have not without an error. It is
 * `cut` after an interrupted download. It is `unfinished` when its recorder was stopped while it wrote the last piece: all
 * before that is there. It counts as `whole` when the container declares no end (live recordings, MP3).
 *
 * @param format - ffprobe's `format_name`
 */
export async function checkEnd(path: string, format: string): Promise<'whole' | 'unfinished' | 'cut'> {
  const findEnd = endFinders.find(([pattern]) => pattern.test(format))?.[1];
  if (findEnd === undefined) return 'whole';
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const end = await findEnd(file, size);
    if (end === undefined || end.position <= size) return 'whole';
    return end.isOpen ? 'unfinished' : 'cut';
  } finally {
    await file.close();
  }
}
