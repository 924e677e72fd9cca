#!/usr/bin/env node
// Makes the data of a landed version with its own product, for the tests of upgrades:
//
//   npm run fixture -- NAME COMMIT      writes apps/e2e/fixtures/NAME.tar.gz, and of a version helm/spec/releases/NAME.json
//
// It checks the commit out in a temporary folder, with its packages. It needs ffmpeg and flite.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeReleaseFacts } from './charts/release-facts.mjs';
import { exitWithError, node24, run } from './prepare.mjs';
import { serverFlags } from './server-flags.mjs';

const [name, commit] = process.argv.slice(2);
if (!name || !commit) exitWithError('Name a fixture and a commit: npm run fixture -- NAME COMMIT');

const checkout = mkdtempSync(join(tmpdir(), 'vault-version-'));
process.on('exit', () => {
  rmSync(checkout, { recursive: true, force: true });
});
run('git', ['clone', '--quiet', '--no-checkout', '.', checkout]);
run('git', ['checkout', '--quiet', commit], { cwd: checkout });
run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout });
run(node24(), ['tools/build.mjs'], { cwd: checkout });
const archive = join('apps/e2e/fixtures', `${name}.tar.gz`);
run(node24(), [...serverFlags, 'apps/e2e/src/older-data/make-fixture.ts', checkout, commit, archive]);
if (/^\d+\.\d+\.\d+$/.test(name)) await writeReleaseFacts(name, commit, checkout);
