import { promptMinimum } from '@vault/contracts';

/** Whether a text is long enough to be saved or sent as a prompt: more than 3 characters without surrounding spaces. */
export function isPrompt(text: string): boolean {
  return text.trim().length >= promptMinimum;
}
