import type {
  RememberedUpload,
  ResumableStore,
  Upload,
  UploadOptions,
  UploadSnapshot,
} from '@vault/upload-client';
import { jest } from '@jest/globals';
import { UnfinishedUploads } from '../features/uploads/model/unfinished-uploads.ts';
import type { JobSession } from '../features/uploads/model/upload-item.ts';
import { UploadQueue } from '../features/uploads/model/upload-queue.ts';

/** A fake upload whose state the test sets. */
class FakeUpload implements Upload {
  readonly options: UploadOptions;
  isDisposed = false;
  #snapshot: UploadSnapshot;
  readonly #listeners = new Set<() => void>();

  constructor(options: UploadOptions) {
    this.options = options;
    const totalBytes = options.file.size;
    this.#snapshot = { state: 'idle', progress: 0, acceptedBytes: 0, sentBytes: 0, totalBytes, attempt: 1 };
  }

  snapshot = () => this.#snapshot;
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  start = () => this.become({ state: 'uploading' });
  pause = () => this.become({ state: 'paused' });
  resume = this.start;
  retry = this.start;
  abort = () => undefined;
  dispose = () => {
    this.isDisposed = true;
    this.#listeners.clear();
  };

  become(change: Partial<UploadSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }

  async openSession(): Promise<void> {
    const { endpoint, file } = this.options;
    if (typeof endpoint === 'function') await endpoint(file, new AbortController().signal);
  }
}

/** Identifies files by name, so that no file content is read. */
export class FakeResumableStore implements ResumableStore<JobSession> {
  readonly #uploads = new Map<string, RememberedUpload<JobSession>>();

  find = (file: File) => Promise.resolve(this.#uploads.get(file.name));
  remember = (file: File, endpoint: string, session: JobSession) => {
    this.#uploads.set(file.name, { endpoint, session, savedAt: 0 });
    return Promise.resolve();
  };
  forget = (file: File) => {
    this.#uploads.delete(file.name);
    return Promise.resolve();
  };
  clear = () => this.#uploads.clear();
}

export const fileNamed = (name: string) => new File(['bytes'], name, { type: 'video/mp4', lastModified: 1 });
/** Waits until pending promises are settled. */
export const flushPromises = () => new Promise((resolve) => setTimeout(resolve));

const queues: UploadQueue[] = [];

/** A queue with fake ports, which ends with the test. */
export function setUpQueue(resumable = new FakeResumableStore()) {
  const uploads: FakeUpload[] = [];
  let opened = 0;
  /** The workspace that is shown. */
  const shown = { workspace: '' };
  /** The workspace of each opened session. */
  const openedIn: string[] = [];
  const saveTitle = jest.fn<(session: JobSession, title: string) => Promise<void>>(() => Promise.resolve());
  const endSession = jest.fn<(session: JobSession) => Promise<void>>(() => Promise.resolve());
  const onSaved = jest.fn<(session: JobSession, title: string) => void>();
  const onArrived = jest.fn();
  const onUnsaved = jest.fn();
  const unfinished = new UnfinishedUploads('u1');
  const ports = {
    readWorkspace: () => shown.workspace,
    createUpload: (options: UploadOptions) => {
      const upload = new FakeUpload(options);
      uploads.push(upload);
      return upload;
    },
    openSession: (workspace: string) => {
      opened += 1;
      openedIn.push(workspace);
      return Promise.resolve({
        id: `s${String(opened)}`,
        uploadId: `u${String(opened)}`,
        url: `/up/${String(opened)}`,
      });
    },
    endSession,
    saveTitle,
    onArrived,
    onUnsaved,
    onSaved,
    unfinished,
    resumable,
  };
  const queue = new UploadQueue(ports);
  queues.push(queue);
  return {
    queue,
    uploads,
    shown,
    openedIn,
    endSession,
    saveTitle,
    onSaved,
    onArrived,
    onUnsaved,
    unfinished,
  };
}

beforeEach(() => localStorage.clear());

afterEach(() => {
  for (const queue of queues.splice(0)) queue.stop();
});
