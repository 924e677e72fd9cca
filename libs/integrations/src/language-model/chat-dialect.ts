import type { OpenAI } from 'openai';
import type { ServerFault } from '../model-server/server-fault.ts';

const forms = ['json_schema', 'json_object', 'text'] as const;
const limits = ['max_completion_tokens', 'max_tokens'] as const;

/** Which variant of the API a server understands. */
export interface ChatDialect {
  /** How the form of the answer is requested: by schema, as JSON, or only in the prompt. */
  readonly form: (typeof forms)[number];
  /** The name of the parameter that limits the answer. */
  readonly limit: (typeof limits)[number];
  /** Whether the instruction is a message of its own; else it begins the first message of the user. */
  readonly hasSystem: boolean;
}

/** The variant of current servers. */
export const newestDialect: ChatDialect = {
  form: 'json_schema',
  limit: 'max_completion_tokens',
  hasSystem: true,
};

/**
 * The next variant to try with a server that refused a request.
 * @returns undefined when the refusal is not about the variant
 */
export function simplerDialect(dialect: ChatDialect, { facts }: ServerFault): ChatDialect | undefined {
  const { form, limit, hasSystem } = dialect;
  const { parameter } = facts;
  const nextLimit = limits[limits.indexOf(limit) + 1];
  const nextForm = forms[forms.indexOf(form) + 1];
  // The content was refused, not the variant: another variant would be refused too.
  if (facts.code === 'content_filter' || facts.size) return undefined;
  if (parameter === 'system' && hasSystem) return { ...dialect, hasSystem: false };
  if (parameter?.startsWith('max_')) return nextLimit && { ...dialect, limit: nextLimit };
  if (nextForm) return { ...dialect, form: nextForm };
  if (parameter !== undefined && parameter !== 'language') return undefined;
  if (nextLimit) return { form: newestDialect.form, limit: nextLimit, hasSystem };
  return hasSystem ? { form: 'text', limit, hasSystem: false } : undefined;
}

export type Message = OpenAI.ChatCompletionMessageParam;

/** The instruction as the beginning of the first message of the user, for models that know no other role. */
export function withoutSystem([first, second, ...rest]: readonly Message[]): Message[] {
  const isMerged = first?.role === 'system' && second?.role === 'user';
  if (!isMerged) return [first, second, ...rest].filter((message) => message !== undefined);
  const text = [first.content, second.content].map((content) => (typeof content === 'string' ? content : ''));
  return [{ role: 'user', content: text.join('\n\n') }, ...rest];
}
