#!/usr/bin/env node
// `npm run bench`: builds as `npm start` does, then measures each target and its reference in the same run.
import { spawnSync } from 'node:child_process';
import { buildProduct, checkNode, installPackages, node24, root } from './prepare.mjs';
import { requirePrograms } from './system-programs.mjs';

checkNode();
requirePrograms(['ffmpeg', 'voices', 'aligner']);
await installPackages();
await buildProduct();

const args = ['--disable-warning=ExperimentalWarning', 'apps/bench/src/main.ts', ...process.argv.slice(2)];
process.exit(spawnSync(node24(), args, { cwd: root, stdio: 'inherit' }).status ?? 1);
