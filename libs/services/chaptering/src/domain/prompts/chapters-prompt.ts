import { chapterTextLimit, promptLimit } from '@vault/contracts';
import { typedText } from '../plain-line.ts';
import type { Prompt } from './prompt.ts';

/** The prompt for the chapters of a video; people add only their base prompt for quotes. */
export function chaptersPrompt(quotesBasePrompt: string, quoteCount: number): Prompt {
  const limit = String(chapterTextLimit);
  const system = [
    'Divide the recording of a webinar into chapters, so that somebody who was not there finds what matters to them.',
    'A chapter begins where a new subject begins. The first one begins with the recording.',
    `Each chapter has a title of at most ${limit} characters that no other chapter has, and a summary of at most ${limit} characters.`,
    `Choose ${String(quoteCount)} quotations for each chapter, word for word as they were said in it.`,
    'Write one paragraph about the whole recording: what it is about, and what one learns from it.',
    'Write in the language that is spoken.',
  ].join('\n');
  const request = typedText(quotesBasePrompt, promptLimit);
  return { system: request ? `${system}\n\nThe quotations:\n${request}` : system, user: '' };
}
