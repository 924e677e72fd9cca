import { AppError, type Logger } from '@vault/base';
import { OpenAI } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { AnswerTooLong, boundedFetchOf } from '../model-server/bounded-fetch.ts';
import { ModelServerCheck } from '../model-server/model-server-check.ts';
import { causesOf, ServerFault, toServerFault } from '../model-server/server-fault.ts';
import { callTiming, maxTries, waitForTry, type CallTiming } from '../model-server/retrying.ts';
import type { LanguageModelConfig } from './language-model.config.ts';

/** Larger than any valid answer. */
const maxAnswerBytes = 1024 * 1024;

const boundedFetch = boundedFetchOf('language model', maxAnswerBytes);

const forms = ['json_schema', 'json_object', 'text'] as const;
const limits = ['max_completion_tokens', 'max_tokens'] as const;

/** Which variant of the API a server understands. */
interface ChatDialect {
  /** How the form of the answer is requested: by schema, as JSON, or only in the prompt. */
  readonly form: (typeof forms)[number];
  /** The name of the parameter that limits the answer. */
  readonly limit: (typeof limits)[number];
}

/** The variant of current servers. */
const newestDialect: ChatDialect = { form: 'json_schema', limit: 'max_completion_tokens' };

/**
 * The next variant to try with a server that refused a request.
 * @returns undefined when the refusal is not about the variant
 */
function simplerDialect({ form, limit }: ChatDialect, { facts }: ServerFault): ChatDialect | undefined {
  const { parameter } = facts;
  const nextLimit = limits[limits.indexOf(limit) + 1];
  const nextForm = forms[forms.indexOf(form) + 1];
  if (parameter?.startsWith('max_')) return nextLimit && { form, limit: nextLimit };
  // The content was refused, not the variant: another variant would be refused too.
  if (facts.code === 'content_filter' || facts.code === 'context_length_exceeded') return undefined;
  if (nextForm) return { form: nextForm, limit };
  return parameter === undefined && nextLimit ? { form: newestDialect.form, limit: nextLimit } : undefined;
}

/** A call of a model. */
export interface ChatCall {
  readonly messages: readonly OpenAI.ChatCompletionMessageParam[];
  /** Name of the form for the server. */
  readonly name: string;
  readonly form: z.ZodType;
  /** Limit of the answer, in tokens. */
  readonly maxTokens: number;
  readonly signal?: AbortSignal;
  /** Awaited before each try; when it rejects, nothing is sent. */
  readonly admit?: () => Promise<void>;
}

/** The answer of a model. Only `whole` is usable; after `rejected` another try is useless. */
export interface ChatReply {
  readonly state: 'whole' | 'cut' | 'refused' | 'rejected';
  readonly text: string;
}

/** The parsed part of a completion. */
const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
});

type Completion = z.infer<typeof completion>;

/**
 * A client of servers with the OpenAI API. It handles deadlines, retries and API variants; the result is an answer, a
 * refusal, or `AppError`: `unavailable`, or `switched-off` when the server refuses the key or the model. Prompts and answers are never logged.
 */
export class OpenAiChat {
  /** Whether the server takes the key and the model. */
  readonly setting: ModelServerCheck;
  private readonly client: OpenAI;
  /** The variant that worked last. */
  private dialect = newestDialect;

  constructor(
    private readonly config: LanguageModelConfig,
    private readonly logger: Logger,
    private readonly timing: CallTiming = callTiming(config.OPENAI_TIMEOUT_MS),
  ) {
    this.client = new OpenAI({
      // Read for each call, because it may change.
      apiKey: () => Promise.resolve(config.OPENAI_API_KEY ?? ''),
      // Null, not undefined: the SDK must not read these from the environment, which is not our configuration.
      baseURL: config.OPENAI_BASE_URL ?? null,
      organization: null,
      project: null,
      adminAPIKey: null,
      webhookSecret: null,
      timeout: timing.callMs,
      maxRetries: 0,
      logLevel: 'off',
      fetch: boundedFetch,
    });
    this.setting = new ModelServerCheck({
      ...{ name: 'language model', loss: 'Text is not generated', prefix: 'OPENAI' },
      ...{ client: this.client, logger },
      model: () => config.OPENAI_MODEL,
      read: () => [config.OPENAI_API_KEY, config.OPENAI_MODEL, config.OPENAI_BASE_URL],
    });
  }

  /** @throws {AppError} `unavailable`, the reason of the signal, or the error of `admit` */
  async ask(call: ChatCall): Promise<ChatReply> {
    const begin = performance.now();
    const deadline = AbortSignal.timeout(this.timing.totalMs);
    const signal = call.signal ? AbortSignal.any([call.signal, deadline]) : deadline;
    const log = (outcome: string, usage?: Completion['usage']) => {
      const ms = Math.round(performance.now() - begin);
      const tokens = { sent: usage?.prompt_tokens, received: usage?.completion_tokens };
      this.logger.info(
        { model: this.config.OPENAI_MODEL, about: call.name, ms, ...tokens, outcome },
        'language model',
      );
    };
    try {
      const { reply, usage } = await this.askInKnownDialect(call, signal);
      this.setting.setRight();
      log(reply.state, usage);
      return reply;
    } catch (error) {
      call.signal?.throwIfAborted();
      if (error instanceof AppError) throw error;
      const fault = toServerFault(error, 'language model');
      log(fault.message);
      throw this.unavailable(fault);
    }
  }

  private async askInKnownDialect(call: ChatCall, signal: AbortSignal) {
    for (let dialect: ChatDialect = this.dialect; ;) {
      try {
        const answered = await this.askWithTries(call, dialect, signal);
        this.dialect = dialect;
        return answered;
      } catch (error) {
        if (!(error instanceof ServerFault && error.isRefusal)) throw error;
        const simpler = simplerDialect(dialect, error);
        if (!simpler) {
          this.logger.warn({ err: error, about: call.name }, 'the language model rejected a request');
          return { reply: { state: 'rejected', text: '' } as const };
        }
        dialect = simpler;
      }
    }
  }

  private async askWithTries(call: ChatCall, dialect: ChatDialect, signal: AbortSignal) {
    for (let tries = 1; ; tries += 1) {
      await call.admit?.();
      try {
        return await this.askOnce(call, dialect, signal);
      } catch (error) {
        signal.throwIfAborted();
        const fault = toServerFault(error, 'language model');
        if (!fault.isTransient || tries >= maxTries) throw fault;
        if (!(await waitForTry(tries, fault, this.timing, signal))) throw fault;
      }
    }
  }

  private async askOnce(
    { messages, name, form, maxTokens }: ChatCall,
    dialect: ChatDialect,
    signal: AbortSignal,
  ): Promise<{ reply: ChatReply; usage?: Completion['usage'] }> {
    const body: OpenAI.ChatCompletionCreateParamsNonStreaming = {
      model: this.config.OPENAI_MODEL,
      messages: [...messages],
      [dialect.limit]: maxTokens,
      ...(dialect.form === 'json_schema' && { response_format: zodResponseFormat(form, name) }),
      ...(dialect.form === 'json_object' && { response_format: { type: 'json_object' } }),
    };
    const perCall = AbortSignal.any([signal, AbortSignal.timeout(this.timing.callMs)]);
    try {
      const answer: unknown = await this.client.chat.completions.create(body, { signal: perCall });
      const parsed = completion.safeParse(answer);
      if (!parsed.success) throw new ServerFault('The server that answered is not a language model.');
      return { reply: replyOf(parsed.data), usage: parsed.data.usage };
    } catch (error) {
      if (causesOf(error).some((cause) => cause instanceof AnswerTooLong))
        return { reply: { state: 'cut', text: '' } };
      throw error;
    }
  }

  private unavailable(fault: ServerFault): AppError {
    if (fault.isTransient) {
      const msg = 'The language model is not answering. Please try again in a few minutes.';
      return new AppError('unavailable', msg, { cause: fault });
    }
    if (this.setting.isWrongBy(fault)) return new AppError('switched-off', switchedOff, { cause: fault });
    this.logger.error({ err: fault }, `The language model cannot be used: ${fault.adviceOn('OPENAI')}.`);
    const msg = 'The language model rejects requests from this server. Please contact the administrator.';
    return new AppError('unavailable', msg, { cause: fault });
  }
}

const switchedOff =
  'Generated text is switched off by a wrong setting of this server. Its administrator can see which one.';

function replyOf({ choices: [choice] }: Completion): ChatReply {
  const { content, refusal } = choice?.message ?? {};
  const finish = choice?.finish_reason;
  if (refusal || finish === 'content_filter') return { state: 'refused', text: '' };
  return { state: finish === 'length' ? 'cut' : 'whole', text: content ?? '' };
}
