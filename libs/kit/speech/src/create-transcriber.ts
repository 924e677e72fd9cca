import { availableParallelism } from 'node:os';
import type {
  PieceRequest,
  PieceTranscriber,
  TranscriptionOutcome,
  TranscriptionPlan,
  TranscriptionRequest,
  VoicesRequest,
} from './transcriber.ts';
import type { VoicedCue } from './voices-of-cues.ts';
import type { WorkerRequest, WorkerResult, WorkerResults } from './worker-messages.ts';
import { WorkerProcess } from './worker-process.ts';

/** Settings of a transcriber. */
export interface TranscriberOptions {
  /** Computing threads; by default the number of cores, at most 4. */
  threads?: number;
  /** Whether the voices of a recording are told apart; true by default. */
  speakers?: boolean;
  /** The worker (about 400 MB) ends after this time without work; 30 s by default. */
  idleMs?: number;
  /** Maximum number of waiting requests; further ones are refused. 100 by default. */
  maxQueued?: number;
  /** A worker that sends no message for this time is killed and its request fails; 2 minutes by default. */
  stallMs?: number;
  /** Called each time that the times of words can only be estimated, with the reason: a part of a sentence. */
  onUnaligned?: (reason: string) => void;
}

/** The transcriber of this machine. */
export interface LocalTranscriber extends PieceTranscriber {
  /**
   * Adds the voices to cues that another recogniser has found; not when voices are not told apart.
   * @throws Error like `transcribe`
   */
  addVoices(request: VoicesRequest): Promise<VoicedCue[]>;
  /** For measurements. */
  readonly workerPid: number | undefined;
}

type Control = Pick<TranscriptionRequest, 'onProgress' | 'signal'>;

interface Waiting {
  request: WorkerRequest;
  control: Control;
  resolve: (result: WorkerResult) => void;
  reject: (cause: unknown) => void;
}

/** Transcribes English on this machine: one recording at a time, in a worker process started on demand. */
export function createTranscriber(options: TranscriberOptions = {}): LocalTranscriber {
  return new QueueingTranscriber(options);
}

class QueueingTranscriber implements LocalTranscriber {
  private readonly options: Required<TranscriberOptions>;
  private readonly queue: Waiting[] = [];
  private worker: WorkerProcess | undefined;
  private idle: NodeJS.Timeout | undefined;
  private isBusy = false;
  private isClosed = false;

  constructor({ threads, ...options }: TranscriberOptions) {
    this.options = {
      ...{ speakers: true, idleMs: 30_000, maxQueued: 100, stallMs: 120_000, onUnaligned: () => undefined },
      ...options,
      threads: threads ?? Math.min(4, availableParallelism()),
    };
  }

  get workerPid(): number | undefined {
    return this.worker?.isAlive ? this.worker.pid : undefined;
  }

  async transcribe(request: TranscriptionRequest): Promise<TranscriptionOutcome> {
    const language = readLanguage(request.language);
    if (language === 'other') return { status: 'unavailable', reason: 'language-not-supported' };
    return this.enqueue({ kind: 'whole', audioPath: request.audioPath, language }, request);
  }

  async plan(request: TranscriptionRequest): Promise<TranscriptionPlan> {
    const language = readLanguage(request.language);
    if (language === 'other') return { verdict: 'foreign', language: request.language ?? '', pieces: [] };
    return this.enqueue({ kind: 'plan', audioPath: request.audioPath, language }, request);
  }

  async transcribePiece(request: PieceRequest): Promise<VoicedCue[]> {
    const { audioPath, plan, index, offsetSeconds = 0 } = request;
    const piece = plan.pieces[index];
    if (!piece) throw new Error(`the plan has no piece ${String(index)}`);
    return this.enqueue({ kind: 'piece', audioPath, piece, offsetSeconds }, request);
  }

  async addVoices({ audioPath, cues, offsetSeconds = 0, signal }: VoicesRequest): Promise<VoicedCue[]> {
    if (!this.options.speakers || cues.length === 0) return [...cues];
    return this.enqueue({ kind: 'voices', audioPath, cues, offsetSeconds }, { signal });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idle);
    for (const { reject } of this.queue.splice(0)) reject(new Error('the transcriber is closed'));
    await this.endWorker();
  }

  private enqueue<Request extends WorkerRequest>(
    request: Request,
    control: Control,
  ): Promise<WorkerResults[Request['kind']]> {
    const { signal } = control;
    signal?.throwIfAborted();
    if (this.isClosed) throw new Error('the transcriber is closed');
    if (this.queue.length >= this.options.maxQueued) throw new Error('too many transcriptions are waiting');
    const { promise, resolve, reject } = Promise.withResolvers<WorkerResult>();
    const waiting = { request, control, resolve, reject };
    const cancel = (): void => {
      const at = this.queue.indexOf(waiting);
      if (at !== -1) this.queue.splice(at, 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    this.queue.push(waiting);
    void this.next();
    const result = promise.finally(() => signal?.removeEventListener('abort', cancel));
    // The worker answers a request with the result of its kind.
    return result as Promise<WorkerResults[Request['kind']]>;
  }

  private async next(): Promise<void> {
    if (this.isBusy) return;
    const waiting = this.queue.shift();
    if (!waiting) return;
    this.isBusy = true;
    try {
      waiting.resolve(await this.run(waiting));
    } catch (cause) {
      waiting.reject(this.isClosed ? new Error('the transcriber is closed', { cause }) : cause);
    }
    this.isBusy = false;
    this.startIdleTimer();
    void this.next();
  }

  private async run({ request, control: { onProgress, signal } }: Waiting): Promise<WorkerResult> {
    clearTimeout(this.idle);
    if (!this.worker?.isAlive) this.worker = new WorkerProcess(this.options.threads, this.options);
    const worker = this.worker;
    // Forgets the worker too: it may have answered just before, and the next request must not get a dying one.
    const stop = (): void => void this.endWorker();
    signal?.addEventListener('abort', stop, { once: true });
    let highest = -1;
    try {
      return await worker.run(request, (percent) => {
        if (percent <= highest) return;
        highest = percent;
        onProgress?.(percent);
      });
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  private startIdleTimer(): void {
    if (this.isClosed) return;
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.endWorker(), this.options.idleMs).unref();
  }

  private async endWorker(): Promise<void> {
    const worker = this.worker;
    this.worker = undefined;
    await worker?.kill();
  }
}

/** The English tag that was stated, undefined when none was, or `other` for another language. */
function readLanguage(language = ''): string | undefined {
  const primary = language.trim().toLowerCase().split(/[-_]/)[0] ?? '';
  if (['', 'und', 'auto', 'mul'].includes(primary)) return undefined;
  return ['en', 'eng'].includes(primary) ? language : 'other';
}
