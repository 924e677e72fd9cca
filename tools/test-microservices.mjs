#!/usr/bin/env node
// `npm run test:microservices`: installs and builds as `npm start` does, then runs every test that needs Kafka and
// MongoDB. Ends with one line of totals, or with one that says what is missing.
import { buildProduct, checkNode, goOnAs, installPackages } from './prepare.mjs';
import { requirePrograms } from './system-programs.mjs';

checkNode();
requirePrograms(['ffmpeg', 'chromium', 'voices']);
installPackages();
buildProduct();
goOnAs(['--disable-warning=ExperimentalWarning', 'tools/test-run.mjs', 'microservices']);
