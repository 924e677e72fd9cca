import type { Cue } from './cues/cue.ts';

/** The text of a caption where the recogniser heard a voice and found no words. */
export const unclearText = '[unclear]';

/** Whether a caption stands for words that nobody knows: it is shown, but its text was not said. */
export function isUnclear({ text }: Pick<Cue, 'text'>): boolean {
  return text === unclearText;
}
