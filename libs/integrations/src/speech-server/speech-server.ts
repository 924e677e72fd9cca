import { inWorker, type Logger } from '@vault/base';
import { TranscriberUnavailable, type PlannedPiece } from '@vault/speech';
import { workerTask } from '@vault/worker-pool';
import { OpenAI, toFile } from 'openai';
import { boundedFetchOf } from '../model-server/bounded-fetch.ts';
import { ModelServerCheck } from '../model-server/model-server-check.ts';
import { callTiming, maxTries, waitForTry, type CallTiming } from '../model-server/retrying.ts';
import { ServerFault, toServerFault } from '../model-server/server-fault.ts';
import type { SpeechServerSettings } from './speech-server.config.ts';
import type { Heard, readTranscription } from './transcription.ts';

/** Ten minutes of speech with the times of all words have 200 KiB. */
const maxAnswerBytes = 2 * 1024 * 1024;

type Form = Pick<OpenAI.Audio.TranscriptionCreateParams, 'response_format' | 'timestamp_granularities'>;

/** A server may ask for any wait; an operator may have mended it long before. */
const longestWaitMs = 10 * 60_000;

const reportEveryMs = 60 * 60_000;

/** What servers can tell, from the most. */
const forms: readonly [Form, ...Form[]] = [
  { response_format: 'verbose_json', timestamp_granularities: ['word', 'segment'] },
  { response_format: 'verbose_json' },
  { response_format: 'json' },
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
  /** ISO 639-1; absent when the server is to find it. */
  readonly language?: string | undefined;
  /** Names that may be said; left out where the server does not take it. */
  readonly prompt?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called for each try on which the server has worked, or may have: with an answer, or none in time. */
  readonly onWorked?: (() => void) | undefined;
}

/**
 * A client of servers with OpenAI's API for transcriptions. It handles deadlines, retries and what a server cannot tell;
 * words are never logged.
 */
export class SpeechServer {
  /** Whether the server takes the key and the model. */
  readonly setting: ModelServerCheck;
  private readonly client: OpenAI;
  /** The index of the form that worked last. */
  private form = 0;
  private isPromptRefused = false;
  /** When each advice was logged last, by `performance.now()`. */
  private readonly reportedAt = new Map<string, number>();

  constructor(
    private readonly settings: SpeechServerSettings,
    private readonly logger: Logger,
    private readonly timing: CallTiming = callTiming(settings.SPEECH_TIMEOUT_MS),
  ) {
    this.client = new OpenAI({
      // Read for each call, because it may change. The SDK refuses an empty one.
      apiKey: () => Promise.resolve(settings.SPEECH_API_KEY ?? 'none'),
      // Null, not undefined: the SDK must not read these from the environment, which is not our configuration.
      baseURL: settings.SPEECH_BASE_URL ?? null,
      organization: null,
      project: null,
      adminAPIKey: null,
      webhookSecret: null,
      timeout: timing.callMs,
      maxRetries: 0,
      logLevel: 'off',
      fetch: boundedFetchOf(server, maxAnswerBytes),
    });
    this.setting = new ModelServerCheck({
      ...{ name: server, loss: 'Speech is not recognised', prefix: 'SPEECH' },
      ...{ client: this.client, logger },
      model: () => settings.SPEECH_MODEL,
      read: () => [settings.SPEECH_API_KEY, settings.SPEECH_MODEL, settings.SPEECH_BASE_URL],
    });
  }

  /** @throws {TranscriberUnavailable} when the server gives no usable answer, or the reason of the signal */
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
      const heard = await this.hearWithPrompt(call, signal);
      log('heard');
      this.setting.setRight();
      return heard;
    } catch (error) {
      call.signal?.throwIfAborted();
      const fault = toServerFault(error, server);
      log(fault.message);
      if (!fault.isTransient && !this.setting.isWrongBy(fault)) this.report(fault);
      const { retryAfterMs } = fault.facts;
      const waitMs = retryAfterMs === undefined ? undefined : Math.min(retryAfterMs, longestWaitMs);
      throw new TranscriberUnavailable('no-answer', waitMs, { cause: fault });
    }
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

  /** Without the prompt where the server refuses every form with it. */
  private async hearWithPrompt(call: SpeechCall, signal: AbortSignal): Promise<Heard> {
    const { prompt, ...plain } = call;
    if (prompt === undefined || this.isPromptRefused) return await this.hearInForms(plain, signal);
    try {
      return await this.hearInForms(call, signal);
    } catch (error) {
      if (!isFormRefused(error)) throw error;
      const heard = await this.hearInForms(plain, signal);
      this.isPromptRefused = true;
      return heard;
    }
  }

  private async hearInForms(call: SpeechCall, signal: AbortSignal): Promise<Heard> {
    for (let form = this.form; ; form += 1) {
      try {
        const heard = await this.hearWithTries(call, form, signal);
        this.form = form;
        return heard;
      } catch (error) {
        if (!isFormRefused(error) || form + 1 >= forms.length) throw error;
      }
    }
  }

  private async hearWithTries(call: SpeechCall, form: number, signal: AbortSignal): Promise<Heard> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.hearOnce(call, form, signal);
      } catch (error) {
        signal.throwIfAborted();
        const fault = toServerFault(error, server);
        if (!fault.isTransient || tries >= maxTries) throw fault;
        if (!(await waitForTry(tries, fault, this.timing, signal))) throw fault;
      }
    }
  }

  private async hearOnce(
    { wav, piece, language, prompt, onWorked }: SpeechCall,
    form: number,
    signal: AbortSignal,
  ): Promise<Heard> {
    const body = {
      file: await toFile(wav, 'speech.wav', { type: 'audio/wav' }),
      model: this.settings.SPEECH_MODEL,
      ...(forms[form] ?? forms[0]),
      ...(language !== undefined && { language }),
      ...(prompt !== undefined && { prompt }),
    };
    const perCall = AbortSignal.any([signal, AbortSignal.timeout(this.timing.callMs)]);
    const answer = await this.client.audio.transcriptions
      .create(body, { signal: perCall })
      .asResponse()
      .then((response) => response.text())
      .catch((error: unknown) => {
        const fault = toServerFault(error, server);
        if (fault.facts.hasTimedOut) onWorked?.();
        throw fault;
      });
    onWorked?.();
    const heard = await inWorker(reading, { body: answer, piece, prompt }, { owner: server, signal });
    if (!heard) throw new ServerFault('The server that answered does not recognise speech.');
    return heard;
  }
}

function isFormRefused(error: unknown): boolean {
  return error instanceof ServerFault && error.isRefusal && error.facts.status !== 413;
}
