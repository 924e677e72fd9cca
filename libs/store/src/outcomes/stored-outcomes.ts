import type { Connection, Model } from 'mongoose';
import { type CommandEnd, type KeyedCommand, type KnownRequest, type OutcomeMemory } from '@vault/messaging';
import type { Logger } from '@vault/base';
import { removeSome } from '../documents/remove-some.ts';
import type { KnownRequestDocument } from './known-request.schema.ts';

const keptMs = 24 * 60 * 60_000;
/** Requests of one caller: more than a person makes in a day. A program that makes more has the newest. */
export const maxOfCaller = 2_000;
/** Commands after which the oldest requests of the caller are removed: whoever sends many is met. */
const removeEvery = 100;
/** More than are added until then. */
const removedTogether = 2 * removeEvery;
/** Commands of one request to one service. */
const maxEnds = 20;

/** Keeps the ends of commands with a key in the store of their service. */
export class StoredOutcomes implements OutcomeMemory {
  private removal: Promise<void> = Promise.resolve();
  private kept = 0;

  constructor(
    private readonly connection: Connection,
    private readonly logger: Logger,
  ) {}

  /** The module of the service adds it to the connection later. */
  private get model(): Model<KnownRequestDocument> {
    return this.connection.model<KnownRequestDocument>('KnownRequest');
  }

  async find(requestKey: string): Promise<KnownRequest | undefined> {
    const found = await this.model.findOne({ _id: requestKey }).lean<KnownRequestDocument>();
    if (!found) return undefined;
    const ends = found.ends.map(({ commandId, end }) => [commandId, JSON.parse(end) as CommandEnd] as const);
    return { requestHash: found.requestHash, ends: new Map(ends) };
  }

  async keep({ id: commandId, requestkey, requesthash }: KeyedCommand, end: CommandEnd): Promise<void> {
    if (requestkey === undefined || requesthash === undefined) return;
    const [caller = ''] = requestkey.split('.', 1);
    const created = { caller, requestHash: requesthash, forgetAt: new Date(Date.now() + keptMs) };
    const stored = { commandId, end: JSON.stringify(end) };
    await this.model.updateOne(
      { _id: requestkey },
      { $setOnInsert: created, $push: { ends: { $each: [stored], $slice: -maxEnds } } },
      { upsert: true },
    );
    this.kept += 1;
    if (this.kept % removeEvery === 0) this.removal = this.removeOldest(caller);
  }

  /** Resolves when old outcomes are removed. */
  settled(): Promise<void> {
    return this.removal;
  }

  private async removeOldest(caller: string): Promise<void> {
    const oldest = { sort: { forgetAt: -1 }, keep: maxOfCaller, limit: removedTogether } as const;
    await removeSome(this.model, { caller }, oldest).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'old outcomes of commands were not removed');
    });
  }
}
