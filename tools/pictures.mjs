#!/usr/bin/env node
// `npm run pictures`: makes the pictures and the recording of the landing page, the card for shared links and the icons,
// and takes a screenshot of every page and state. Run it when the product's look has changed, and commit
// apps/web/public; apps/pictures/screenshots is only for viewing. With names (`npm run pictures -- video landing`) it takes
// only the screenshots of those states.
import { buildProduct, checkNode, runInstead, installPackages } from './prepare.mjs';
import { requirePrograms } from './system-programs.mjs';

checkNode();
requirePrograms(['ffmpeg', 'chromium', 'voices']);
await installPackages();
await buildProduct();
runInstead([
  '--disable-warning=ExperimentalWarning',
  'apps/pictures/src/take-pictures.ts',
  ...process.argv.slice(2),
]);
