#!/usr/bin/env node
// `npm run pictures`: makes the pictures of the product that the landing page shows, the card for shared links and the
// icons, and takes a screenshot of every page and state. Run it when the product looks different, and commit
// apps/web/public; apps/e2e/screenshots is for looking at. With names (`npm run pictures -- video landing`) it takes
// screenshots of those states alone.
import { buildProduct, checkNode, goOnAs, installPackages } from './prepare.mjs';
import { requirePrograms } from './system-programs.mjs';

checkNode();
requirePrograms(['ffmpeg', 'chromium', 'voices']);
await installPackages();
await buildProduct();
goOnAs([
  '--disable-warning=ExperimentalWarning',
  'apps/e2e/src/pictures/take-pictures.ts',
  ...process.argv.slice(2),
]);
