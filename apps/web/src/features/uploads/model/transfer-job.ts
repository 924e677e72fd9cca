import type { UploadSession } from '@vault/contracts';
import type { ResumableStore, Upload, UploadSnapshot, createUpload } from '@vault/upload-client';
import { errorStatus } from '../../../api/http/error-message.ts';
import { titleOfFile } from './title-of-file.ts';
import type { UnfinishedUploads } from './unfinished-uploads.ts';
import { isRefused, workspaceOf } from './upload-item.ts';
import type { JobSession, UploadItem } from './upload-item.ts';

const second = 1000;
/** Eight minutes in total. After that only the user retries. */
const pausesMs = [2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60].map((seconds) => seconds * second);

/** Retries a failed action: at once when the browser is online again, else after growing pauses. */
class AutoRetry {
  readonly #run: () => void;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(run: () => void) {
    this.#run = run;
  }

  /**
   * Reports a failure.
   * @returns whether it will be retried automatically
   */
  failed(): boolean {
    this.stop();
    window.addEventListener('online', this.#online);
    if (!navigator.onLine) return true;
    const pauseMs = pausesMs[this.#failures];
    if (pauseMs === undefined) return false;
    this.#failures += 1;
    this.#timer = setTimeout(this.#now, pauseMs);
    return true;
  }

  /** Stops automatic retries. */
  stop(): void {
    clearTimeout(this.#timer);
    window.removeEventListener('online', this.#online);
  }

  readonly #now = (): void => {
    this.stop();
    this.#run();
  };

  readonly #online = (): void => {
    this.#failures = 0;
    this.#now();
  };
}

/** 16 GiB, the limit of the video host, which would refuse a larger file only during the upload. */
const maxFileSizeKb = 16 * 1024 * 1024;

export interface JobPorts {
  createUpload: typeof createUpload;
  openSession(workspace: string): Promise<UploadSession>;
  /** Ends an unused session, so that it no longer counts against the plan. Never throws. */
  endSession(session: JobSession): Promise<void>;
  saveTitle(session: JobSession, title: string): Promise<void>;
  /** The title was not saved. Not called again for automatic retries. */
  onUnsaved(cause: unknown): void;
  /** All bytes have arrived. */
  onArrived(): void;
  /** The title is saved: the library shows the video from now on. */
  onSaved(session: JobSession, title: string): void;
  resumable: ResumableStore<JobSession>;
  unfinished: UnfinishedUploads;
}

/**
 * Whether the session could not be opened because there was no answer, or an answer without a meaning of its own.
 * Everything else (a plan that is used up, a server that is full) is a refusal.
 */
function isUnopened({ failure }: UploadSnapshot): boolean {
  if (failure?.kind !== 'endpoint-failed' || !(failure.cause instanceof Error) || !failure.cause.cause)
    return false;
  const status = errorStatus(failure.cause.cause);
  return status === undefined || (status >= 500 && status <= 504 && status !== 501);
}

/** Whether a retry may succeed: there was no answer, or the server failed. */
function isTransient(cause: unknown): boolean {
  const status = errorStatus(cause) ?? 500;
  return status >= 500 || status === 408 || status === 429;
}

interface JobEvents {
  onChange(): void;
  onUpload(upload: Upload): void;
}

/** The upload of one file: finds or opens its session, sends the bytes and saves the title. */
export class TransferJob {
  readonly key: number;
  phase: UploadItem['phase'] = 'waiting';
  upload: Upload | null = null;
  isDone = false;
  readonly #file: File;
  readonly #workspace: string;
  readonly #ports: JobPorts;
  readonly #events: JobEvents;
  #session: JobSession | null = null;
  #isDisposed = false;
  #hasAutoRetry = false;
  readonly #saveLater = new AutoRetry(() => void this.#save());
  readonly #openLater = new AutoRetry(() => this.upload?.retry());

  /** @param workspace the upload belongs to it, whichever one is shown meanwhile */
  constructor(key: number, file: File, workspace: string, ports: JobPorts, events: JobEvents) {
    this.key = key;
    this.#file = file;
    this.#workspace = workspace;
    this.#ports = ports;
    this.#events = events;
  }

  /** Whether this file blocks the files after it. */
  get isBusy(): boolean {
    const state = this.upload?.snapshot().state;
    const isStopped = (state === 'error' && !this.#hasAutoRetry) || state === 'aborted';
    return (this.phase === 'sending' && !isStopped) || this.phase === 'saving';
  }

  item(): UploadItem {
    const { name, size } = this.#file;
    return {
      key: this.key,
      name,
      totalBytes: size,
      workspace: this.#workspace,
      phase: this.phase,
      hasAutoRetry: this.#hasAutoRetry,
      transfer: this.upload?.snapshot() ?? null,
    };
  }

  start(): void {
    this.phase = 'sending';
    void this.#send();
  }

  retry(): void {
    if (this.phase !== 'unsaved') {
      this.#openLater.stop();
      this.upload?.retry();
      return;
    }
    this.#hasAutoRetry = false;
    void this.#save();
  }

  /** Cancels the upload: its session is not offered again. A file that has arrived completely stays in the library. */
  cancel(): void {
    const session = this.#session;
    this.#forget();
    this.dispose();
    if (session && this.phase === 'sending') void this.#ports.endSession(session);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#saveLater.stop();
    this.#openLater.stop();
    this.upload?.dispose();
  }

  async #send(): Promise<void> {
    const found = await this.#ports.resumable.find(this.#file);
    if (this.#isDisposed) return;
    const remembered = workspaceOf(found?.session) === this.#workspace ? found : undefined;
    if (remembered) this.#session = remembered.session;
    const upload = this.#ports.createUpload({
      file: this.#file,
      endpoint: () => this.#open(),
      resumeFrom: remembered?.endpoint,
      maxFileSizeKb,
    });
    this.upload = upload;
    let state = upload.snapshot().state;
    upload.subscribe(() => {
      const snapshot = upload.snapshot();
      if (snapshot.state !== state) {
        state = snapshot.state;
        this.#hasAutoRetry = state === 'error' && isUnopened(snapshot) && this.#openLater.failed();
      }
      if (state === 'success' && this.phase === 'sending') this.#arrived();
      else this.#events.onChange();
      if (isRefused(snapshot)) this.#refused();
    });
    this.#events.onUpload(upload);
    upload.start();
    this.#events.onChange();
  }

  async #open(): Promise<string> {
    const workspace = this.#workspace;
    const session = { ...(await this.#ports.openSession(workspace)), workspace };
    if (this.#session) this.#ports.unfinished.remove(this.#session.id);
    this.#session = session;
    const { name, size: totalBytes } = this.#file;
    this.#ports.unfinished.add({ id: session.id, name, totalBytes, workspace });
    await this.#ports.resumable.remember(this.#file, session.url, session);
    return session.url;
  }

  /** The server accepts no more bytes for this session: a retry needs a new one. */
  #refused(): void {
    const session = this.#session;
    if (!session) return;
    this.#forget();
    this.#session = null;
    void this.#ports.endSession(session);
  }

  #forget(): void {
    if (this.#session) this.#ports.unfinished.remove(this.#session.id);
    void this.#ports.resumable.forget(this.#file);
  }

  #arrived(): void {
    this.#ports.onArrived();
    void this.#save();
  }

  async #save(): Promise<void> {
    const session = this.#session;
    if (!session) return;
    const title = titleOfFile(this.#file.name);
    this.#saveLater.stop();
    this.phase = 'saving';
    this.#events.onChange();
    try {
      await this.#ports.saveTitle(session, title);
    } catch (cause) {
      this.#failedToSave(cause);
      return;
    }
    this.#forget();
    if (this.#isDisposed) return;
    this.#ports.onSaved(session, title);
    this.isDone = true;
    this.#events.onChange();
  }

  /** The file stays in the queue. The user can retry, in addition to automatic retries. */
  #failedToSave(cause: unknown): void {
    this.phase = 'unsaved';
    if (this.#isDisposed) return;
    if (!this.#hasAutoRetry) this.#ports.onUnsaved(cause);
    this.#hasAutoRetry = isTransient(cause) && this.#saveLater.failed();
    this.#events.onChange();
  }
}
