import { globSync } from 'node:fs';
import { serviceNames } from '../../libs/contracts/src/index.ts';
import { cases } from './cases.ts';
import { generatedTexts } from './generated.ts';
import { lint, product } from './helm.ts';
import { objectsIn, runningIn } from './objects.ts';
import { read, root } from './root.ts';

test('the Kafka ACLs, the dashboard and the guide are up to date (else run `npm run generate:helm`)', async () => {
  const files = await generatedTexts();
  expect(files).toHaveLength(3);
  for (const { path, text } of files) expect([path, read(path)]).toEqual([path, text]);
});

test.each(cases)('the linter finds nothing in $name', async ({ chart, valuesFile }) => {
  await lint(chart, valuesFile);
});

test('the lines of templates have at most 160 characters', () => {
  const templates = globSync('helm/*/templates/**/*.{yaml,tpl,txt}', { cwd: root });
  expect(templates.length).toBeGreaterThan(20);
  const long = templates.flatMap((path) =>
    read(path)
      .split('\n')
      .filter((line) => line.length > 160)
      .map((line) => `${path}: ${line}`),
  );
  expect(long).toEqual([]);
});

test('a service is stopped with 0 replicas, and one that is null has its defaults', async () => {
  const objects = objectsIn(await product({ defaults: { replicas: 0 }, services: { clip: null } }));
  const replicas = runningIn(objects).flatMap(({ spec }) => spec.replicas ?? []);
  expect(replicas).toEqual(Array.from({ length: 9 }, () => 0));
  expect(objects.filter(({ kind }) => kind === 'PodDisruptionBudget')).toEqual([]);
});

test('registries of each service are enough', async () => {
  const image = { registry: 'mirror.example.com' };
  const names = [...serviceNames, 'video-engine'];
  const services = Object.fromEntries(names.map((name) => [name, { image }] as const));
  const own = { image: { registry: '' }, services };
  await expect(product(own)).rejects.toThrow('image.registry must be set, or that of each service');
  expect(await product({ ...own, migrate: { image } })).toContain('mirror.example.com/webinar-vault/migrate');
});
