import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const depcruise = join(root, 'node_modules', '.bin', 'depcruise');
const args = ['--config', '.dependency-cruiser.mjs'];

/** A rule and a file that breaks it, by package name or by path. OWN-NAME is replaced by the file's own name. */
const violations: [rule: string, file: string, code: string][] = [
  [
    'services-never-meet',
    'libs/services/upload/src/offence.ts',
    "export { authService } from '@vault/auth-service';",
  ],
  ['services-never-meet', 'libs/services/auth/src/offence.ts', "export * from '../../upload/src/index.ts';"],
  ['kit-uses-only-kit', 'libs/kit/webvtt/src/offence.ts', "export * from '@vault/contracts';"],
  ['order-of-libs/platform', 'libs/platform/src/offence.ts', "export * from '@vault/integrations';"],
  [
    'order-of-libs/integrations',
    'libs/integrations/src/offence.ts',
    "export * from '@vault/upload-service';",
  ],
  ['order-of-libs/site', 'libs/site/src/offence.ts', "export * from '@vault/gateway-service';"],
  ['order-of-libs/contracts', 'libs/contracts/src/offence.ts', "export * from '@vault/platform';"],
  ['order-of-libs/base', 'libs/base/src/offence.ts', "export * from '@vault/messaging';"],
  ['order-of-libs/messaging', 'libs/messaging/src/offence.ts', "export * from '@vault/store';"],
  [
    'order-of-libs/base/src/errors',
    'libs/base/src/errors/offence.ts',
    "export * from '../logging/logger.ts';",
  ],
  [
    'order-of-libs/services/auth/src/users',
    'libs/services/auth/src/users/offence.ts',
    "export * from '../sessions/session.service.ts';",
  ],
  [
    'order-of-libs/services/auth/src/users',
    'libs/services/auth/src/users/offence.ts',
    "export * from '../auth.module.ts';",
  ],
  [
    'order-of-libs/platform/src/metrics',
    'libs/platform/src/metrics/offence.ts',
    "export * from '../host/run-main.ts';",
  ],
  [
    'order-of-libs/messaging/src/kafka/connection',
    'libs/messaging/src/kafka/connection/offence.ts',
    "export * from '../topics/topic-reader.ts';",
  ],
  [
    'order-of-libs/kit/chapter-engine/src/segmentation',
    'libs/kit/chapter-engine/src/segmentation/offence.ts',
    "export * from '../quotes/quoting.ts';",
  ],
  [
    'order-of-libs/kit/media/src/tools',
    'libs/kit/media/src/tools/offence.ts',
    "export * from '../index.ts';",
  ],
  [
    'libraries-below-apps',
    'libs/platform/src/offence.ts',
    "export * from '../../../apps/migrate/src/common/migrate.config.ts';",
  ],
  ['tools-below-apps', 'tools/offence.ts', "export * from '../apps/migrate/src/common/migrate.config.ts';"],
  ['web-sees-contracts-and-kit', 'apps/web/src/offence.ts', "export * from '@vault/platform';"],
  ['web-has-no-rpc', 'apps/web/src/offence.ts', "export * from '@vault/contracts/rpc';"],
  [
    'outside-sdks-in-their-adapters',
    'libs/services/upload/src/offence.ts',
    "export { Mux } from '@mux/mux-node';",
  ],
  [
    'outside-sdks-in-their-adapters',
    'libs/services/chaptering/src/offence.ts',
    "export { OpenAI } from 'openai';",
  ],
  [
    'outside-sdks-in-their-adapters',
    'libs/services/auth/src/offence.ts',
    "export { createTransport } from 'nodemailer';",
  ],
  ['kafka-client-in-its-adapter', 'libs/messaging/src/events/offence.ts', "export { Kafka } from 'kafkajs';"],
  [
    'domain-stands-alone',
    'libs/services/clip/src/domain/offence.ts',
    "export type { HostAsset } from '@vault/integrations';",
  ],
  [
    'domain-stands-alone',
    'libs/services/auth/src/domain/offence.ts',
    "export * from '../config/auth.config.ts';",
  ],
  [
    'features-never-meet',
    'apps/web/src/features/uploads/offence.ts',
    "export * from '../library/model/card-entries.ts';",
  ],
  [
    'order-of-apps/web/src/api',
    'apps/web/src/api/offence.ts',
    "export * from '../components/ui/button.tsx';",
  ],
  [
    'order-of-apps/web/src/components/ui',
    'apps/web/src/components/ui/offence.ts',
    "export * from '../video/chapter-hue.ts';",
  ],
  [
    'order-of-apps/web/src/components/ui',
    'apps/web/src/components/ui/offence.ts',
    "export * from './fields/form.tsx';",
  ],
  [
    'order-of-apps/web/src/layouts',
    'apps/web/src/layouts/offence.ts',
    "export * from '../pages/not-found-page.tsx';",
  ],
  ['order-of-apps/web/src/app', 'apps/web/src/app/offence.ts', "export type * from '../prerender.tsx';"],
  [
    'order-of-apps/web/src/features/*/model',
    'apps/web/src/features/clips/model/offence.ts',
    "export * from '../components/clip-button.tsx';",
  ],
  ['no-circles', 'libs/contracts/src/offence.ts', "export type { Same } from './OWN-NAME';"],
];

/** A copy of the sources to add violations to, so that the working tree does not change. */
function makeCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'boundaries-'));
  const sources = ['libs', 'apps', 'tools', '.dependency-cruiser.mjs', 'tsconfig.base.json', 'package.json'];
  const left = ['node_modules', 'dist', 'screenshots'];
  for (const name of sources) {
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !left.includes(basename(path)),
    });
  }
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@vault'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@vault' && name !== '.vault')
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  for (const name of readdirSync(join(root, 'node_modules', '@vault'))) {
    const place = relative(root, realpathSync(join(root, 'node_modules', '@vault', name)));
    symlinkSync(join(copy, place), join(modules, '@vault', name));
  }
  return copy;
}

describe('the rules of the layers', () => {
  let copy: string;
  let output: string;
  const numbered = violations.map(([rule, path, code], index) => {
    const file = path.replace(/\.ts$/, `-${String(index)}.ts`);
    return { rule, file, code: code.replace('OWN-NAME', basename(file)) };
  });

  // One check for all files: most of its time goes into resolving dependencies.
  beforeAll(() => {
    copy = makeCopy();
    for (const { file, code } of numbered) writeFileSync(join(copy, file), `${code}\n`);
    const files = numbered.map(({ file }) => file);
    output = spawnSync(depcruise, [...args, ...files], { cwd: copy, encoding: 'utf8' }).stdout;
  }, 120_000);
  afterAll(() => {
    rmSync(copy, { recursive: true, force: true });
  });

  it.each(numbered)('$rule reports $file', ({ rule, file }) => {
    expect(output).toContain(`error ${rule}: ${file}`);
  });

  it('report no other file', () => {
    expect(output.match(/^ *error /gm)).toHaveLength(numbered.length);
  });

  it('make the check fail when a file breaks one', () => {
    const { status } = spawnSync(depcruise, [...args, numbered[0]!.file], { cwd: copy });
    expect(status).not.toBe(0);
  });
});

/** The names of the source files in a folder; files that only tests use do not count. */
function sourcesIn(folder: string): string[] {
  const isSource = (name: string) =>
    /\.(tsx?|mjs)$/.test(name) && !/\.(spec|contract|fixture|child)\.tsx?$/.test(name);
  return readdirSync(join(root, folder)).filter(isSource);
}

describe('folders of libraries and of the web app', () => {
  const left = /(^|\/)(node_modules|dist|generated|testing)(\/|$)/;
  const folders = ['libs', 'apps/web/src']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((folder) => !left.test(folder));

  it('have at most 20 files each', () => {
    expect(folders.length).toBeGreaterThan(100);
    expect(folders.filter((folder) => sourcesIn(folder).length > 20)).toEqual([]);
  });
});
