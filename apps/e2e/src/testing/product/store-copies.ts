import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Product } from './product.ts';
import { ServerData } from '../stores/server-data.ts';
import type { Row } from '../stores/stored-data.ts';

/** The services with a store. */
type Service = 'admin' | 'auth' | 'chaptering' | 'clip' | 'portal' | 'search' | 'upload';
type Documents = Readonly<Record<string, Row[]>>;

/**
 * Backups of the parts of a running product, each of another time, as an operator takes them: of a database, and of a
 * volume at one moment. Kafka has no backup; the log of one process is copied with {@link StoreCopies.copyRest}.
 */
export class StoreCopies {
  private readonly source: Product;
  private readonly folder: string;
  private readonly documents = new Map<Service, Documents>();

  constructor(source: Product, folder: string) {
    this.source = source;
    this.folder = folder;
  }

  async copyStore(service: Service): Promise<void> {
    const stored = this.source.stored();
    if (stored instanceof ServerData) this.documents.set(service, await stored.documents(service));
    else this.copyFiles(`store/${service}.sqlite`, `store/${service}.sqlite-wal`);
  }

  copyMedia(): void {
    this.copyFiles('media');
  }

  /** The log and the keys of one process; they exist only there. */
  copyRest(): void {
    this.copyFiles('log.sqlite', 'log.sqlite-wal', 'secrets.json', 'keys');
  }

  /** Fills a product that has never run. */
  async restoreInto(target: Product): Promise<void> {
    const stored = target.stored();
    const dataDir = dirname(target.mediaDir);
    mkdirSync(dataDir, { recursive: true });
    cpSync(this.folder, dataDir, { recursive: true });
    if (!(stored instanceof ServerData)) return;
    const { namespace } = stored;
    await namespace.withMongo(async (client) => {
      for (const [service, collections] of this.documents)
        for (const [name, documents] of Object.entries(collections))
          if (documents.length > 0)
            await client.db(namespace.databaseOf(service)).collection(name).insertMany(documents);
    });
  }

  /** A snapshot of a disk: nothing is written meanwhile. */
  private copyFiles(...paths: readonly string[]): void {
    const { videoHost, mediaDir } = this.source;
    const from = dirname(mediaDir);
    videoHost.pause();
    try {
      for (const path of paths)
        if (existsSync(join(from, path)))
          cpSync(join(from, path), join(this.folder, path), { recursive: true });
    } finally {
      videoHost.resume();
    }
  }
}
