#!/usr/bin/env node
// `npm run generate:helm`: writes what is generated from the charts and contracts: Kafka topics and ACLs, the dashboard,
// the table of sizes, and the base of k8s/.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedTexts, kustomizeBase } from '../../helm/spec/generated.ts';
import { render } from '../../helm/spec/helm.ts';
import { root } from '../prepare.mjs';

function write(files) {
  for (const file of files) {
    const path = join(root, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.text);
  }
}

// The renders below need the topics that are written here.
write(await generatedTexts());
write([await kustomizeBase(render)]);
