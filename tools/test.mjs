#!/usr/bin/env node
// `npm test`: installs and builds as `npm start` does, then runs every check and, with Kafka and MongoDB, the tests of
// the product as microservices. Ends with one line of totals.
import { buildProduct, checkNode, goOnAs, installPackages } from './prepare.mjs';
import { requirePrograms } from './system-programs.mjs';

checkNode();
requirePrograms(['ffmpeg', 'chromium', 'voices']);
installPackages();
buildProduct();
goOnAs(['--disable-warning=ExperimentalWarning', 'tools/test-run.mjs', 'all']);
