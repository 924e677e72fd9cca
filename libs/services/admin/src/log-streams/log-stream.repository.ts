import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { RELAY } from '@vault/base';
import { DueRecords, OwnedCollection, wasInserted, type Decision, type OutboxRelay } from '@vault/store';
import type { Model } from 'mongoose';
import type { LogStream } from './log-stream.schema.ts';

type Delivery = Partial<
  Pick<LogStream, 'deliveredSeq' | 'deliveredAt' | 'problem' | 'failures' | 'sealedSecret'>
>;

@Injectable()
export class LogStreamRepository {
  readonly dueRecords: DueRecords<LogStream>;
  private readonly streams: OwnedCollection<LogStream>;

  constructor(
    @InjectModel('LogStream', 'admin') private readonly model: Model<LogStream>,
    @Inject(RELAY) relay: OutboxRelay,
  ) {
    this.streams = new OwnedCollection(model, relay);
    this.dueRecords = new DueRecords(model);
  }

  find(ownerId: string): Promise<LogStream | null> {
    return this.streams.findOne({ ownerId, _id: ownerId });
  }

  /** Changes the stream of a workspace, which is off before its first change. */
  async set(ownerId: string, decide: (stream: LogStream) => Decision<LogStream>): Promise<void> {
    const filter = { ownerId, _id: ownerId };
    if (await this.streams.change(filter, decide)) return;
    const off = { _id: ownerId, ownerId, kind: 'off', deliveredSeq: 0, problem: '', failures: 0 } as const;
    // Of two first changes at once, both are made.
    await wasInserted(this.streams.insert(off));
    await this.streams.change(filter, decide);
  }

  /** Notes a delivery, unless the stream was changed since. @returns whether it was not */
  async note({ _id, version }: LogStream, delivery: Delivery): Promise<boolean> {
    return (await this.model.updateOne({ _id, version }, { $set: delivery })).matchedCount > 0;
  }

  remove(ownerId: string): Promise<void> {
    return this.streams.remove({ ownerId, _id: ownerId });
  }
}
