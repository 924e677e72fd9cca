import type { ChatFault } from './chat-fault.ts';

const forms = ['json_schema', 'json_object', 'text'] as const;
const limits = ['max_completion_tokens', 'max_tokens'] as const;

/** Which of the API's ways to say the same thing a server understands. */
export interface ChatDialect {
  /** How the form of the answer is asked for: by schema, as JSON, or in words alone. */
  readonly form: (typeof forms)[number];
  /** The name of the bound of an answer. */
  readonly limit: (typeof limits)[number];
}

/** What servers of today understand. */
export const newestDialect: ChatDialect = { form: 'json_schema', limit: 'max_completion_tokens' };

/**
 * What to try with a server that refused a request.
 * @returns undefined when the refusal is not about how it was said
 */
export function simplerDialect({ form, limit }: ChatDialect, { facts }: ChatFault): ChatDialect | undefined {
  const about = facts.parameter;
  const nextLimit = limits[limits.indexOf(limit) + 1];
  const nextForm = forms[forms.indexOf(form) + 1];
  if (about?.startsWith('max_')) return nextLimit && { form, limit: nextLimit };
  // Of the request's words, not of its form: said otherwise they would be refused again.
  if (facts.code === 'content_filter' || facts.code === 'context_length_exceeded') return undefined;
  if (nextForm) return { form: nextForm, limit };
  return about === undefined && nextLimit ? { form: newestDialect.form, limit: nextLimit } : undefined;
}
