import { guardLeavePage } from '@vault/upload-client';
import type { Upload, createUpload } from '@vault/upload-client';
import { TransferJob } from './transfer-job.ts';
import type { JobPorts } from './transfer-job.ts';
import type { UploadItem } from './upload-item.ts';
import { Listeners } from '../../../lib/state/listeners.ts';

/** The dependencies of the queue. */
export interface QueuePorts extends JobPorts {
  createUpload: typeof createUpload;
  /** The id of the workspace that is shown. */
  readWorkspace(): string;
}

/** Uploads files one after the other. Lives as long as the signed-in shell. */
export class UploadQueue {
  readonly #ports: QueuePorts;
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.subscribe;
  readonly #stopGuards = new Map<TransferJob, () => void>();
  #jobs: TransferJob[] = [];
  #items: readonly UploadItem[] = [];
  #nextKey = 1;

  constructor(ports: QueuePorts) {
    this.#ports = ports;
  }

  /** The same array until something changes. */
  readonly snapshot = (): readonly UploadItem[] => this.#items;

  add(files: readonly File[]): void {
    const workspace = this.#ports.readWorkspace();
    for (const file of files) {
      const job: TransferJob = new TransferJob(this.#nextKey++, file, workspace, this.#ports, {
        onChange: () => this.#publish(),
        onUpload: (upload) => this.#guard(job, upload),
      });
      this.#jobs.push(job);
    }
    this.#advance();
  }

  pause(key: number): void {
    this.#find(key)?.upload?.pause();
  }

  resume(key: number): void {
    this.#find(key)?.upload?.resume();
  }

  /** After an error: resumes the upload, or saves the title again. */
  retry(key: number): void {
    this.#find(key)?.retry();
  }

  /** Cancels a file and removes it from the queue. */
  cancel(key: number): void {
    const job = this.#find(key);
    if (!job) return;
    job.cancel();
    this.#drop(job);
  }

  /** Stops all uploads. Unfinished files can be resumed later. */
  stop(): void {
    for (const job of this.#jobs) job.dispose();
    for (const end of this.#stopGuards.values()) end();
    this.#stopGuards.clear();
    this.#jobs = [];
    this.#publish();
  }

  #find(key: number): TransferJob | undefined {
    return this.#jobs.find((job) => job.key === key);
  }

  #guard(job: TransferJob, upload: Upload): void {
    this.#stopGuards.get(job)?.();
    this.#stopGuards.set(job, guardLeavePage(upload));
  }

  #drop(job: TransferJob): void {
    this.#stopGuards.get(job)?.();
    this.#stopGuards.delete(job);
    this.#jobs = this.#jobs.filter((other) => other !== job);
    this.#advance();
  }

  /** One file at a time: a failed file does not block the next one, a paused file does. */
  #advance(): void {
    const isBusy = this.#jobs.some((job) => job.isBusy);
    if (!isBusy) this.#jobs.find((job) => job.phase === 'waiting')?.start();
    this.#publish();
  }

  #publish(): void {
    const done = this.#jobs.find((job) => job.isDone);
    if (done) {
      this.#drop(done);
      return;
    }
    const next = this.#jobs.find((job) => job.phase === 'waiting');
    if (next && !this.#jobs.some((job) => job.isBusy)) {
      this.#advance();
      return;
    }
    this.#items = this.#jobs.map((job) => job.item());
    this.#listeners.notify();
  }
}
