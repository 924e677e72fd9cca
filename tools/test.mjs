#!/usr/bin/env node
// `npm test`: installs and builds as `npm start` does, then lets Nx run every check whose inputs have changed.
//
//   npm test -- --all            runs everything again, without cached results, as it always does with CI=true
//   npm run test:all             also the full matrix: every end-to-end file in both modes, longer random runs
//   npm run test:microservices   only what needs Kafka and MongoDB
//   npm run test:helm            only the charts
import { buildProduct, checkNode, runInstead, installPackages } from './prepare.mjs';
import { requirePrograms } from './system-programs.mjs';

checkNode();
const full = process.argv.includes('--full') ? ['firefox', 'webkit'] : [];
if (!process.argv.includes('--helm')) requirePrograms(['ffmpeg', 'chromium', 'voices', 'aligner', ...full]);
await installPackages();
await buildProduct();
runInstead(['--disable-warning=ExperimentalWarning', 'tools/test-run.mjs', ...process.argv.slice(2)]);
