#!/usr/bin/env node
// `npm run staff -- list | add EMAIL [--role support] | reset EMAIL | remove EMAIL`: who may sign in to the staff area,
// for when nobody can. In the files of DATA_DIR while the product is stopped, or on MongoDB where MONGO_URL (or an
// operator's MONGO_ADMIN_URL) names it. A password is made and shown once, or read from standard input with
// `--password-stdin`.
import { spawnSync } from 'node:child_process';
import { checkNode, giveUp, goOnAs, installPackages, node24, root } from './prepare.mjs';

checkNode();
await installPackages();
const built = spawnSync(node24(), ['tools/build.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
if (built.status !== 0) giveUp('The product could not be built.');
goOnAs([
  '--disable-warning=ExperimentalWarning',
  'apps/migrate/dist/main.js',
  'staff',
  ...process.argv.slice(2),
]);
