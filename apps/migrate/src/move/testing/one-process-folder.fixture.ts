import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ServiceName } from '@vault/contracts';
import type { Connection } from 'mongoose';
import { EmbeddedLog } from '@vault/messaging/embedded';
import { openEmbeddedStore, withStoppedFolder } from '@vault/platform';

/** The services with a store in these tests. */
export const services: readonly ServiceName[] = ['auth', 'upload'];

/** A data folder as a product in one process leaves it. */
export interface OneProcessFolder {
  readonly path: string;
  /** A folder next to it. */
  readonly other: (name: string) => string;
  /** Opens a store for changes. */
  change(service: ServiceName, work: (connection: Connection) => Promise<void>): Promise<void>;
  /** Writes a file below the folder. */
  write(path: string, content: string | Buffer): void;
  remove(): void;
}

export async function makeOneProcessFolder(): Promise<OneProcessFolder> {
  const root = mkdtempSync(join(tmpdir(), 'move-'));
  const path = join(root, 'data');
  const dataFolder: OneProcessFolder = {
    path,
    other: (name) => join(root, name),
    change: async (service, work) => {
      const store = await openEmbeddedStore({ dataDir: path, service });
      await work(store.connection);
      await store.close();
    },
    write: (name, content) => {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), content);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
  mkdirSync(join(path, 'store'), { recursive: true });
  await withStoppedFolder(path, services, () => Promise.resolve());
  for (const service of services) await dataFolder.change(service, () => Promise.resolve());
  dataFolder.write(
    'secrets.json',
    JSON.stringify({
      MUX_TOKEN_ID: 'id',
      MUX_TOKEN_SECRET: "a'b",
      MUX_WEBHOOK_SECRET: 'c',
      MUX_SIGNING_KEY: 'd',
      MUX_PRIVATE_KEY: 'ZQ==',
    }),
  );
  dataFolder.write('media/objects/assets/one/1-media', Buffer.alloc(3_000_000, 7));
  dataFolder.write('media/objects/assets/one/2-track.vtt', 'WEBVTT\n');
  dataFolder.write('media/objects/.parts/two/bytes', Buffer.alloc(100, 1));
  dataFolder.write('media/work/job-1/frame', 'unfinished');
  new DatabaseSync(join(path, 'media/catalogue.sqlite')).close();
  const log = new EmbeddedLog({ file: join(path, 'log.sqlite') });
  const member = await log.subscribe({
    group: 'auth',
    topics: ['auth.commands'],
    handler: () => Promise.resolve(),
  });
  await member.close();
  await log.close();
  return dataFolder;
}
