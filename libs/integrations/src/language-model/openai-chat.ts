import { AppError, type Logger } from '@vault/base';
import { OpenAI } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { AnswerTooLong, boundedFetchOf } from '../model-server/bounded-fetch.ts';
import { ModelServerCheck } from '../model-server/model-server-check.ts';
import { causesOf, ServerFault, toServerFault } from '../model-server/server-fault.ts';
import { callTiming, maxTries, waitForTry, type CallTiming } from '../model-server/retrying.ts';
import type { LanguageModelConfig } from './language-model.config.ts';
import { ModelRoom, tokensAbout } from './model-room.ts';

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
  /** Whether the instruction is a message of its own; else it begins the first message of the user. */
  readonly hasSystem: boolean;
}

/** The variant of current servers. */
const newestDialect: ChatDialect = { form: 'json_schema', limit: 'max_completion_tokens', hasSystem: true };

/**
 * The next variant to try with a server that refused a request.
 * @returns undefined when the refusal is not about the variant
 */
function simplerDialect(dialect: ChatDialect, { facts }: ServerFault): ChatDialect | undefined {
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

type Message = OpenAI.ChatCompletionMessageParam;

/** The instruction as the beginning of the first message of the user, for models that know no other role. */
function withoutSystem([first, second, ...rest]: readonly Message[]): Message[] {
  const isMerged = first?.role === 'system' && second?.role === 'user';
  if (!isMerged) return [first, second, ...rest].filter((message) => message !== undefined);
  const text = [first.content, second.content].map((content) => (typeof content === 'string' ? content : ''));
  return [{ role: 'user', content: text.join('\n\n') }, ...rest];
}

/** A call of a model. */
export interface ChatCall {
  readonly messages: readonly Message[];
  /** Name of the form for the server. */
  readonly name: string;
  readonly form: z.ZodType;
  /** Limit of the answer, in tokens. */
  readonly maxTokens: number;
  readonly signal?: AbortSignal;
  /** Awaited before each try; when it rejects, nothing is sent. */
  readonly admit?: () => Promise<void>;
}

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
const completion = z.object({
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

/** What servers put into an answer of the status 200 when they failed. */
const failure = z.object({
  error: z.union([z.string(), z.looseObject({ code: z.coerce.number().optional().catch(undefined) })]),
});

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
  /** By model and address. */
  private readonly rooms = new Map<string, ModelRoom>();
  private hasAnswered = false;

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
      name: 'language model',
      loss: 'Text is not generated',
      prefix: 'OPENAI',
      client: this.client,
      logger,
      model: () => config.OPENAI_MODEL,
      read: () => [config.OPENAI_API_KEY, config.OPENAI_MODEL, config.OPENAI_BASE_URL],
    });
  }

  /** How much the model takes, as far as it is known. */
  get room(): ModelRoom {
    const key = JSON.stringify([this.config.OPENAI_MODEL, this.config.OPENAI_BASE_URL]);
    const room = this.rooms.get(key) ?? new ModelRoom();
    this.rooms.set(key, room);
    return room;
  }

  /** @throws {AppError} `unavailable`, the reason of the signal, or the error of `admit` */
  async ask(call: ChatCall): Promise<ChatReply> {
    const begin = performance.now();
    const deadline = AbortSignal.timeout(this.timing.totalMs);
    const signal = call.signal ? AbortSignal.any([call.signal, deadline]) : deadline;
    const log = (outcome: string, usage?: Completion['usage']) => {
      const ms = Math.round(performance.now() - begin);
      const tokens = {
        sent: usage?.prompt_tokens ?? undefined,
        received: usage?.completion_tokens ?? undefined,
      };
      this.logger.info(
        { model: this.config.OPENAI_MODEL, about: call.name, ms, ...tokens, outcome },
        'language model',
      );
    };
    try {
      const { reply, usage } = await this.askInKnownDialect(call, signal);
      if (!['rejected', 'too-long', 'unreadable'].includes(reply.state)) {
        this.hasAnswered = true;
        this.setting.setCalled();
      }
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

  private async askInKnownDialect(call: ChatCall, signal: AbortSignal): Promise<Answered> {
    const prompt = tokensAbout(call.messages.map(({ content: text }) => JSON.stringify(text)).join('\n'));
    for (let dialect: ChatDialect = this.dialect; ;) {
      const maxTokens = this.room.answerTo(prompt, call.maxTokens);
      if (maxTokens === undefined) return { reply: { state: 'too-long', text: '' } };
      try {
        const answered = await this.askWithTries({ ...call, maxTokens }, dialect, signal);
        this.dialect = dialect;
        return answered;
      } catch (error) {
        if (!(error instanceof ServerFault)) throw error;
        const { size, instead } = error.facts;
        if (instead === 'unreadable') {
          this.logger.warn(
            { err: error, about: call.name },
            'the language model gave an answer of no known form',
          );
          return { reply: { state: 'unreadable', text: '' } };
        }
        if (!error.isRefusal) throw error;
        if (size && this.room.learn(size, prompt, maxTokens)) continue;
        const simpler = simplerDialect(dialect, error);
        if (!simpler) return this.rejected(error, call);
        dialect = simpler;
      }
    }
  }

  /** A server that never answered has a wrong setting; one that did has refused this request. */
  private rejected(fault: ServerFault, { name: about }: ChatCall): Answered {
    this.logger.warn({ err: fault, about }, 'the language model rejected a request');
    const { size, code, status } = fault.facts;
    if (size) this.setting.setWrongUntilCalled('takes no text that is long enough (OPENAI_MODEL)');
    else if (!this.hasAnswered && code !== 'content_filter' && !this.setting.isWrongBy(fault))
      this.setting.setWrongUntilCalled(
        `refuses requests of every form (${String(status)}; OPENAI_MODEL, OPENAI_BASE_URL)`,
      );
    return { reply: { state: size ? 'too-long' : 'rejected', text: '' } };
  }

  private async askWithTries(call: ChatCall, dialect: ChatDialect, signal: AbortSignal) {
    for (let tries = 1; ; tries += 1) {
      await call.admit?.();
      try {
        return await this.askOnce(call, dialect, signal);
      } catch (error) {
        signal.throwIfAborted();
        const fault = toServerFault(error, 'language model');
        const mayPass = fault.isTransient || fault.facts.instead === 'page';
        if (!mayPass || tries >= maxTries) throw fault;
        if (!(await waitForTry(tries, fault, this.timing, signal))) throw fault;
      }
    }
  }

  private async askOnce(
    { messages, name, form, maxTokens }: ChatCall,
    dialect: ChatDialect,
    signal: AbortSignal,
  ): Promise<Answered> {
    const body: OpenAI.ChatCompletionCreateParamsNonStreaming = {
      model: this.config.OPENAI_MODEL,
      messages: dialect.hasSystem ? [...messages] : withoutSystem(messages),
      [dialect.limit]: maxTokens,
      ...(dialect.form === 'json_schema' && { response_format: zodResponseFormat(form, name) }),
      ...(dialect.form === 'json_object' && { response_format: { type: 'json_object' } }),
    };
    const perCall = AbortSignal.any([signal, AbortSignal.timeout(this.timing.callMs)]);
    try {
      const answer: unknown = await this.client.chat.completions.create(body, { signal: perCall });
      const parsed = completion.safeParse(answer);
      if (!parsed.success) throw notAnswered(answer);
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
    if (fault.facts.instead === 'page') this.setting.setWrongUntilCalled(fault.refusalOf('OPENAI') ?? '');
    if (fault.facts.instead === 'page' || this.setting.isWrongBy(fault))
      return new AppError('switched-off', switchedOff, { cause: fault });
    this.logger.error({ err: fault }, `The language model cannot be used: ${fault.adviceOn('OPENAI')}.`);
    const msg = 'The language model rejects requests from this server. Please contact the administrator.';
    return new AppError('unavailable', msg, { cause: fault });
  }
}

const switchedOff =
  'Generated text is switched off by a wrong setting of this server. Its administrator can see which one.';

interface Answered {
  readonly reply: ChatReply;
  readonly usage?: Completion['usage'];
}

/** What came instead of a completion. */
function notAnswered(answer: unknown): ServerFault {
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

function replyOf({ choices: [choice] }: Completion): ChatReply {
  const { content: text = '', refusal } = choice?.message ?? {};
  const finish = choice?.finish_reason;
  if (refusal || finish === 'content_filter') return { state: 'refused', text: '' };
  return { state: finish === 'length' || finish === 'max_tokens' ? 'cut' : 'whole', text };
}
