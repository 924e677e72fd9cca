import type { ServiceName } from '@vault/contracts';
import {
  databaseNameOf,
  dataVersion,
  type MongoAccess,
  problemOfVersion,
  readDataVersion,
} from '@vault/store';
import { collectionsIn, openMongo } from './open-mongo.ts';

interface DataCheck {
  readonly access: MongoAccess;
  readonly services: readonly ServiceName[];
  readonly namespace: string | undefined;
  readonly print: (line: string) => void;
}

/**
 * Compares the form of the data of all services with today's, and prints which are upgraded.
 * @returns a sentence for each database with data that this version cannot read
 */
export async function checkData({ access, services, namespace, print }: DataCheck): Promise<string[]> {
  const client = await openMongo(access);
  const problems: string[] = [];
  try {
    for (const service of services) {
      const db = client.db(databaseNameOf(service, namespace));
      const noted = await readDataVersion(db);
      if (noted === undefined && (await collectionsIn(db)).length === 0) continue;
      const from = noted ?? 1;
      const what = `The data of ${service} are`;
      if (from > dataVersion) problems.push(`${problemOfVersion(from, { what, toUpgrade: '' }) ?? ''}.`);
      if (from < dataVersion)
        print(
          `${what} of version ${String(from)}, to be upgraded to ${String(dataVersion)}: back them up and stop the services first`,
        );
    }
  } finally {
    await client.close();
  }
  return problems;
}
