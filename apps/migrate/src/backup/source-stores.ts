import type { ServiceName } from '@vault/contracts';
import type { mongo } from 'mongoose';
import { databaseNameOf, type MongoAccess } from '@vault/store';
import { collectionsIn, openMongo } from '../open-mongo.ts';

/** Codes of a server that no longer has, or does not have yet, the state at the time of a snapshot. */
const [tooOld, unavailable] = [239, 246];

/** A collection of a service. */
export interface StoredCollection {
  readonly service: ServiceName;
  readonly name: string;
}

/** The databases of the services at one time. */
export interface StoreSnapshot {
  readonly session: mongo.ClientSession;
}

/** The databases of the services on MongoDB; they are only read. */
export class SourceStores {
  private constructor(
    private readonly client: mongo.MongoClient,
    readonly services: readonly ServiceName[],
    private readonly namespace: string | undefined,
  ) {}

  static async open(
    access: MongoAccess,
    services: readonly ServiceName[],
    namespace: string | undefined,
  ): Promise<SourceStores> {
    return new SourceStores(await openMongo(access), services, namespace);
  }

  of(service: ServiceName): mongo.Db {
    return this.client.db(databaseNameOf(service, this.namespace));
  }

  /** All collections, also empty ones. */
  async collections(): Promise<StoredCollection[]> {
    const found = this.services.map(async (service) =>
      (await collectionsIn(this.of(service))).map((name) => ({ service, name })),
    );
    return (await Promise.all(found)).flat();
  }

  /** Fixes the time: the first read of the session does, and all later ones, of every database, are of that time. */
  async takeSnapshot(first: StoredCollection): Promise<StoreSnapshot> {
    const session = this.client.startSession({ snapshot: true });
    try {
      await this.of(first.service)
        .collection(first.name)
        .findOne({}, { session, projection: { _id: 1 } });
    } catch (error) {
      await session.endSession();
      throw withAdvice(error);
    }
    return { session };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** The error, or one that says what an operator can do about it. */
export function withAdvice(error: unknown): unknown {
  // A find that keeps BSON types has a code that is not a plain number.
  const code = Number((error as { code?: unknown }).code);
  if (code === tooOld)
    return new Error(
      'MongoDB no longer has the snapshot of this backup, because copying the stores took longer than it keeps snapshots: raise its parameter minSnapshotHistoryWindowInSeconds (300 by default), then run this again.',
      { cause: error },
    );
  if (code === unavailable)
    return new Error('Collections or indexes were created during the backup. Run this again.', {
      cause: error,
    });
  return error;
}
