#!/usr/bin/env node
// `npm start`: installs, builds and serves the whole product in one process.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildProduct, checkNode, installPackages, node24, root } from './prepare.mjs';
import { serverFlags } from './server-flags.mjs';
import { requirePrograms } from './system-programs.mjs';

checkNode();
requirePrograms(['ffmpeg']);
await installPackages();
await buildProduct();

const child = spawn(node24(), [...serverFlags, 'apps/all-in-one/dist/main.js'], {
  cwd: root,
  // The channel tells the server when this script dies, so that no server is left behind.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: {
    LOG_LEVEL: 'warn',
    // Nobody sends requests elsewhere: Ctrl-C ends it at once.
    STOP_DELAY_SECONDS: '0',
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.vault', 'compile-cache'),
    ...process.env,
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
