import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { currentOrigin, RELAY } from '@vault/base';
import { createEvent } from '@vault/messaging';
import {
  DueRecords,
  OwnedCollection,
  removeSome,
  Tombstones,
  wasInserted,
  type OutboxRelay,
} from '@vault/store';
import type { Model } from 'mongoose';
import type { JobStep, LibraryJob } from '../domain/library-jobs/library-job.ts';
import type { LibraryJobDocument } from './library-job.schema.ts';

/** What changes in a job, and when a worker looks at it next. */
type Step = JobStep & { readonly nextCheckAt: Date };

/** The last job of each owner. Each change is told to the pages of the owner. */
@Injectable()
export class LibraryJobRepository {
  readonly dueRecords: DueRecords<LibraryJobDocument>;
  private readonly jobs: OwnedCollection<LibraryJobDocument>;

  constructor(
    @InjectModel('LibraryJob', 'chaptering') private readonly model: Model<LibraryJobDocument>,
    @Inject(RELAY) relay: OutboxRelay,
    private readonly tombstones: Tombstones,
  ) {
    this.jobs = new OwnedCollection(model, relay);
    this.dueRecords = new DueRecords(model);
  }

  find(ownerId: string): Promise<LibraryJobDocument | null> {
    return this.jobs.findOne({ ownerId, _id: ownerId });
  }

  /**
   * Begins a job in place of the last one.
   * @param decide gets the last one, and throws when no other may begin
   * @param messageId a repeat changes nothing
   */
  async begin(
    ownerId: string,
    decide: (last: LibraryJobDocument | null) => LibraryJob,
    messageId: string,
    nextCheckAt: Date,
  ): Promise<void> {
    const filter = { ownerId, _id: ownerId };
    const stored = (job: LibraryJob) => {
      const { shownUntil: _none, videos, outcomes, ...fields } = job;
      return { ...fields, videos: [...videos], outcomes: [...outcomes], ...currentOrigin(), nextCheckAt };
    };
    const begun = await this.jobs.change(
      filter,
      (last) => {
        const job = decide(last);
        return { set: stored(job), unset: ['shownUntil'], events: [changed(ownerId, job)] };
      },
      { messageId },
    );
    if (begun) return;
    const job = decide(null);
    const inserting = this.jobs.insert({ ...filter, ...stored(job) }, [changed(ownerId, job)], { messageId });
    // Another command may have inserted one first.
    if (!(await wasInserted(inserting))) return this.begin(ownerId, decide, messageId, nextCheckAt);
    await this.tombstones.undoIfDeleted({ ownerId }, () => this.jobs.remove(filter));
  }

  /** Changes a job, unless another worker has gone on with it. @returns null then */
  async step(
    { ownerId, jobId, outcomes, attempts }: LibraryJobDocument,
    { outcomes: after, ...step }: Step,
  ): Promise<LibraryJobDocument | null> {
    const isSame = (now: LibraryJobDocument) =>
      now.jobId === jobId && now.outcomes.length === outcomes.length && now.attempts === attempts;
    let isStepped = false as boolean;
    const job = await this.jobs.change({ ownerId, _id: ownerId }, (now) => {
      isStepped = isSame(now);
      if (!isStepped) return undefined;
      const set = { ...step, ...(after && { outcomes: [...after] }) };
      return { set, events: after ? [changed(ownerId, now)] : [] };
    });
    return isStepped ? job : null;
  }

  /** Removes a job, unless another has begun. */
  remove({ ownerId, jobId }: LibraryJobDocument): Promise<void> {
    return this.jobs.remove({ ownerId, _id: ownerId, jobId });
  }

  /** Removes some of an owner. @returns how many */
  removeSomeOf(ownerId: string, limit: number): Promise<number> {
    return removeSome(this.model, { ownerId }, { limit });
  }
}

function changed(ownerId: string, { jobId }: Pick<LibraryJob, 'jobId'>) {
  return createEvent('chaptering.library-job-changed.v1', jobId, { ownerId, jobId });
}
