import type { ServiceName } from '@vault/contracts';
import type { Message } from '@vault/messaging';
import type { StoppedMedia } from '@vault/video-engine';
import type { mongo } from 'mongoose';

/** A document of a service's store, with the fields that were requested. */
export type Stored<Fields = Readonly<Record<string, unknown>>> = Fields & { readonly _id: string };

/** A collection of a service's store. */
export type Place = readonly [service: ServiceName, collection: string];

/** Operators with the fields that they change. */
type Update = Readonly<Record<`$${string}`, object>>;

export interface Query {
  readonly filter?: mongo.Filter<Stored>;
  /** The fields that are read; the id always is. */
  readonly fields: readonly string[];
}

/** One thing that does not fit. It is mended by a message, which services handle when they run, or by a write. */
export interface Finding {
  /** What it is about: an id. */
  readonly id: string;
  /** Absent when only a person can do it. */
  readonly mend?: Message | (() => Promise<void>);
}

export type RepairOption = '--delete-unknown-accounts' | '--delete-unknown-videos';

/** One way in which stores or media may not fit each other. */
export interface Rule {
  /** In the plural: `videos whose media are lost`. */
  readonly what: string;
  /** What mends it, after `--apply`: `deletes them`. By hand: `restore them`, as no command can. */
  readonly mending: string;
  /** Set when only a person can mend it. */
  readonly byHand?: true;
  /** The option that it needs beside `--apply`, because what it deletes may be the only copy. */
  readonly needs?: RepairOption;
  /** Set when it needs the media: without them it is left out. */
  readonly ofMedia?: true;
  readonly find: (parts: Parts) => AsyncIterable<Finding>;
}

/** Documents that were not deleted. */
export const isAlive = { deletedAt: { $exists: false } };

const batchSize = 200;

/** What rules read: the stores of all services and the media. */
export class Parts {
  /** How many documents and assets were compared. */
  compared = 0;

  constructor(
    private readonly stores: { of(service: ServiceName): mongo.Db },
    private readonly media?: StoppedMedia,
  ) {}

  get hasMedia(): boolean {
    return this.media !== undefined;
  }

  /** @throws when there are none; only for rules with {@link Rule.ofMedia} */
  get openMedia(): StoppedMedia {
    if (!this.media) throw new Error('The media are not open.');
    return this.media;
  }

  /** All documents that match, in batches. They may be changed or removed meanwhile. */
  async *batches<Fields>([service, collection]: Place, query: Query): AsyncGenerator<Stored<Fields>[], void> {
    const from = this.stores.of(service).collection<Stored>(collection);
    let after = '';
    for (;;) {
      const filter = { ...query.filter, _id: { $gt: after } };
      const options = { projection: projectionOf(query), sort: { _id: 1 }, limit: batchSize } as const;
      const found = (await from.find(filter, options).toArray()) as unknown as Stored<Fields>[];
      this.compared += found.length;
      if (found.length > 0) yield found;
      if (found.length < batchSize) return;
      after = found.at(-1)?._id ?? '';
    }
  }

  /** Documents with these ids that match. */
  async byId<Fields>(
    [service, collection]: Place,
    ids: readonly string[],
    query: Query,
  ): Promise<ReadonlyMap<string, Stored<Fields>>> {
    const filter = { ...query.filter, _id: { $in: [...new Set(ids)] } };
    const found = await this.find<Fields>([service, collection], { ...query, filter });
    return new Map(found.map((each) => [each._id, each]));
  }

  /** All documents that match, at once. */
  async find<Fields>([service, collection]: Place, query: Query): Promise<Stored<Fields>[]> {
    const from = this.stores.of(service).collection<Stored>(collection);
    const found = await from.find(query.filter ?? {}, { projection: projectionOf(query) }).toArray();
    return found as unknown as Stored<Fields>[];
  }

  /** Changes one document. Let its version rise, so that no process overwrites the change. */
  async change([service, collection]: Place, filter: mongo.Filter<Stored>, update: Update): Promise<void> {
    const stored = this.stores.of(service).collection<Stored>(collection);
    await stored.updateOne(filter, update);
  }
}

function projectionOf({ fields }: Query): Record<string, 1> {
  return Object.fromEntries(['_id', ...fields].map((field) => [field, 1]));
}
