import { promptMinimum } from '@vault/contracts';

/** Whether a text is long enough to be kept or sent as a prompt: longer than 3 characters, spaces around it aside. */
export function isPrompt(text: string): boolean {
  return text.trim().length >= promptMinimum;
}
