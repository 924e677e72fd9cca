import { makeFolder } from '../testing/fixtures.ts';
import { describeCatalogue } from './catalogue.contract.ts';
import { Catalogue } from './catalogue.ts';

describeCatalogue('over a file', async () => {
  const folder = await makeFolder();
  const opened = [await Catalogue.open(folder.path)];
  return {
    catalogue: opened[0]!,
    another: async () => {
      const catalogue = await Catalogue.open(folder.path);
      opened.push(catalogue);
      return catalogue;
    },
    remove: async () => {
      for (const catalogue of opened) await catalogue.close();
      await folder.remove();
    },
  };
});
