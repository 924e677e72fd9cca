import { appNames } from '../../tools/prepare.mjs';
import { serviceNames } from '../../libs/contracts/src/index.ts';
import { componentOf, ofKind, runningIn, workloadsOf } from './objects.ts';
import { version } from './root.ts';
import { rendered } from './renders.ts';

const componentsIn = (name: string) => workloadsOf(rendered(name)).map(componentOf).sort();

test('only the mode decides what runs: every service, or all in one', () => {
  expect(componentsIn('minimal')).toEqual([...serviceNames, 'video-engine'].sort());
  expect(componentsIn('everything')).toEqual(componentsIn('minimal'));
  // With Mux there is no video engine.
  expect(componentsIn('mux-and-operators')).toEqual([...serviceNames].sort());
  expect(componentsIn('all-in-one')).toEqual(['all-in-one']);
  expect(ofKind(rendered('minimal'), 'Job').map(componentOf)).toEqual(['migrate']);
  expect(ofKind(rendered('all-in-one'), 'Job')).toEqual([]);
});

test('there is an image for every app, and no other image', () => {
  const images = ['minimal', 'all-in-one'].flatMap((name) =>
    runningIn(rendered(name)).flatMap(({ spec }) => spec.template.spec.containers.map(({ image }) => image)),
  );
  const known = appNames.map((app) => `webinar-vault/${app}:${version}`);
  expect([...new Set(images.map((image) => image.replace(/^registry\.[a-z.]+\//, '')))].sort()).toEqual(
    known.sort(),
  );
});

test('another spec of the job has another name, and the job is a hook only if the values say so', () => {
  const jobs = ['minimal', 'everything', 'mux-and-operators'].map(
    (name) => ofKind(rendered(name), 'Job')[0]!,
  );
  const names = jobs.map(({ metadata }) => metadata.name);
  expect(new Set(names).size).toBe(3);
  for (const name of names) expect(name).toMatch(/^vault-migrate-[0-9a-f]{8}$/);
  expect(jobs.map(({ metadata }) => metadata.annotations?.['argocd.argoproj.io/hook'])).toEqual([
    undefined,
    undefined,
    'PreSync',
  ]);
});
