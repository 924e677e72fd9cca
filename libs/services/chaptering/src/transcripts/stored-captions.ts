import {
  formatWebVtt,
  listConfidence,
  parseWebVtt,
  WebVttError,
  withConfidence,
  withoutWordStarts,
} from '@vault/webvtt';
import type { Cue } from '../domain/chapters/chapter.ts';

/**
 * Captions, with the times of their words and their confidence apart: pages need only the WebVTT, which is half as long
 * without them.
 */
export interface StoredCaptions {
  readonly vtt: string;
  /**
   * A line for each caption: the milliseconds to each of its words from the one before, or from the start of the caption,
   * to the base 36. Empty where the times are not known.
   */
  readonly wordTimes?: string;
  /** As `listConfidence` has it. */
  readonly confidence?: string;
}

/** @param lines what `vtt` has */
export function toStored(vtt: string, lines: readonly Cue[]): StoredCaptions {
  const confidence = listConfidence(lines);
  const isTimed = lines.some(({ wordStarts }) => wordStarts);
  if (!isTimed && confidence === '') return { vtt, wordTimes: '', confidence };
  const wordTimes = isTimed ? lines.map(stepsOf).join('\n') : '';
  return { vtt: formatWebVtt(lines.map(withoutWordStarts)), wordTimes, confidence };
}

/** The lines of captions with the times of their words and their confidence; none where the WebVTT is invalid. */
export function linesOf({ vtt, wordTimes = '', confidence = '' }: StoredCaptions): Cue[] {
  try {
    const lines = vtt === '' ? [] : withConfidence(parseWebVtt(vtt), confidence);
    if (wordTimes === '') return lines;
    const steps = wordTimes.split('\n');
    return lines.map((line, index) => withSteps(line, steps[index] ?? ''));
  } catch (error) {
    if (error instanceof WebVttError) return [];
    throw error;
  }
}

function stepsOf({ start, wordStarts = [] }: Cue): string {
  let before = toMs(start);
  const steps = wordStarts.map((time) => {
    const step = toMs(time) - before;
    before += step;
    return step.toString(36);
  });
  return steps.join(' ');
}

function withSteps(line: Cue, steps: string): Cue {
  if (steps === '') return line;
  let at = toMs(line.start);
  return { ...line, wordStarts: steps.split(' ').map((step) => (at += parseInt(step, 36)) / 1_000) };
}

function toMs(seconds: number): number {
  return Math.round(seconds * 1_000);
}
