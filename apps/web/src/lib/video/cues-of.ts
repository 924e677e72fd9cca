import { parseWebVtt } from '@vault/webvtt';
import type { Cue } from '@vault/webvtt';

/** The cues of a transcript; empty without a transcript, null when the text is not WebVTT. */
export function cuesOf(vtt: string): Cue[] | null {
  if (vtt.trim() === '') return [];
  try {
    return parseWebVtt(vtt);
  } catch (error) {
    console.warn('The transcript is not WebVTT.', error);
    return null;
  }
}
