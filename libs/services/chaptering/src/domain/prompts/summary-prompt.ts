import type { Prompt } from '@vault/integrations';

/** What always holds for the summary of a video; a person types nothing for it. */
export function summaryPrompt(): Prompt {
  const system = [
    'Write a summary of the recording of a webinar: one paragraph of three to six sentences.',
    'Say what it is about and what one learns from it. Say nothing that was not said.',
    'Write in the language that is spoken.',
  ].join('\n');
  return { system, user: '' };
}
