#!/usr/bin/env node
// Runs one app by the Node that comes with the packages, and installs and builds before what is not there yet:
//
//   npm start                        the whole product in one process
//   npm run serve -- auth            one app as a process of its own: docs/processes.md says what each needs
//   npm run dev [-- auth]            the same from the sources, restarted when one changes, with an inspector
//   npm run migrate                  what must be on Kafka and MongoDB before; orders of an operator may follow `--`
//   npm run staff -- list | add EMAIL [--role support] | reset EMAIL | remove EMAIL
//
// `staff` is for when nobody can sign in to the staff area. It works in the files of DATA_DIR while the product is
// stopped, or on MongoDB where MONGO_URL (or an operator's MONGO_ADMIN_URL) names it. A password is made and shown once,
// or read from standard input with `--password-stdin`.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildProduct, buildServer, checkNode, giveUp, goOnAs, installPackages, root } from './prepare.mjs';
import { serverFlags } from './server-flags.mjs';
import { requirePrograms } from './system-programs.mjs';

/** What one does not say oneself. */
const usual = {
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.vault', 'compile-cache'),
};

const script = process.env.npm_lifecycle_event;
const isWatching = script === 'dev';
const [app = isWatching ? 'all-in-one' : '', ...args] = process.argv.slice(2);
const apps = readdirSync(join(root, 'apps')).filter(
  (name) => name !== 'bench' && existsSync(join(root, 'apps', name, 'src/main.ts')),
);
checkNode();
if (!apps.includes(app)) giveUp(`Say which app: npm run serve -- ${apps.join(' | ')}`);
if (['all-in-one', 'video-engine'].includes(app)) requirePrograms(['ffmpeg']);
await installPackages();
if (['all-in-one', 'gateway'].includes(app)) await buildProduct();
else if (!isWatching) buildServer();
const fromSources = ['--watch', '--watch-preserve-output', '--inspect', '--conditions=@vault/source'];
const program = isWatching
  ? [...fromSources, '--import=./tools/jest/typescript-hooks.mjs', `apps/${app}/src/main.ts`]
  : [`apps/${app}/dist/main.js`];
goOnAs([...serverFlags, ...program, ...args], {
  // Nobody sends requests elsewhere after `npm start`: Ctrl-C ends it at once.
  ...(script === 'start' && { LOG_LEVEL: 'warn' }),
  ...(['start', 'dev'].includes(script) && { STOP_DELAY_SECONDS: '0' }),
  ...usual,
});
