#!/usr/bin/env node
// Runs one app with the Node of the packages, after installing and building what is missing or has changed:
//
//   npm start                        the whole product in one process
//   npm run serve -- auth            one app as a separate process: docs/processes.md says what each needs
//   npm run dev [-- auth]            the same from the sources, with an inspector; restarts when a source changes
//   npm run migrate                  prepares Kafka and MongoDB; operator commands may follow `--`
//   npm run staff -- list | add EMAIL [--role support] | reset EMAIL | remove EMAIL
//
// `staff` is for when nobody can sign in to the staff area. It works in the files of DATA_DIR while the product is
// stopped, or on MongoDB if MONGO_URL (or an operator's MONGO_ADMIN_URL) is set. It generates a password and shows it
// once, or reads one from standard input with `--password-stdin`.
//
// Variables may be in the file .env of this folder; the environment wins.
import { join } from 'node:path';
import { generateContracts } from './contracts.mjs';
import {
  appNames,
  buildProduct,
  buildServer,
  checkNode,
  exitWithError,
  readSettings,
  runInstead,
  installPackages,
  root,
} from './prepare.mjs';
import { serverFlags } from './server-flags.mjs';
import { provideFonts, requirePrograms } from './system-programs.mjs';

/** Variables for every app, unless the environment sets them. */
const usual = {
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.vault', 'compile-cache'),
};

const script = process.env.npm_lifecycle_event;
const isWatching = script === 'dev';
const [app = isWatching ? 'all-in-one' : '', ...args] = process.argv.slice(2);
checkNode();
readSettings();
if (!appNames.includes(app)) exitWithError(`Name an app: npm run serve -- ${appNames.join(' | ')}`);
if (['all-in-one', 'video-engine'].includes(app)) requirePrograms(['ffmpeg']);
await installPackages();
if (['all-in-one', 'video-engine'].includes(app)) provideFonts();
if (['all-in-one', 'gateway'].includes(app)) await buildProduct();
else if (isWatching) await generateContracts();
else buildServer();
const fromSources = ['--watch', '--watch-preserve-output', '--inspect', '--conditions=@vault/source'];
const program = isWatching
  ? [...fromSources, '--import=./tools/jest/typescript-hooks.mjs', `apps/${app}/src/main.ts`]
  : [`apps/${app}/dist/main.js`];
runInstead([...serverFlags, ...program, ...args], {
  // No load balancer needs time to notice the end, so Ctrl-C stops the process immediately.
  ...(script === 'start' && { LOG_LEVEL: 'warn' }),
  ...(['start', 'dev'].includes(script) && { STOP_DELAY_SECONDS: '0' }),
  ...usual,
});
