import { checkReadable, checkSize } from './file.ts';
import { ProgressMeter, SnapshotStore } from './progress.ts';
import { type SessionAnswer, SessionRequests, UploadSession } from './upload-session.ts';
import { type Endpoint, EndpointSource, UploadStopped } from './upload-stopped.ts';
import {
  type ResolvedOptions,
  type Upload,
  type UploadOptions,
  type UploadSnapshot,
  type UploadState,
  resolveOptions,
  uploadMessages,
} from './upload.ts';
import { WakeSignal, awayAfter, offlineProbeMs } from './waiting.ts';

const gone = new Set([404, 410]);

/** Implements an upload: one loop makes the requests and reacts to pause, abort and connectivity changes. */
export class ResumableUpload implements Upload {
  private readonly store: SnapshotStore;
  private readonly wakeSignal: WakeSignal;
  private readonly requests: SessionRequests;
  private readonly endpoints: EndpointSource;
  private readonly meter: ProgressMeter;
  private readonly lifetime = new AbortController();
  private session: UploadSession | undefined;
  private wantsPause = false;
  /** The device went offline during the current request: its connection may be dead without an error. */
  private isConnectionSuspect = false;
  private unanswered = 0;
  private unsubscribeConnectivity: (() => void) | undefined;

  constructor(private readonly options: ResolvedOptions) {
    this.store = new SnapshotStore(options.file.size);
    this.wakeSignal = new WakeSignal(options.clock);
    this.requests = new SessionRequests(options);
    this.endpoints = new EndpointSource(options);
    this.meter = new ProgressMeter(options.file.size);
  }

  snapshot = (): UploadSnapshot => this.store.current;

  subscribe = (listener: () => void): (() => void) => this.store.subscribe(listener);

  start = (): void => {
    if (this.state === 'idle') this.launch();
  };

  pause = (): void => {
    if (this.state !== 'uploading' && this.state !== 'offline') return;
    this.wantsPause = true;
    this.setState('pausing');
    this.wakeSignal.wake();
  };

  resume = (): void => {
    if (this.state !== 'pausing' && this.state !== 'paused') return;
    this.wantsPause = false;
    this.setState('uploading');
    this.wakeSignal.wake();
  };

  retry = (): void => {
    if (this.state !== 'error') return;
    this.session?.cursor.resetAttempts();
    this.session?.markUncertain();
    this.launch();
  };

  abort = (): void => {
    if (this.state === 'success' || this.state === 'aborted') return;
    this.setState('aborted');
    this.release();
  };

  dispose = (): void => {
    this.abort();
    this.store.close();
  };

  private get state(): UploadState {
    return this.store.current.state;
  }

  private setState(state: UploadState, message?: string): void {
    this.store.set({ state, message, failure: undefined });
  }

  private publishFigures(sentBytes?: number): void {
    if (this.session) this.store.set(this.meter.figures(this.session.cursor, sentBytes));
  }

  private launch(): void {
    this.wantsPause = false;
    this.unsubscribeConnectivity = this.options.connectivity.subscribe((isOnline) => {
      this.connectivityChanged(isOnline);
    });
    this.setState('uploading');
    this.publishFigures();
    void this.run();
  }

  private async run(): Promise<void> {
    try {
      checkSize(this.options.file, this.options.maxFileSizeKb);
      await checkReadable(this.options.file);
      this.lifetime.signal.throwIfAborted();
      while (!(await this.step()));
      this.succeed();
    } catch (error) {
      this.fail(error);
    }
  }

  /** @returns whether the server has the whole file */
  private async step(): Promise<boolean> {
    await this.pauseIfWanted();
    if (!this.session) {
      await this.openSession();
      return false;
    }
    this.isConnectionSuspect = false;
    const answer = await this.session.next();
    this.lifetime.signal.throwIfAborted();
    return this.handleAnswer(this.session, answer);
  }

  /** Leaves the session unset when the device is offline: the next step tries again. */
  private async openSession(): Promise<void> {
    const endpoint = await this.findEndpoint();
    this.lifetime.signal.throwIfAborted();
    if (!endpoint) return this.waitOnline();
    if (this.state === 'offline') this.setState('uploading');
    this.session = new UploadSession(endpoint, {
      options: this.options,
      requests: this.requests,
      meter: this.meter,
      onSent: (position) => this.publishFigures(position),
    });
    this.publishFigures();
  }

  private async findEndpoint(): Promise<Endpoint | undefined> {
    try {
      return await this.endpoints.find(this.lifetime.signal);
    } catch (error) {
      const isFailedCall = error instanceof UploadStopped && error.failure.kind === 'endpoint-failed';
      if (isFailedCall && !this.options.connectivity.isOnline()) return undefined;
      throw error;
    }
  }

  private async handleAnswer(session: UploadSession, answer: SessionAnswer): Promise<boolean> {
    const { verdict } = answer;
    this.unanswered = verdict.status === 0 ? this.unanswered + 1 : 0;
    if (verdict.status !== 0 && this.state === 'offline') this.setState('uploading');
    switch (verdict.kind) {
      case 'complete':
        return true;
      case 'held':
        return this.applyHeldBytes(session, verdict.bytes, answer);
      case 'query-unsupported':
        session.trustCursor();
        return false;
      case 'conflict':
        if (verdict.bytes !== undefined && verdict.bytes < this.options.file.size)
          session.applyHeldBytes(verdict.bytes);
        break;
      case 'stop':
        this.giveUpOrRestart(session, verdict.status);
        return false;
      case 'retry':
        break;
    }
    await this.recover(session, answer);
    return false;
  }

  private async applyHeldBytes(
    session: UploadSession,
    bytes: number,
    answer: SessionAnswer,
  ): Promise<boolean> {
    const outcome = session.applyHeldBytes(bytes);
    if (outcome === 'complete') return true;
    if (outcome === 'stalled') await this.recover(session, answer);
    else this.publishFigures();
    return false;
  }

  /** Throws, unless a resumed session is gone before any byte was sent to it: the next step then opens a new one. */
  private giveUpOrRestart(session: UploadSession, status: number): void {
    if (gone.has(status)) {
      this.endpoints.forget();
      this.session = undefined;
      if (session.isResumed && !session.cursor.hasSent) return;
    }
    throw UploadStopped.byStatus(status);
  }

  /** After a failure only the server knows what it holds: the next request is an offset query, if attempts are left. */
  private async recover(session: UploadSession, { verdict, retryDelayMs }: SessionAnswer): Promise<void> {
    const { file, connectivity, attempts } = this.options;
    session.markUncertain();
    this.meter.interrupt();
    this.publishFigures();
    if (verdict.status === 0) {
      await checkReadable(file, session.cursor.accepted);
      this.lifetime.signal.throwIfAborted();
      if (!connectivity.isOnline() || this.state === 'offline') return this.waitOnline();
      if (this.isConnectionSuspect) return;
    }
    if (this.wantsPause) return;
    const mayRepeat = session.cursor.useAttempt(attempts);
    if (!mayRepeat && this.unanswered < awayAfter) throw UploadStopped.byStatus(verdict.status);
    if (!mayRepeat) session.cursor.resetAttempts();
    this.publishFigures();
    if (!mayRepeat) return this.waitOnline();
    await this.waitUnlessPaused(retryDelayMs, () => true);
  }

  /** Waits for the next probe. The event that the network is back ends the wait and the state. */
  private async waitOnline(): Promise<void> {
    if (this.state === 'uploading') this.setState('offline', uploadMessages.offline);
    await this.waitUnlessPaused(offlineProbeMs, () => this.state === 'offline');
  }

  private async waitUnlessPaused(milliseconds: number, isNeeded: () => boolean): Promise<void> {
    const { clock } = this.options;
    const until = clock.now() + milliseconds;
    for (let left = milliseconds; left > 0 && !this.wantsPause && isNeeded(); left = until - clock.now()) {
      await this.sleep(left);
    }
  }

  private async pauseIfWanted(): Promise<void> {
    while (this.wantsPause) {
      this.meter.interrupt();
      this.publishFigures();
      if (this.state !== 'paused') this.setState('paused');
      await this.sleep();
    }
    this.lifetime.signal.throwIfAborted();
  }

  private async sleep(milliseconds?: number): Promise<void> {
    this.lifetime.signal.throwIfAborted();
    await this.wakeSignal.wait(milliseconds);
    this.lifetime.signal.throwIfAborted();
  }

  private connectivityChanged(isOnline: boolean): void {
    if (isOnline) {
      if (this.state === 'offline') this.setState('uploading');
      if (this.isConnectionSuspect) this.requests.cancel();
      this.wakeSignal.wake();
    } else {
      this.isConnectionSuspect = this.requests.isBusy;
      if (this.state === 'uploading') this.setState('offline', uploadMessages.offline);
    }
  }

  private succeed(): void {
    const attempt = this.session?.cursor.attempt ?? 1;
    const message = uploadMessages.complete;
    this.store.set({ ...this.meter.finished(attempt), state: 'success', message, failure: undefined });
    this.release();
  }

  private fail(error: unknown): void {
    if (this.lifetime.signal.aborted) return;
    this.meter.interrupt();
    this.stopWatchingConnectivity();
    this.publishFigures();
    const { message, failure } = UploadStopped.from(error);
    this.store.set({ state: 'error', message, failure });
  }

  private release(): void {
    this.lifetime.abort();
    this.requests.cancel();
    this.stopWatchingConnectivity();
    this.wakeSignal.wake();
  }

  private stopWatchingConnectivity(): void {
    this.unsubscribeConnectivity?.();
    this.unsubscribeConnectivity = undefined;
  }
}

/**
 * Prepares the upload of one file; {@link Upload.start} begins it. Runtime failures (no session, file too large or
 * unreadable, server or network) end in state `error` with a message.
 * @throws TypeError on a programming mistake: an invalid chunk size, or a `file` that is not a File
 */
export function createUpload(options: UploadOptions): Upload {
  return new ResumableUpload(resolveOptions(options));
}
