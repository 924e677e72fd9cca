import type { ServiceName } from '@vault/contracts';
import type { mongo } from 'mongoose';
import { databaseNameOf, type MongoAccess } from '@vault/store';
import { collectionsIn, noteCollection, openMongo } from '../open-mongo.ts';
import { inMegabytes } from './progress.ts';

/** Documents take more space with their indexes, and journal and old versions until they are removed. */
const spaceFactor = 3;

interface Note {
  readonly _id: string;
  readonly finishedAt?: Date;
}

/** The databases of the services on MongoDB. */
export class TargetDatabases {
  private constructor(
    private readonly client: mongo.MongoClient,
    private readonly services: readonly ServiceName[],
    private readonly namespace: string | undefined,
  ) {}

  static async open(
    access: MongoAccess,
    services: readonly ServiceName[],
    namespace: string | undefined,
  ): Promise<TargetDatabases> {
    return new TargetDatabases(await openMongo(access), services, namespace);
  }

  of(service: ServiceName): mongo.Db {
    return this.client.db(databaseNameOf(service, this.namespace));
  }

  /**
   * Notes the source in every database.
   * @returns whether no earlier run has done it
   * @throws before any change when a database has documents that no move of this source wrote
   */
  async claim(source: string): Promise<boolean> {
    for (const service of this.services) await this.assertOwn(service, source);
    let isNew = false;
    for (const service of this.services) {
      const note = { $setOnInsert: { startedAt: new Date() } };
      const { upsertedCount } = await this.notes(service).updateOne({ _id: source }, note, { upsert: true });
      isNew ||= upsertedCount > 0;
    }
    return isNew;
  }

  /** Whether every database has the note of this source. */
  async isClaimed(source: string): Promise<boolean> {
    const notes = this.services.map((service) => this.notes(service).findOne({ _id: source }));
    return (await Promise.all(notes)).every((note) => note !== null);
  }

  /** Call it after {@link claim}. @throws when the data would not fit, as far as the server tells its free space */
  async assertSpace(bytes: number): Promise<void> {
    const [service] = this.services;
    if (service === undefined) return;
    const { fsTotalSize, fsUsedSize } = (await this.of(service).command({ dbStats: 1 })) as {
      fsTotalSize?: number;
      fsUsedSize?: number;
    };
    if (!fsTotalSize || fsUsedSize === undefined) return;
    const free = fsTotalSize - fsUsedSize;
    if (free < bytes * spaceFactor)
      throw new Error(
        `MongoDB has too little space: ${inMegabytes(bytes * spaceFactor)} are needed, ${inMegabytes(free)} are free.`,
      );
  }

  /** The collections with documents, except the note of the move. */
  async collectionsOf(service: ServiceName): Promise<string[]> {
    const names = await collectionsIn(this.of(service));
    const filled = await Promise.all(
      names.map(async (name) => ((await this.of(service).collection(name).findOne()) ? [name] : [])),
    );
    return filled.flat();
  }

  async finish(source: string): Promise<void> {
    for (const service of this.services)
      await this.notes(service).updateOne({ _id: source }, { $set: { finishedAt: new Date() } });
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private notes(service: ServiceName): mongo.Collection<Note> {
    return this.of(service).collection<Note>(noteCollection);
  }

  private async assertOwn(service: ServiceName, source: string): Promise<void> {
    const [note] = await this.notes(service).find().limit(1).toArray();
    const database = databaseNameOf(service, this.namespace);
    if (note && note._id !== source)
      throw new Error(
        `The database ${database} contains the move of another folder, or of another state of this one. Drop it, then run this again.`,
      );
    if (note) return;
    const [filled] = await this.collectionsOf(service);
    if (filled !== undefined)
      throw new Error(
        `The database ${database} has documents that are not from a move (in ${filled}). Move into empty databases, before the first start of the microservices.`,
      );
  }
}
