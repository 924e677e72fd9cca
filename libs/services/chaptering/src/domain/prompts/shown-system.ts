import type { Prompt } from '@vault/integrations';

/** The system prompt as people see it and tokens count it: with the context, which is sent as data. */
export function shownSystem({ system, context }: Pick<Prompt, 'system' | 'context'>): string {
  return context ? `${system}\n\n${context}` : system;
}
