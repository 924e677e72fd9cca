import type { Prompt } from './prompt.ts';

/** The prompt for the summary of a video; people add nothing to it. */
export function summaryPrompt(): Prompt {
  const system = [
    'Write a summary of the recording of a webinar: one paragraph of three to six sentences.',
    'Say what it is about and what one learns from it. Say nothing that was not said.',
    'Write in the language that is spoken.',
  ].join('\n');
  return { system, user: '' };
}
