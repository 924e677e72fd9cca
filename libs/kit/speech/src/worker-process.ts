import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WorkerAnswer, WorkerRequest, WorkerResult } from './worker-messages.ts';

const maxStderrLength = 2000;

interface PendingResult {
  resolve: (result: WorkerResult) => void;
  reject: (cause: Error) => void;
}

/**
 * A process that transcribes. It is a process and not a thread, because a process has its own priority, returns its
 * memory to the system when it ends, and can crash in the native runtime without ending its parent.
 */
export class WorkerProcess {
  private readonly child: ChildProcess;
  private readonly stallMs: number;
  private readonly onUnaligned: (reason: string) => void;
  private stderr = '';
  private pending: PendingResult | undefined;
  private onProgress: (percent: number) => void = () => undefined;
  private stall: NodeJS.Timeout | undefined;

  /**
   * @param speakers whether it tells voices apart
   * @param stallMs a working process that sends no message for this time is killed
   * @param onUnaligned called when the times of words can only be estimated
   */
  constructor(
    threads: number,
    {
      speakers,
      stallMs,
      onUnaligned,
    }: { speakers: boolean; stallMs: number; onUnaligned: (reason: string) => void },
  ) {
    this.stallMs = stallMs;
    this.onUnaligned = onUnaligned;
    this.child = start(threads, speakers);
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-maxStderrLength);
    });
    this.child.on('message', (message: WorkerAnswer) => this.receive(message));
    this.child.on('error', (cause) => {
      this.fail(new Error(`the speech worker failed: ${cause.message}`, { cause }));
    });
    this.child.on('close', (code, signal) => {
      this.fail(new Error(`the speech worker ended (${signal ?? String(code)}) ${this.stderr}`.trim()));
    });
    this.setKeepsParentAlive(false);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null && this.child.connected;
  }

  /** Runs one request at a time. Rejects when the audio cannot be used or the worker ends. */
  run(request: WorkerRequest, onProgress: (percent: number) => void): Promise<WorkerResult> {
    return new Promise((resolve, reject) => {
      this.pending = { resolve, reject };
      this.onProgress = onProgress;
      this.setKeepsParentAlive(true);
      this.restartStallTimer();
      this.child.send(request, (cause) => {
        if (cause) this.fail(new Error(`the speech worker cannot be reached: ${cause.message}`, { cause }));
      });
    });
  }

  /** Ends the process at once; resolves when it is gone. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null || this.pid === undefined) return;
    const exited = new Promise((resolve) => this.child.once('exit', resolve));
    this.setKeepsParentAlive(true);
    this.child.kill('SIGKILL');
    await exited;
  }

  private receive(message: WorkerAnswer): void {
    if (message.kind === 'progress') {
      this.restartStallTimer();
      this.onProgress(message.percent);
    } else if (message.kind === 'unaligned') {
      this.restartStallTimer();
      this.onUnaligned(message.message);
    } else if (message.kind === 'failed') {
      this.fail(new Error(message.message));
    } else {
      this.takePending()?.resolve(message.result);
    }
  }

  private fail(cause: Error): void {
    this.takePending()?.reject(cause);
  }

  private takePending(): PendingResult | undefined {
    const pending = this.pending;
    this.pending = undefined;
    clearTimeout(this.stall);
    this.setKeepsParentAlive(false);
    return pending;
  }

  private restartStallTimer(): void {
    clearTimeout(this.stall);
    this.stall = setTimeout(() => {
      this.fail(new Error(`the speech worker was silent for ${String(this.stallMs / 1000)} s`));
      void this.kill();
    }, this.stallMs);
  }

  /** Only a working process keeps its parent running; an idle one does not. */
  private setKeepsParentAlive(isNeeded: boolean): void {
    const stderr = this.child.stderr as unknown as { ref?(): void; unref?(): void } | null;
    if (isNeeded) {
      this.child.ref();
      this.child.channel?.ref();
      stderr?.ref?.();
    } else {
      this.child.unref();
      this.child.channel?.unref();
      stderr?.unref?.();
    }
  }
}

function start(threads: number, speakers: boolean): ChildProcess {
  // From source, Node runs the TypeScript entry (it strips the types); a build has a JavaScript entry.
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(isSource ? './worker-entry.ts' : './worker-entry.js', import.meta.url);
  return fork(fileURLToPath(entry), [String(threads), speakers ? 'on' : 'off'], {
    // The parent's Node options must not apply to the worker.
    env: { ...process.env, NODE_OPTIONS: '' },
    execArgv: isSource ? ['--conditions=@vault/source'] : [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
