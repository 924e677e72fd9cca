import { z } from 'zod';
import { ServerFault } from '../model-server/server-fault.ts';

/**
 * The answer of a model. Only `whole` is usable, and what is whole in one that is `cut`; after `rejected` another try is
 * useless, and after `too-long` only a shorter text helps.
 */
export interface ChatReply {
  readonly state: 'whole' | 'cut' | 'refused' | 'rejected' | 'unreadable' | 'too-long';
  readonly text: string;
}

const part = z.union([
  z.string(),
  z.looseObject({ type: z.string().optional(), text: z.string().optional() }),
]);
const content = z
  .union([z.string(), z.array(part.catch(''))])
  .nullish()
  .catch(undefined)
  .transform((told) => (typeof told === 'string' ? told : (told ?? []).map(textOfPart).join('')));
const count = z.number().nullish().catch(undefined);

/** Parts of a list may also be reasoning or pictures. */
function textOfPart(told: z.infer<typeof part>): string {
  if (typeof told === 'string') return told;
  return ['text', 'output_text', undefined].includes(told.type) ? (told.text ?? '') : '';
}

/** The parsed part of a completion. */
export const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content, refusal: z.string().nullish().catch(undefined) }),
        finish_reason: z.string().nullish().catch(undefined),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(undefined),
});

type Completion = z.infer<typeof completion>;
/** How many tokens a call took. */
export type Usage = Completion['usage'];

/** What servers put into an answer of the status 200 when they failed. */
const failure = z.object({
  error: z.union([z.string(), z.looseObject({ code: z.coerce.number().optional().catch(undefined) })]),
});

export interface Answered {
  readonly reply: ChatReply;
  readonly usage?: Usage;
}

/** What came instead of a completion. */
export function notAnswered(answer: unknown): ServerFault {
  const { success, data } = failure.safeParse(answer);
  if (success) {
    const code = typeof data.error === 'string' ? undefined : data.error.code;
    const status = code !== undefined && code >= 400 && code < 600 ? code : 500;
    return new ServerFault('The language model answered with an error.', { status });
  }
  const isPage = typeof answer === 'string' && /^\s*</.test(answer);
  const instead = isPage ? 'page' : 'unreadable';
  return new ServerFault('The server that answered is not a language model.', { instead });
}

export function replyOf({ choices: [choice] }: Completion): ChatReply {
  const { content: text = '', refusal } = choice?.message ?? {};
  const finish = choice?.finish_reason;
  if (refusal || finish === 'content_filter') return { state: 'refused', text: '' };
  return { state: finish === 'length' || finish === 'max_tokens' ? 'cut' : 'whole', text };
}
