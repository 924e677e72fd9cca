import type { Connection } from 'mongoose';
import { makeFolder } from '@vault/media/testing';
import { secondConnection } from '../testing/second-connection.ts';
import { describeCatalogue } from './catalogue.contract.ts';
import { Catalogue } from './catalogue.ts';

describeCatalogue('over a file', async () => {
  const folder = await makeFolder();
  const catalogue = await Catalogue.open(folder.path);
  const connections: Connection[] = [];
  return {
    catalogue,
    another: async () => {
      const connection = await secondConnection(folder.path);
      connections.push(connection);
      return await Catalogue.over(connection, { isExclusive: true });
    },
    remove: async () => {
      for (const connection of connections) await connection.close();
      await catalogue.close();
      await folder.remove();
    },
  };
});
