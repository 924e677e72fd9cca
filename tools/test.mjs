#!/usr/bin/env node
// `npm test`: installs and builds as `npm start` does, then has Nx run every check whose inputs have changed.
//
//   npm test -- --all            without the results that Nx has kept
//   npm run test:all             the full matrix too: every end-to-end file in both modes, longer random runs
//   npm run test:microservices   what needs Kafka and MongoDB, alone
//   npm run test:helm            the charts, alone
import { buildProduct, checkNode, goOnAs, installPackages } from './prepare.mjs';
import { requirePrograms } from './system-programs.mjs';

checkNode();
const full = process.argv.includes('--full') ? ['firefox', 'webkit'] : [];
if (!process.argv.includes('--helm')) requirePrograms(['ffmpeg', 'chromium', 'voices', ...full]);
await installPackages();
await buildProduct();
goOnAs(['--disable-warning=ExperimentalWarning', 'tools/test-run.mjs', ...process.argv.slice(2)]);
