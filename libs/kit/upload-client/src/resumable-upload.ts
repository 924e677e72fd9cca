import { Bell } from './bell.ts';
import { checkReadable, checkSize } from './check-file.ts';
import type { Endpoint } from './endpoint-source.ts';
import { EndpointSource } from './endpoint-source.ts';
import { ProgressMeter } from './progress-meter.ts';
import { SessionRequests } from './session-requests.ts';
import { SnapshotStore } from './snapshot-store.ts';
import type { Upload, UploadSnapshot, UploadState } from './upload.ts';
import { uploadMessages } from './upload-messages.ts';
import type { ResolvedOptions } from './upload-options.ts';
import { UploadSession } from './upload-session.ts';
import type { SessionAnswer } from './upload-session.ts';
import { UploadStopped } from './upload-stopped.ts';

/** A browser's offline flag can be wrong (a server on the same machine is always there), so it is tested now and then. */
const OFFLINE_PROBE_MS = 5000;
const GONE = new Set([404, 410]);

/** The engine: one loop that makes requests, and intents (pause, abort, the network's comings and goings) it heeds. */
export class ResumableUpload implements Upload {
  readonly #options: ResolvedOptions;
  readonly #store: SnapshotStore;
  readonly #bell: Bell;
  readonly #requests: SessionRequests;
  readonly #endpoints: EndpointSource;
  readonly #meter: ProgressMeter;
  readonly #life = new AbortController();
  #session: UploadSession | undefined;
  #wantsPause = false;
  /** The device went offline while the present request was under way: its connection may be dead without a sign. */
  #isDoubtful = false;
  #unwatch: (() => void) | undefined;

  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.#store = new SnapshotStore(options.file.size);
    this.#bell = new Bell(options.clock);
    this.#requests = new SessionRequests(options);
    this.#endpoints = new EndpointSource(options);
    this.#meter = new ProgressMeter(options.file.size);
  }

  snapshot(): UploadSnapshot {
    return this.#store.current;
  }

  subscribe(listener: () => void): () => void {
    return this.#store.subscribe(listener);
  }

  start(): void {
    if (this.#state === 'idle') this.#launch();
  }

  pause(): void {
    if (this.#state !== 'uploading' && this.#state !== 'offline') return;
    this.#wantsPause = true;
    this.#setState('pausing');
    this.#bell.ring();
  }

  resume(): void {
    if (this.#state !== 'pausing' && this.#state !== 'paused') return;
    this.#wantsPause = false;
    this.#setState('uploading');
    this.#bell.ring();
  }

  retry(): void {
    if (this.#state !== 'error') return;
    this.#session?.cursor.forgive();
    this.#session?.doubt();
    this.#launch();
  }

  abort(): void {
    if (this.#state === 'success' || this.#state === 'aborted') return;
    this.#setState('aborted');
    this.#release();
  }

  dispose(): void {
    this.abort();
    this.#store.close();
  }

  get #state(): UploadState {
    return this.#store.current.state;
  }

  #setState(state: UploadState, message?: string): void {
    this.#store.set({ state, message, failure: undefined });
  }

  #publish(sentBytes?: number): void {
    if (this.#session) this.#store.set(this.#meter.figures(this.#session.cursor, sentBytes));
  }

  #launch(): void {
    this.#wantsPause = false;
    this.#unwatch = this.#options.connectivity.subscribe((isOnline) => {
      this.#connectivityChanged(isOnline);
    });
    this.#setState('uploading');
    this.#publish();
    void this.#run();
  }

  async #run(): Promise<void> {
    try {
      checkSize(this.#options.file, this.#options.maxFileSizeKb);
      await checkReadable(this.#options.file);
      this.#life.signal.throwIfAborted();
      while (!(await this.#step()));
      this.#succeed();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @returns whether the server has the whole file */
  async #step(): Promise<boolean> {
    await this.#pauseIfWanted();
    if (!this.#session) {
      await this.#openSession();
      return false;
    }
    this.#isDoubtful = false;
    const answer = await this.#session.next();
    this.#life.signal.throwIfAborted();
    return this.#heed(this.#session, answer);
  }

  /** Leaves the session unset when the device is offline: the next step tries again. */
  async #openSession(): Promise<void> {
    const endpoint = await this.#findEndpoint();
    this.#life.signal.throwIfAborted();
    if (!endpoint) return this.#waitOnline();
    if (this.#state === 'offline') this.#setState('uploading');
    this.#session = new UploadSession(endpoint, {
      options: this.#options,
      requests: this.#requests,
      meter: this.#meter,
      onSent: (position) => {
        this.#publish(position);
      },
    });
    this.#publish();
  }

  async #findEndpoint(): Promise<Endpoint | undefined> {
    try {
      return await this.#endpoints.find(this.#life.signal);
    } catch (error) {
      const isFailedCall = error instanceof UploadStopped && error.failure.kind === 'endpoint-failed';
      if (isFailedCall && !this.#options.connectivity.isOnline()) return undefined;
      throw error;
    }
  }

  async #heed(session: UploadSession, answer: SessionAnswer): Promise<boolean> {
    const { verdict } = answer;
    if (verdict.status !== 0 && this.#state === 'offline') this.#setState('uploading');
    switch (verdict.kind) {
      case 'complete':
        return true;
      case 'held':
        return this.#settle(session, verdict.bytes, answer);
      case 'cannot-ask':
        session.trustCursor();
        return false;
      case 'conflict':
        if (verdict.bytes !== undefined && verdict.bytes < this.#options.file.size)
          session.settle(verdict.bytes);
        break;
      case 'stop':
        this.#giveUp(session, verdict.status);
        return false;
      case 'retry':
        break;
    }
    await this.#recover(session, answer);
    return false;
  }

  async #settle(session: UploadSession, bytes: number, answer: SessionAnswer): Promise<boolean> {
    const outcome = session.settle(bytes);
    if (outcome === 'whole') return true;
    if (outcome === 'stuck') await this.#recover(session, answer);
    else this.#publish();
    return false;
  }

  /** Ends with an error, unless an earlier session is gone before it was of any use: then a fresh one will do. */
  #giveUp(session: UploadSession, status: number): void {
    if (GONE.has(status)) {
      this.#endpoints.forget();
      this.#session = undefined;
      if (session.isResumed && !session.cursor.hasSent) return;
    }
    throw UploadStopped.byStatus(status);
  }

  /** After any trouble only the server knows what it holds, so the next thing is to ask, if there is another attempt. */
  async #recover(session: UploadSession, { verdict, patienceMs }: SessionAnswer): Promise<void> {
    const { file, connectivity } = this.#options;
    session.doubt();
    this.#meter.interrupt();
    this.#publish();
    if (verdict.status === 0) {
      await checkReadable(file, session.cursor.accepted);
      this.#life.signal.throwIfAborted();
      if (!connectivity.isOnline()) return this.#waitOnline();
      if (this.#isDoubtful) return;
    }
    if (this.#wantsPause) return;
    if (!session.cursor.useAttempt(this.#options.attempts)) throw UploadStopped.byStatus(verdict.status);
    this.#publish();
    await this.#waitUnlessPaused(patienceMs, () => true);
  }

  async #waitOnline(): Promise<void> {
    if (this.#state === 'uploading') this.#setState('offline', uploadMessages.offline);
    await this.#waitUnlessPaused(OFFLINE_PROBE_MS, () => !this.#options.connectivity.isOnline());
  }

  async #waitUnlessPaused(milliseconds: number, isNeeded: () => boolean): Promise<void> {
    const { clock } = this.#options;
    const until = clock.now() + milliseconds;
    for (let left = milliseconds; left > 0 && !this.#wantsPause && isNeeded(); left = until - clock.now()) {
      await this.#sleep(left);
    }
  }

  async #pauseIfWanted(): Promise<void> {
    while (this.#wantsPause) {
      this.#meter.interrupt();
      this.#publish();
      if (this.#state !== 'paused') this.#setState('paused');
      await this.#sleep();
    }
    this.#life.signal.throwIfAborted();
  }

  async #sleep(milliseconds?: number): Promise<void> {
    this.#life.signal.throwIfAborted();
    await this.#bell.wait(milliseconds);
    this.#life.signal.throwIfAborted();
  }

  #connectivityChanged(isOnline: boolean): void {
    if (isOnline) {
      if (this.#state === 'offline') this.#setState('uploading');
      if (this.#isDoubtful) this.#requests.cancel();
      this.#bell.ring();
    } else {
      this.#isDoubtful = this.#requests.isBusy;
      if (this.#state === 'uploading') this.#setState('offline', uploadMessages.offline);
    }
  }

  #succeed(): void {
    const attempt = this.#session?.cursor.attempt ?? 1;
    const message = uploadMessages.complete;
    this.#store.set({ ...this.#meter.finished(attempt), state: 'success', message, failure: undefined });
    this.#release();
  }

  #fail(error: unknown): void {
    if (this.#life.signal.aborted) return;
    this.#meter.interrupt();
    this.#unwatchConnectivity();
    this.#publish();
    const { message, failure } = UploadStopped.from(error);
    this.#store.set({ state: 'error', message, failure });
  }

  #release(): void {
    this.#life.abort();
    this.#requests.cancel();
    this.#unwatchConnectivity();
    this.#bell.ring();
  }

  #unwatchConnectivity(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
  }
}
