import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ErrorCode, VideoIdentity } from '@vault/contracts';
import { CLOCK, type Clock } from '@vault/base';
import type { Gift } from '@vault/rpc';
import { isDuplicateKey, removeSome } from '@vault/store';
import type { Model } from 'mongoose';
import type { GeneratedText } from '../domain/chapters/generated-text.ts';
import type { OperationDocument } from './operation.schema.ts';

export interface OperationIdentity {
  readonly ownerId: string;
  readonly operationId: string;
}

/** What is known when an operation is queued. */
export type NewOperation = Pick<OperationDocument, '_id' | 'ownerId' | 'videoId' | 'kind' | 'createdAt'> &
  Partial<Pick<OperationDocument, 'chapterStart' | 'tokensReserved' | keyof SentPrompts>>;

export type SentPrompts = Pick<
  OperationDocument,
  'systemPrompt' | 'contextPrompt' | 'customPrompt' | 'quoteCount'
>;

export interface ReceivedAnswer {
  readonly generated: GeneratedText;
  /** The words that it was generated from. */
  readonly wordsId: string;
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

/** The records of operations. */
@Injectable()
export class OperationRepository {
  constructor(
    @InjectModel('Operation', 'chaptering') private readonly model: Model<OperationDocument>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Inserts the record unless it exists. @returns the stored record */
  async open(operation: NewOperation): Promise<OperationDocument> {
    const { _id, ownerId, ...fields } = operation;
    const empty = { systemPrompt: '', contextPrompt: '', customPrompt: '', quoteCount: 0, tokensReserved: 0 };
    const nothing = { resultString: '', tokensSent: 0, tokensReceived: 0, msg: '', code: '' };
    const first = { ...empty, ...nothing, ...fields, state: 'queued', commandIds: [_id] };
    const options = { upsert: true, returnDocument: 'after' } as const;
    const make = () => this.model.findOneAndUpdate({ _id, ownerId }, { $setOnInsert: first }, options).lean();
    try {
      return await make();
    } catch (error) {
      // Another worker inserted it at the same time: it is found now.
      if (!isDuplicateKey(error)) throw error;
      return await make();
    }
  }

  /** By its id, or by the id of a command that joined it. */
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

  async storePrompts({ ownerId, operationId }: OperationIdentity, prompts: SentPrompts): Promise<void> {
    await this.model.updateOne({ _id: operationId, ownerId }, { $set: prompts });
  }

  async storeAnswer({ ownerId, operationId }: OperationIdentity, answer: ReceivedAnswer): Promise<void> {
    await this.model.updateOne({ _id: operationId, ownerId, state: 'queued' }, { $set: answer });
  }

  /** Stores the outcome, once; a failed operation keeps no result and no token counts. */
  async end({ ownerId, operationId }: OperationIdentity, { state, ...end }: OperationEnd): Promise<void> {
    const nothing = { resultString: '', tokensSent: 0, tokensReceived: 0 };
    const endedAt = this.clock.now();
    await this.model.updateOne(
      { _id: operationId, ownerId, state: 'queued' },
      {
        $set: { state, ...end, endedAt, ...(state === 'failed' ? nothing : {}) },
        $unset: { generated: 1, wordsId: 1 },
      },
    );
  }

  async remove({ ownerId, operationId }: OperationIdentity): Promise<void> {
    await this.model.deleteOne({ _id: operationId, ownerId });
  }

  /** Gives operations to another owner of their video. */
  async give({ fromOwnerId: ownerId, toOwnerId }: Gift, ids: readonly string[]): Promise<void> {
    await this.model.updateMany({ _id: { $in: [...ids] }, ownerId }, { $set: { ownerId: toOwnerId } });
  }

  /** Removes the words of a video from the operations that an owner has paid; what they cost stays. */
  async removeWords({ ownerId, videoId }: VideoIdentity): Promise<void> {
    const words = { systemPrompt: '', contextPrompt: '', customPrompt: '', resultString: '' };
    await this.model.updateMany({ ownerId, videoId }, { $set: words, $unset: { generated: 1 } });
  }

  /** Removes some of an owner. @returns how many */
  removeSomeOf(ownerId: string, limit: number): Promise<number> {
    return removeSome(this.model, { ownerId }, { limit });
  }

  async removeOf(ownerId: string, videoId: string): Promise<void> {
    await this.model.deleteMany({ ownerId, videoId });
  }
}
