import type { Prompt } from './prompt.ts';

/** The system prompt with the context, as it is shown and counted; models receive the context as data. */
export function shownSystem({ system, context }: Pick<Prompt, 'system' | 'context'>): string {
  return context ? `${system}\n\n${context}` : system;
}
