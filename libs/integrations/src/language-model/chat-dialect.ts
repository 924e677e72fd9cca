import type { ChatFault } from './chat-fault.ts';

const forms = ['json_schema', 'json_object', 'text'] as const;
const limits = ['max_completion_tokens', 'max_tokens'] as const;

/** Which variant of the API a server understands. */
export interface ChatDialect {
  /** How the form of the answer is requested: by schema, as JSON, or only in the prompt. */
  readonly form: (typeof forms)[number];
  /** The name of the parameter that limits the answer. */
  readonly limit: (typeof limits)[number];
}

/** The variant of current servers. */
export const newestDialect: ChatDialect = { form: 'json_schema', limit: 'max_completion_tokens' };

/**
 * The next variant to try with a server that refused a request.
 * @returns undefined when the refusal is not about the variant
 */
export function simplerDialect({ form, limit }: ChatDialect, { facts }: ChatFault): ChatDialect | undefined {
  const { parameter } = facts;
  const nextLimit = limits[limits.indexOf(limit) + 1];
  const nextForm = forms[forms.indexOf(form) + 1];
  if (parameter?.startsWith('max_')) return nextLimit && { form, limit: nextLimit };
  // The content was refused, not the variant: another variant would be refused too.
  if (facts.code === 'content_filter' || facts.code === 'context_length_exceeded') return undefined;
  if (nextForm) return { form: nextForm, limit };
  return parameter === undefined && nextLimit ? { form: newestDialect.form, limit: nextLimit } : undefined;
}
