import { AppError, type Logger } from '@vault/base';
import type { OpenAI } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { AnswerTooLong } from '../model-server/bounded-fetch.ts';
import { ModelServerCheck } from '../model-server/model-server-check.ts';
import { causesOf, ServerFault, toServerFault } from '../model-server/server-fault.ts';
import { callTiming, maxTries, waitForTry, type CallTiming } from '../model-server/retrying.ts';
import type { LanguageModelConfig } from './language-model.config.ts';
import {
  newestDialect,
  simplerDialect,
  withoutSystem,
  type ChatDialect,
  type Message,
} from './chat-dialect.ts';
import { completion, notAnswered, replyOf, type Answered, type ChatReply, type Usage } from './chat-reply.ts';
import { ModelRoom, tokensAbout } from './model-room.ts';

/** Larger than any valid answer. */
const maxAnswerBytes = 1024 * 1024;

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
 * A client of servers with the OpenAI API. It handles deadlines, retries and API variants; the result is an answer, a
 * refusal, or `AppError`: `unavailable`, or `switched-off` when the server refuses the key or the model. Prompts and answers are never logged.
 */
export class OpenAiChat {
  /** Whether the server takes the key and the model. */
  readonly setting: ModelServerCheck;
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
    this.setting = new ModelServerCheck({
      name: 'language model',
      loss: 'Text is not generated',
      prefix: 'OPENAI',
      settings: () => ({
        key: config.OPENAI_API_KEY,
        model: config.OPENAI_MODEL,
        address: config.OPENAI_BASE_URL,
      }),
      callMs: timing.callMs,
      maxAnswerBytes,
      logger,
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
    const log = (outcome: string, usage?: Usage) => {
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
      const answer: unknown = await this.setting.client.chat.completions.create(body, { signal: perCall });
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
