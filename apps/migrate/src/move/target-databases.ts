import type { ServiceName } from '@vault/contracts';
import type { mongo } from 'mongoose';
import { databaseNameOf, type MongoAccess } from '@vault/store';
import { inMegabytes } from '@vault/platform';
import { openMongo } from '../common/open-mongo.ts';
import { NotedDatabase } from './noted-database.ts';

/** Documents take more space with their indexes, and journal and old versions until they are removed. */
const spaceFactor = 3;

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
    const databases = this.services.map((service) => this.notedOf(service));
    for (const database of databases) await database.assertOwn(source);
    let isNew = false;
    for (const database of databases) isNew = (await database.claim(source)) || isNew;
    return isNew;
  }

  /** Whether every database has the note of this source. */
  async isClaimed(source: string): Promise<boolean> {
    const notes = this.services.map((service) => this.notedOf(service).noteOf(source));
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
    return await this.notedOf(service).filledCollections();
  }

  async finish(source: string): Promise<void> {
    for (const service of this.services) await this.notedOf(service).finish(source);
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private notedOf(service: ServiceName): NotedDatabase {
    return new NotedDatabase(this.of(service));
  }
}
