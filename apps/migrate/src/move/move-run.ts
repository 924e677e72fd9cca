import { hostname } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@vault/contracts';
import { OutstandingReader } from '@vault/messaging/embedded';
import type { ServiceDefinition } from '@vault/platform';
import { mongoAccessOf } from '@vault/store';
import type { MigrateConfig } from '../common/migrate.config.ts';
import { BrokerAppender } from './broker-appender.ts';
import { tableOf } from './comparison-table.ts';
import { MediaCopy } from './copy-media.ts';
import type { EngineFolder } from './engine-folder.ts';
import { followUpsOf } from './follow-ups.ts';
import { moveMessages } from './move-messages.ts';
import { compareStores, moveStores, StoreFiles } from './move-stores.ts';
import { withProgress, type Progress } from './progress.ts';
import type { SourceFolder } from './source-folder.ts';
import { TargetDatabases } from './target-databases.ts';

export interface MoveRunOptions {
  readonly source: SourceFolder;
  readonly engine: EngineFolder;
  /** The services with a store. */
  readonly services: readonly ServiceDefinition[];
  readonly config: MigrateConfig;
  readonly print: (line: string) => void;
}

/**
 * One run of the move. Each step may be repeated, so a run continues what a killed one began. Messages come last:
 * nothing is addressed to a service before its data is compared.
 */
export class MoveRun {
  constructor(private readonly options: MoveRunOptions) {}

  async execute(): Promise<void> {
    const { source, engine, services, config, print } = this.options;
    const names = services.map(({ name }) => name);
    const access = mongoAccessOf(config.MONGO_ADMIN_URL ?? config.MONGO_URL ?? '', config);
    const target = await TargetDatabases.open(access, names, config.NAMESPACE);
    const broker = new BrokerAppender(config, `move-${hostname()}`);
    try {
      if (engine.state.messages && !(await target.isClaimed(source.fingerprint)))
        throw new Error(`${engine.path} has a move to other databases. Empty it, then run this again.`);
      if (engine.state.isFinished) {
        print(`${source.path} was already moved; nothing was changed.`);
        return;
      }
      if (!engine.state.messages) await broker.assertEmpty();
      await this.moveAll(target, broker);
    } finally {
      await broker.close();
      await target.close();
    }
    print('The move is complete. Start the microservices; keep the folder until you have checked them.');
  }

  private async moveAll(target: TargetDatabases, broker: BrokerAppender): Promise<void> {
    const { source, engine, services } = this.options;
    const media = new MediaCopy(source.mediaFolder, engine.media, source.media);
    const mediaBytes = await media.missingBytes();
    await engine.assertSpace(mediaBytes + source.databaseBytes);
    // A run that continues needs less; how much less is not known.
    if (await target.claim(source.fingerprint)) await target.assertSpace(source.databaseBytes);
    engine.save();
    await source.copyDatabases(
      engine.work,
      services.map(({ name }) => name),
    );
    await this.moveData(target, media, mediaBytes);
    await source.assertUnchanged();
    await this.moveMessages(broker);
    await target.finish(source.fingerprint);
    await engine.removeWork();
    engine.save({ isFinished: true });
  }

  private async moveData(target: TargetDatabases, media: MediaCopy, mediaBytes: number): Promise<void> {
    const { engine, services } = this.options;
    const stores = await StoreFiles.open(
      engine.work,
      services.map(({ name }) => name),
    );
    try {
      await this.withProgress('copying the stores', (progress) => moveStores(stores, target, progress));
      await this.withProgress('copying the media', (progress) => media.run(progress), mediaBytes);
      await this.compare(stores, target, media);
    } finally {
      await stores.close();
    }
  }

  /** @throws with all differences */
  private async compare(stores: StoreFiles, target: TargetDatabases, media: MediaCopy): Promise<void> {
    const { print, source } = this.options;
    const collections = await compareStores(stores, target);
    const bytes = source.media.reduce((sum, { size }) => sum + size, 0);
    const differences = (progress: Progress) => media.differences(progress);
    const files = await this.withProgress('comparing the media', differences, bytes);
    const same = source.media.filter(({ path }) => !files.includes(path)).length;
    const facts = { count: source.media.length, bytes, same, isSame: files.length === 0 };
    for (const line of tableOf(collections, { name: 'media files', ...facts })) print(line);
    const different = [
      ...collections.filter(({ isSame }) => !isSame).map(({ name }) => `the collection ${name}`),
      ...files.map((path) => `the file media/${path}`),
    ];
    if (different.length > 0) throw new Error(`These differ after the move: ${different.join(', ')}.`);
  }

  private async moveMessages(broker: BrokerAppender): Promise<void> {
    const { engine, services, source, print } = this.options;
    if (engine.state.messages === 'appended') return;
    engine.save({ messages: 'begun' });
    const log = new OutstandingReader(join(engine.work, 'log.sqlite'));
    const stores = await StoreFiles.open(
      engine.work,
      services.map(({ name }) => name),
    );
    const append = (topic: string, records: Parameters<BrokerAppender['append']>[1]) =>
      broker.append(topic, records);
    const nameOf = (name: string) => broker.nameOf(name);
    try {
      const moved = await moveMessages({ log, groups: serviceNames, nameOf, append });
      const added = await followUpsOf({ services, stores, id: source.fingerprint, nameOf, append });
      print(
        `messages: ${String(moved.messages)} not handled yet, ${String(moved.letters)} dead letters; ${String(added)} documents to index again`,
      );
    } finally {
      log.close();
      await stores.close();
    }
    engine.save({ messages: 'appended' });
  }

  private async withProgress<Result>(
    what: string,
    work: (progress: Progress) => Promise<Result>,
    totalBytes?: number,
  ): Promise<Result> {
    const { print } = this.options;
    return await withProgress({ what, print, ...(totalBytes === undefined ? {} : { totalBytes }) }, work);
  }
}
