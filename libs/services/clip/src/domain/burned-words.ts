import { AppError } from '@vault/contracts';
import { cutCues, formatWebVtt, parseWebVtt, withoutWordStarts } from '@vault/webvtt';
import type { TimeRange } from './clip-identity.ts';

/** As the video host accepts it. */
const maxTextBytes = 64 * 1024;
const maxCues = 1_000;

/**
 * The words of a range as WebVTT, with times relative to its start.
 * @param vtt the transcript of the video; empty without one
 * @throws {AppError} invalid-input when there are none, or too many to burn in
 */
export function burnedWords(vtt: string, { start, end }: TimeRange): string {
  const cues = vtt === '' ? [] : cutCues(parseWebVtt(vtt), { from: start, to: end });
  if (cues.length === 0)
    throw new AppError(
      'invalid-input',
      'Nothing is said in this part of the video: there are no captions to burn in.',
    );
  const text = formatWebVtt(cues.map(withoutWordStarts));
  if (cues.length <= maxCues && Buffer.byteLength(text) <= maxTextBytes) return text;
  throw new AppError(
    'invalid-input',
    'These are too many words to burn in. Please choose a shorter clip, or captions beside it.',
  );
}
