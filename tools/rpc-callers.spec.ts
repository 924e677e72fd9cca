import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames, type ServiceName } from '../libs/contracts/src/index.ts';
import { rpcCallers } from '../libs/contracts/src/rpc.ts';
import { calledBy, definitionOf, root } from './app-variables.ts';

/** Names of clients in the sources that differ from the name of the service. */
const clientOf: Partial<Record<ServiceName, string>> = { clip: 'clips', search: 'searching' };
const callees = serviceNames.filter((name) => name !== 'gateway');

/** All sources of a service as one text, without its tests. */
function sourcesOf(service: ServiceName): string {
  const files = globSync(`libs/services/${service}/src/**/*.ts`, {
    cwd: root,
    exclude: (path) => path.endsWith('.spec.ts') || path.endsWith('testing'),
  });
  return files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
}

const sources = new Map(serviceNames.map((name) => [name, sourcesOf(name)]));

/** The services whose sources contain `auth.getSettings`. */
function callersInSources(callee: ServiceName, method: string): ServiceName[] {
  const call = new RegExp(`\\b${clientOf[callee] ?? callee}\\.${method}\\b`);
  return serviceNames.filter((name) => name !== callee && call.test(sources.get(name) ?? ''));
}

describe.each(callees)('the callers of %s', (callee) => {
  it('are, for each call, the services that make it', async () => {
    const { rpc = {} } = await definitionOf(callee);
    const [listed, found]: Record<string, readonly string[]>[] = [{}, {}];
    for (const [method, { path }] of Object.entries(rpc)) {
      listed![path] = rpcCallers[path]!.toSorted();
      found![path] = callersInSources(callee, method).sort();
    }
    expect(Object.keys(listed!).length).toBeGreaterThan(0);
    expect(listed).toEqual(found);
    const all = new Set(Object.values(listed!).flat());
    expect([...all].sort()).toEqual(serviceNames.filter((name) => calledBy(name).includes(callee)).sort());
  });
});
