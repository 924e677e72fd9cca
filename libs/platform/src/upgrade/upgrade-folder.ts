import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@vault/contracts';
import { dataVersion } from '@vault/store';
import { copyBeforeUpgrade, finishCopy } from './copy-before-upgrade.ts';
import { upgradeDatabase } from './upgrade-database.ts';
import { mediaFolder, storeFileOf, upgradeFiles } from '../infrastructure/data-folder.ts';
import { openEmbeddedStore } from '../infrastructure/embedded-infrastructure.ts';

/** Media of 0.1.0, which nothing reads any more. */
const oldMedia = join(mediaFolder, 'assets');

/**
 * Brings the data of a stopped product in one process to today's form, before anything opens them. It copies them first, except the media.
 * Nothing happens to data of today's form. A killed upgrade is finished by the next one.
 * @throws {DataFolderError} when the data are of a newer version, the folder is in use or not complete, or has too little space
 */
export async function upgradeDataFolder(
  dataDir: string,
  services: readonly ServiceName[],
  print: (line: string) => void,
): Promise<void> {
  let copy: string | undefined;
  await upgradeFiles(dataDir, async (from) => {
    copy = await copyBeforeUpgrade(dataDir);
    print(
      `The data in ${dataDir} are of version ${String(from)} and are now upgraded to version ${String(dataVersion)}. A copy of them, without the media, is in ${copy}.`,
    );
    for (const service of services)
      if (existsSync(join(dataDir, storeFileOf(service))))
        await upgradeStore(dataDir, service, { from, print });
    if (from < 2 && existsSync(join(dataDir, oldMedia)))
      print(
        `The old recordings stay in ${join(dataDir, oldMedia)}: delete that folder when you no longer need it.`,
      );
  });
  if (copy !== undefined) await finishCopy(copy);
}

async function upgradeStore(
  dataDir: string,
  service: ServiceName,
  options: Parameters<typeof upgradeDatabase>[2],
): Promise<void> {
  const store = await openEmbeddedStore({ dataDir, service });
  try {
    const { db } = store.connection;
    if (db) await upgradeDatabase(db, service, options);
  } finally {
    await store.close();
  }
}
