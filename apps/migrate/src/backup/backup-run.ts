import { hostname } from 'node:os';
import { join } from 'node:path';
import { OutstandingWriter } from '@vault/messaging/embedded';
import { makeDataFolder, type ServiceDefinition } from '@vault/platform';
import { mongoAccessOf } from '@vault/store';
import type { MigrateConfig } from '../migrate.config.ts';
import { withProgress, type Progress } from '../move/progress.ts';
import { backedUpTopics, backUpMessages, readProgress, type GroupProgress } from './back-up-messages.ts';
import { backUpStores } from './back-up-stores.ts';
import type { BackupFolder } from './backup-folder.ts';
import { writeManifest, type BackedUpCollection } from '../move/backup-manifest.ts';
import { BrokerReader } from './broker-reader.ts';
import { KnownIds } from './engine-catalogue.ts';
import { fixPoint, type PointInTime } from './fix-point.ts';
import { MediaBackup } from './media-backup.ts';
import { SourceStores, type StoredCollection, type StoreSnapshot } from './source-stores.ts';

const maxPoints = 5;

export interface BackupRunOptions {
  readonly folder: BackupFolder;
  /** The services with a store. */
  readonly services: readonly ServiceDefinition[];
  readonly config: MigrateConfig;
  readonly print: (line: string) => void;
}

/** The time of a backup, with what had to be read before it. */
interface Point extends PointInTime<StoreSnapshot> {
  readonly collections: readonly StoredCollection[];
  readonly progress: GroupProgress;
}

/** One backup of a product that runs. It reads only, except for links beside the engine's media. */
export class BackupRun {
  private readonly options: BackupRunOptions;
  private readonly broker: BrokerReader;

  constructor(options: BackupRunOptions) {
    this.options = options;
    this.broker = new BrokerReader(options.config, `backup-${hostname()}`);
  }

  async execute(): Promise<void> {
    const { folder, services, config, print } = this.options;
    const names = services.flatMap(({ name, models }) => (models ? [name] : []));
    const access = mongoAccessOf(config.MONGO_ADMIN_URL ?? config.MONGO_URL ?? '', config);
    const stores = await SourceStores.open(access, names, config.NAMESPACE);
    try {
      const media = await this.timed('capturing the media', () => this.beginMedia());
      const point = await this.fixPoint(stores);
      const takenAt = point.takenAt.toISOString();
      print(`the time of this backup: ${takenAt}`);
      await media.complete();
      const known = new KnownIds(join(folder.work, 'known.sqlite'));
      const collections = await this.backUpStores(stores, point, known);
      const messages = await this.backUpMessages(point);
      // Before the media: recordings without the folder's id would be the rest of a lost folder.
      makeDataFolder(folder.unfinished, names);
      const hashes = await this.backUpMedia(media, known);
      await folder.removeWork();
      await writeManifest(
        folder.unfinished,
        { takenAt, collections, messages, ends: point.ends },
        new Map([...hashes].map(([path, hash]) => [`media/${path}`, hash])),
      );
    } finally {
      await folder.removeLinks();
      await this.broker.close();
      await stores.close();
    }
    await folder.finish();
    print(`${folder.path} is complete. It contains no secrets: store those of the product separately.`);
  }

  private beginMedia(): Promise<MediaBackup> {
    const { folder } = this.options;
    const target = join(folder.unfinished, 'media');
    return MediaBackup.begin({ media: folder.engineMedia, links: folder.links, work: folder.work, target });
  }

  /** @throws when collections are made all the time */
  private async fixPoint(stores: SourceStores): Promise<Point> {
    for (let tries = 0; tries < maxPoints; tries += 1) {
      const collections = await stores.collections();
      const [first] = collections;
      if (!first) throw new Error('The databases have no collections: there is nothing to back up.');
      // Before the time: what a group handles later is not in the stores of that time.
      const progress = await readProgress(this.broker);
      const point = await fixPoint({
        readEnds: () => this.broker.ends(backedUpTopics),
        takeSnapshot: () => stores.takeSnapshot(first),
        discard: ({ session }) => session.endSession(),
      });
      const isSame = JSON.stringify(await stores.collections()) === JSON.stringify(collections);
      if (isSame) return { ...point, collections, progress };
      await point.snapshot.session.endSession();
    }
    throw new Error('Collections were created during the backup. Run this again.');
  }

  private async backUpStores(
    source: SourceStores,
    { snapshot, collections }: Point,
    known: KnownIds,
  ): Promise<BackedUpCollection[]> {
    const { folder, services } = this.options;
    const owners = new Map(
      services.flatMap(({ name, media }) => (media ? [[`${name}.${media.collection}`, media] as const] : [])),
    );
    try {
      return await this.timed('copying the stores', (progress) =>
        backUpStores({
          ...{ source, snapshot, collections, progress, folder: folder.unfinished },
          onDocument: ({ service, name }, document) => {
            const references = owners.get(`${service}.${name}`)?.toReferences(document);
            if (references) known.add(references);
          },
        }),
      );
    } finally {
      known.close();
      await snapshot.session.endSession();
    }
  }

  private async backUpMessages({ progress, ends }: Point): Promise<{ waiting: number; deadLetters: number }> {
    const writer = new OutstandingWriter(join(this.options.folder.unfinished, 'log.sqlite'));
    let [waiting, deadLetters] = [0, 0];
    try {
      waiting = await backUpMessages({ broker: this.broker, writer, progress, ends });
    } finally {
      deadLetters = writer.close();
    }
    this.options.print(`messages: ${String(waiting)} not handled yet, ${String(deadLetters)} dead letters`);
    return { waiting, deadLetters };
  }

  private async backUpMedia(media: MediaBackup, { file }: KnownIds): Promise<ReadonlyMap<string, string>> {
    const { print } = this.options;
    const { hashes, dropped, restored, missing } = await this.timed('copying the media', (progress) =>
      media.copy(file, progress),
    );
    print(
      `media: ${String(hashes.size)} files; ${String(dropped)} assets and uploads that no store had at that time are left out, ${String(restored)} that were deleted after it are kept`,
    );
    if (missing.length > 0) print(`the video engine had no asset ${missing.join(', ')}`);
    return hashes;
  }

  private timed<Result>(what: string, work: (progress: Progress) => Promise<Result>): Promise<Result> {
    return withProgress({ what, print: this.options.print }, work);
  }
}
