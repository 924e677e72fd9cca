import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TranscriptionOutcome } from './transcriber.ts';
import type { WorkerAnswer, WorkerRequest } from './worker-messages.ts';

const STDERR_KEPT = 2000;

interface Settle {
  resolve: (outcome: TranscriptionOutcome) => void;
  reject: (cause: Error) => void;
}

/**
 * A process that transcribes. A process and not a thread: it has its own priority, its memory returns to the system when
 * it ends, and a crash of the native runtime takes nobody along.
 */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #stallMs: number;
  #stderr = '';
  #settle: Settle | undefined;
  #onProgress: (percent: number) => void = () => undefined;
  #stall: NodeJS.Timeout | undefined;

  /** @param stallMs a worker silent for so long while it should work is ended */
  constructor(threads: number, stallMs: number) {
    this.#stallMs = stallMs;
    this.#child = start(threads);
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_KEPT);
    });
    this.#child.on('message', (message: WorkerAnswer) => {
      this.#receive(message);
    });
    this.#child.on('error', (cause) => {
      this.#fail(new Error(`the speech worker failed: ${cause.message}`, { cause }));
    });
    this.#child.on('close', (code, signal) => {
      this.#fail(new Error(`the speech worker ended (${signal ?? String(code)}) ${this.#stderr}`.trim()));
    });
    this.#hold(false);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null && this.#child.connected;
  }

  /** One at a time. Rejects when the audio cannot be used or the worker dies. */
  run(request: WorkerRequest, onProgress: (percent: number) => void): Promise<TranscriptionOutcome> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#onProgress = onProgress;
      this.#hold(true);
      this.#watch();
      this.#child.send(request, (cause) => {
        if (cause) this.#fail(new Error(`the speech worker cannot be reached: ${cause.message}`, { cause }));
      });
    });
  }

  /** Ends the process at once; resolves when it is gone. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null || this.pid === undefined) return;
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#hold(true);
    this.#child.kill('SIGKILL');
    await gone;
  }

  #receive(message: WorkerAnswer): void {
    if (message.kind === 'progress') {
      this.#watch();
      this.#onProgress(message.percent);
    } else if (message.kind === 'failed') {
      this.#fail(new Error(message.message));
    } else {
      this.#finish()?.resolve(message.outcome);
    }
  }

  #fail(cause: Error): void {
    this.#finish()?.reject(cause);
  }

  #finish(): Settle | undefined {
    const settle = this.#settle;
    this.#settle = undefined;
    clearTimeout(this.#stall);
    this.#hold(false);
    return settle;
  }

  #watch(): void {
    clearTimeout(this.#stall);
    this.#stall = setTimeout(() => {
      this.#fail(new Error(`the speech worker was silent for ${String(this.#stallMs / 1000)} s`));
      void this.kill();
    }, this.#stallMs);
  }

  /** An idle worker must not keep its parent from ending. */
  #hold(isNeeded: boolean): void {
    const stderr = this.#child.stderr as unknown as { ref?(): void; unref?(): void } | null;
    if (isNeeded) {
      this.#child.ref();
      this.#child.channel?.ref();
      stderr?.ref?.();
    } else {
      this.#child.unref();
      this.#child.channel?.unref();
      stderr?.unref?.();
    }
  }
}

function start(threads: number): ChildProcess {
  // Sources run as they are (Node strips the types); what was built runs as JavaScript.
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(isSource ? './worker-entry.ts' : './worker-entry.js', import.meta.url);
  return fork(fileURLToPath(entry), [String(threads)], {
    // What the parent's Node was told is not meant for this one.
    env: { ...process.env, NODE_OPTIONS: '' },
    execArgv: isSource ? ['--conditions=@vault/source'] : [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
