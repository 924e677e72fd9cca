import { Inject, Injectable } from '@nestjs/common';
import type { ErrorCode } from '@vault/contracts';
import { CLOCK, isDuplicateKey, STORE, type Clock } from '@vault/platform';
import type { Connection, Model } from 'mongoose';
import type { WrittenWords } from '../domain/written-words.ts';
import { removeSomeOf } from '../owners/remove-some-of.ts';
import type { OperationDocument } from './operation.schema.ts';

/** Whose operation it is, and which. */
export interface OperationIdentity {
  readonly ownerId: string;
  readonly operationId: string;
}

/** What is known of an operation as it begins. */
export type NewOperation = Pick<OperationDocument, '_id' | 'ownerId' | 'videoId' | 'kind' | 'createdAt'> &
  Partial<Pick<OperationDocument, 'chapterStart' | 'tokensReserved' | keyof SentWords>>;

export type SentWords = Pick<
  OperationDocument,
  'systemPrompt' | 'contextPrompt' | 'customPrompt' | 'quoteCount'
>;

export interface ReceivedWords {
  readonly written: WrittenWords;
  readonly resultString: string;
  readonly tokensSent: number;
  readonly tokensReceived: number;
}

export interface OperationEnd {
  readonly state: 'done' | 'failed';
  readonly msg: string;
  readonly code: ErrorCode | '';
  /** What it cost. */
  readonly tokens: number;
}

const maxCommandIds = 50;

/** What was written for whom, with what was sent for it. */
@Injectable()
export class OperationRepository {
  private readonly model: Model<OperationDocument>;

  constructor(
    @Inject(STORE) store: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.model = store.model<OperationDocument>('Operation');
  }

  /** Makes the record unless it is there. @returns it as it is kept */
  async open(operation: NewOperation): Promise<OperationDocument> {
    const { _id, ownerId, ...known } = operation;
    const empty = { systemPrompt: '', contextPrompt: '', customPrompt: '', quoteCount: 0, tokensReserved: 0 };
    const nothing = { resultString: '', tokensSent: 0, tokensReceived: 0, msg: '', code: '' };
    const first = { ...empty, ...nothing, ...known, state: 'queued', commandIds: [_id] };
    const make = () =>
      this.model
        .findOneAndUpdate(
          { _id, ownerId },
          { $setOnInsert: first },
          { upsert: true, returnDocument: 'after' },
        )
        .lean();
    try {
      return await make();
    } catch (error) {
      // Another worker made it at the same moment: it is found now.
      if (!isDuplicateKey(error)) throw error;
      return await make();
    }
  }

  /** By its id, or by that of a command that joined it; the owner's only. */
  async find({ ownerId, operationId }: OperationIdentity): Promise<OperationDocument | null> {
    const own = await this.model.findOne({ _id: operationId, ownerId }).lean();
    return own ?? (await this.model.findOne({ ownerId, commandIds: operationId }).lean());
  }

  async join({ ownerId, operationId }: OperationIdentity, commandId: string): Promise<void> {
    await this.model.updateOne(
      { _id: operationId, ownerId, commandIds: { $ne: commandId } },
      { $push: { commandIds: { $each: [commandId], $slice: -maxCommandIds } } },
    );
  }

  async keepSent({ ownerId, operationId }: OperationIdentity, words: SentWords): Promise<void> {
    await this.model.updateOne({ _id: operationId, ownerId }, { $set: words });
  }

  async keepReceived({ ownerId, operationId }: OperationIdentity, words: ReceivedWords): Promise<void> {
    await this.model.updateOne({ _id: operationId, ownerId, state: 'queued' }, { $set: words });
  }

  /** Says once how it ended; a failure has come to nothing. */
  async end({ ownerId, operationId }: OperationIdentity, { state, ...end }: OperationEnd): Promise<void> {
    const nothing = { resultString: '', tokensSent: 0, tokensReceived: 0 };
    const endedAt = this.clock.now();
    await this.model.updateOne(
      { _id: operationId, ownerId, state: 'queued' },
      {
        $set: { state, ...end, endedAt, ...(state === 'failed' ? nothing : {}) },
        $unset: { written: 1 },
      },
    );
  }

  async remove({ ownerId, operationId }: OperationIdentity): Promise<void> {
    await this.model.deleteOne({ _id: operationId, ownerId });
  }

  /** A bounded number of an owner's. @returns whether there may be more */
  removeSomeOf(ownerId: string): Promise<boolean> {
    return removeSomeOf(this.model, ownerId);
  }

  async removeOf(ownerId: string, videoId: string): Promise<void> {
    await this.model.deleteMany({ ownerId, videoId });
  }
}
