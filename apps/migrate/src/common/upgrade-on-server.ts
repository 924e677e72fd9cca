import type { ServiceName } from '@vault/contracts';
import { upgradeDatabase } from '@vault/platform';
import {
  databaseNameOf,
  dataVersion,
  type MongoAccess,
  noteDataVersion,
  problemOfVersion,
  readDataVersion,
} from '@vault/store';
import { openDatabase } from './open-mongo.ts';

interface ServerUpgrade {
  readonly access: MongoAccess;
  readonly service: ServiceName;
  readonly namespace: string | undefined;
  readonly print: (line: string) => void;
}

/**
 * Brings the database of a service to today's form. A killed upgrade is finished by the next one.
 * @throws when its data are of a newer version
 */
export async function upgradeOnServer({ access, service, namespace, print }: ServerUpgrade): Promise<void> {
  const connection = await openDatabase(access, databaseNameOf(service, namespace));
  try {
    const { db } = connection;
    if (!db) throw new Error(`The database of ${service} is not open.`);
    const from = (await readDataVersion(db)) ?? 1;
    if (from === dataVersion) return;
    if (from > dataVersion)
      throw new Error(
        `${problemOfVersion(from, { what: `The data of ${service} are`, toUpgrade: '' }) ?? ''}.`,
      );
    await upgradeDatabase(db, service, { from, print });
    await noteDataVersion(db);
    print(`data of ${service}: version ${String(dataVersion)}`);
  } finally {
    await connection.close();
  }
}
