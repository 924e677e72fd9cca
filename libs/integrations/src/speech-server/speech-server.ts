import { inWorker, type Logger } from '@vault/base';
import { TranscriberUnavailable, TranscriptionFailed, type PlannedPiece } from '@vault/speech';
import { workerTask } from '@vault/worker-pool';
import { toFile, type OpenAI } from 'openai';
import { ModelServerCheck } from '../model-server/model-server-check.ts';
import { callTiming, maxTries, waitForTry, type CallTiming } from '../model-server/retrying.ts';
import { ServerFault, toServerFault } from '../model-server/server-fault.ts';
import type { SpeechServerSettings } from './speech-server.config.ts';
import type { Heard, readTranscription } from './transcription.ts';

/** Ten minutes of speech with the times of all words have 200 KiB. */
const maxAnswerBytes = 2 * 1024 * 1024;

type Form = Pick<OpenAI.Audio.TranscriptionCreateParams, 'response_format' | 'timestamp_granularities'>;

/** No sound is sent more often than this, unless nobody worked on it. */
export const maxSends = 5;

/** The sizes of files that are tried where a server, or a proxy before it, takes no larger one; the last has one utterance. */
const fileSizes = [4_000_000, 1_000_000, 400_000];

/** A server may ask for any wait; an operator may have mended it long before. */
const longestWaitMs = 10 * 60_000;

const reportEveryMs = 60 * 60_000;

/** What servers can tell, from the most. */
const forms: readonly [Form, ...Form[]] = [
  { response_format: 'verbose_json', timestamp_granularities: ['word', 'segment'] },
  { response_format: 'verbose_json' },
  { response_format: 'json' },
  { response_format: 'text' },
];

const server = 'speech server';

const reading = workerTask<typeof readTranscription>(
  new URL('./transcription.js', import.meta.url),
  'readTranscription',
);

export interface SpeechCall {
  /** A WAV file, at most 25 MB. */
  readonly wav: Buffer;
  /** What the file holds of the recording; absent when only the language is to be found. */
  readonly piece?: PlannedPiece | undefined;
  /** Whether the sound cannot be sent in parts. */
  readonly isWhole?: boolean | undefined;
  /** See `sentLanguageOf`; absent when the server is to find it. */
  readonly language?: string | undefined;
  /** Names that may be said; left out where the server does not take it. */
  readonly prompt?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How many tries are left for this sound; each takes one. {@link maxSends} by default. */
  readonly tries?: { left: number } | undefined;
  /** Awaited after each try on which the server has worked, or may have: with an answer, a failure, or none in time. */
  readonly onWorked?: (() => unknown) | undefined;
}

/** The file is too large for the server, and may be sent in parts of {@link SpeechServer.maxBytes}. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

/** How a request is made, see {@link forms}. */
interface Manner {
  form: number;
  hasPrompt: boolean;
  hasLanguage: boolean;
}

/**
 * A client of servers with OpenAI's API for transcriptions. It handles deadlines, retries and what a server cannot tell;
 * words are never logged.
 */
export class SpeechServer {
  /** Whether the server takes the key and the model. */
  readonly setting: ModelServerCheck;
  /** The longest file that is sent, as learned from refusals. */
  maxBytes = Infinity;
  /** The index of the form that worked last. */
  private form = 0;
  private isFormDoubted = false;
  private isPromptRefused = false;
  /** When each advice was logged last, by `performance.now()`. */
  private readonly reportedAt = new Map<string, number>();

  constructor(
    private readonly settings: SpeechServerSettings,
    private readonly logger: Logger,
    private readonly timing: CallTiming = callTiming(settings.SPEECH_TIMEOUT_MS),
  ) {
    this.setting = new ModelServerCheck({
      name: server,
      loss: 'Speech is not recognised',
      prefix: 'SPEECH',
      settings: () => ({
        key: settings.SPEECH_API_KEY,
        model: settings.SPEECH_MODEL,
        address: settings.SPEECH_BASE_URL,
      }),
      callMs: timing.callMs,
      maxAnswerBytes,
      logger,
    });
  }

  /**
   * @throws {TranscriberUnavailable} while the server is away or a setting is wrong; {TranscriptionFailed} after so many tries
   * without a usable answer; {FileTooLarge}; or the reason of the signal
   */
  async hear(call: SpeechCall): Promise<Heard> {
    const begin = performance.now();
    const deadline = AbortSignal.timeout(this.timing.totalMs);
    const signal = call.signal ? AbortSignal.any([call.signal, deadline]) : deadline;
    const log = (outcome: string) => {
      const ms = Math.round(performance.now() - begin);
      const { SPEECH_MODEL: model } = this.settings;
      this.logger.info({ model, bytes: call.wav.length, ms, outcome }, server);
    };
    try {
      const heard = await this.hearInForms(call, signal);
      log('heard');
      this.setting.setCalled();
      return heard;
    } catch (error) {
      call.signal?.throwIfAborted();
      if (error instanceof FileTooLarge) throw error;
      const fault = toServerFault(error, server);
      log(fault.message);
      throw this.failureOf(fault, call);
    }
  }

  private failureOf(fault: ServerFault, { wav, tries }: SpeechCall): Error {
    const { retryAfterMs, instead, status } = fault.facts;
    // What may be due to the sound is tried again late, because the tries are counted.
    const ownMs = fault.isTransient && !fault.isOutage ? longestWaitMs : undefined;
    const waitMs = retryAfterMs === undefined ? ownMs : Math.min(retryAfterMs, longestWaitMs);
    const waits = new TranscriberUnavailable('no-answer', waitMs, { cause: fault });
    if (fault.isTransient) return fault.isOutage || tries?.left !== 0 ? waits : this.givenUp(fault);
    const kilobytes = String(Math.ceil(wav.length / 1_000));
    if (status === 413)
      this.setting.setWrongUntilCalled(
        `or a proxy before it takes no file of ${kilobytes} kB (413): allow 25 MB there (SPEECH_BASE_URL)`,
      );
    else if (instead === 'page') this.setting.setWrongUntilCalled(fault.refusalOf('SPEECH') ?? '');
    else if (this.setting.isWrongBy(fault)) return waits;
    else if (fault.isRefusal || instead !== undefined) return this.givenUp(fault);
    else this.report(fault);
    return waits;
  }

  private givenUp(fault: ServerFault): TranscriptionFailed {
    this.logger.warn({ err: fault }, 'the speech server gives no usable answer for a recording');
    return new TranscriptionFailed(
      'The speech server gives no usable answer for this recording. Its administrator finds the reason in the log.',
      { cause: fault },
    );
  }

  /** Captions wait and are tried again each minute, so the same advice is logged once an hour. */
  private report(fault: ServerFault): void {
    const advice = fault.adviceOn('SPEECH');
    const now = performance.now();
    const last = this.reportedAt.get(advice);
    if (last !== undefined && now - last < reportEveryMs) return;
    this.reportedAt.set(advice, now);
    this.logger.error({ err: fault }, `The speech server cannot be used: ${advice}.`);
  }

  /** Asks for less where an answer cannot be used, until the tries of the sound are used up. */
  private async hearInForms(call: SpeechCall, signal: AbortSignal): Promise<Heard> {
    const { tries = { left: maxSends } } = call;
    const manner: Manner = {
      form: this.form,
      hasPrompt: call.prompt !== undefined && !this.isPromptRefused,
      hasLanguage: call.language !== undefined,
    };
    let failures = 0;
    let hasFailed = false;
    for (;;) {
      if (tries.left <= 0) throw new ServerFault('No try is left for this sound.', { instead: 'unreadable' });
      try {
        const heard = await this.hearWithTries(call, manner, signal);
        this.learnForm(manner.form, hasFailed);
        this.isPromptRefused ||= call.prompt !== undefined && !manner.hasPrompt;
        return heard;
      } catch (error) {
        if (error instanceof FileTooLarge) throw error;
        signal.throwIfAborted();
        const fault = toServerFault(error, server);
        tries.left -= fault.isOutage ? 0 : 1;
        failures += 1;
        if (tries.left === 0) throw fault;
        const isSame = fault.facts.hasTimedOut === true && failures < maxTries;
        if (!isSame && !this.simplify(manner, fault)) throw fault;
        hasFailed ||= fault.isTransient;
        if (fault.isTransient && !(await waitForTry(failures, fault, this.timing, signal))) throw fault;
      }
    }
  }

  /** A server that failed may have failed for another reason than the form: that counts from the second time on. */
  private learnForm(form: number, hasFailed: boolean): void {
    if (form > this.form && hasFailed && !this.isFormDoubted) this.isFormDoubted = true;
    else this.form = form;
  }

  /** @returns false when a request cannot be made in a simpler manner, or the failure is not about it */
  private simplify(manner: Manner, fault: ServerFault): boolean {
    const { status, parameter, instead } = fault.facts;
    if (status === 413 || fault.isOutage || fault.refusalOf('SPEECH') !== undefined) return false;
    if (!fault.isRefusal && instead === undefined && status !== 500) return false;
    if (parameter === 'language' && manner.hasLanguage) manner.hasLanguage = false;
    else if (manner.form + 1 < forms.length) manner.form += 1;
    else if (manner.hasPrompt && fault.isRefusal)
      Object.assign(manner, { hasPrompt: false, form: this.form });
    else return false;
    return true;
  }

  private async hearWithTries(call: SpeechCall, manner: Manner, signal: AbortSignal): Promise<Heard> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.hearOnce(call, manner, signal);
      } catch (error) {
        signal.throwIfAborted();
        const fault = toServerFault(error, server);
        if (fault.facts.status === 413 && this.learnSize(call)) throw new FileTooLarge();
        if (!fault.isOutage || tries >= maxTries) throw fault;
        if (!(await waitForTry(tries, fault, this.timing, signal))) throw fault;
      }
    }
  }

  /** @returns whether a smaller file may be sent */
  private learnSize({ wav: { length: bytes }, isWhole = false }: SpeechCall): boolean {
    const smaller = fileSizes.find((size) => size < bytes);
    if (smaller === undefined || isWhole) return false;
    if (smaller < this.maxBytes)
      this.logger.warn({ bytes, smaller }, 'the speech server takes smaller files only (413)');
    this.maxBytes = Math.min(this.maxBytes, smaller);
    return true;
  }

  private async hearOnce(
    { wav, piece, language, prompt, onWorked }: SpeechCall,
    { form, hasPrompt, hasLanguage }: Manner,
    signal: AbortSignal,
  ): Promise<Heard> {
    const asked = forms[form] ?? forms[0];
    const told = hasPrompt ? prompt : undefined;
    const body = {
      file: await toFile(wav, 'speech.wav', { type: 'audio/wav' }),
      model: this.settings.SPEECH_MODEL,
      ...asked,
      ...(hasLanguage && language !== undefined && { language }),
      ...(told !== undefined && { prompt: told }),
    };
    const perCall = AbortSignal.any([signal, AbortSignal.timeout(this.timing.callMs)]);
    const answer = await this.setting.client.audio.transcriptions
      .create(body, { signal: perCall })
      .asResponse()
      .then((response) => response.text())
      .catch(async (error: unknown) => {
        const fault = toServerFault(error, server);
        if (fault.facts.hasTimedOut || fault.facts.status === 500) await onWorked?.();
        throw fault;
      });
    await onWorked?.();
    const isText = asked.response_format === 'text';
    const input = { body: answer, isText, piece, prompt: told };
    const heard = await inWorker(reading, input, { owner: server, signal });
    if (!('problem' in heard)) return heard;
    if (heard.problem === 'error')
      throw new ServerFault(`The ${server} answered with an error.`, { status: heard.status ?? 500 });
    throw new ServerFault(
      `The server that answered does not recognise speech, or not in the form ${asked.response_format ?? ''}.`,
      { instead: heard.problem },
    );
  }
}
