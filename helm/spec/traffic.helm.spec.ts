import { ofKind } from './objects.ts';
import { rendered } from './renders.ts';

interface Ingress {
  readonly tls: readonly { hosts: string[]; secretName: string }[];
  readonly rules: readonly {
    readonly host: string;
    readonly http: { readonly paths: readonly { path: string; backend: { service: { name: string } } }[] };
  }[];
}

interface Route {
  readonly hostnames: readonly string[];
  readonly rules: readonly {
    readonly matches: readonly { path: { value: string } }[];
    readonly backendRefs: readonly { name: string; port: number }[];
    readonly timeouts?: { readonly request: string };
  }[];
}

const pathsOf = ({ rules }: Ingress) =>
  rules.flatMap(({ host, http }) =>
    http.paths.map(({ path, backend }) => [host, path, backend.service.name]),
  );

test('uploads go directly to the video engine, with bodies of 512 MB and long time-outs', () => {
  const [ingress] = ofKind<Ingress>(rendered('everything'), 'Ingress');
  expect(pathsOf(ingress!.spec)).toEqual([
    ['vault.example.com', '/', 'vault-gateway'],
    ['media.example.com', '/media', 'vault-video-engine'],
  ]);
  expect(ingress!.spec.tls).toEqual([
    { hosts: ['vault.example.com'], secretName: 'vault-tls' },
    { hosts: ['media.example.com'], secretName: 'media-tls' },
  ]);
  const nginx = 'nginx.ingress.kubernetes.io';
  expect(ingress!.metadata.annotations).toMatchObject({
    [`${nginx}/proxy-request-buffering`]: 'off',
    [`${nginx}/proxy-read-timeout`]: '3600',
    // Annotations in the values replace the chart's.
    [`${nginx}/proxy-body-size`]: '1g',
  });
  const [alone] = ofKind<Ingress>(rendered('all-in-one'), 'Ingress');
  expect(alone!.metadata.annotations?.[`${nginx}/proxy-body-size`]).toBe('512m');
  expect(pathsOf(alone!.spec)).toEqual([['vault.example.com', '/', 'vault-all-in-one']]);
});

test('the Gateway API has the same routes, and its time limit on uploads, streams and archives only', () => {
  const led = (name: string) =>
    ofKind<Route>(rendered(name), 'HTTPRoute').flatMap(({ spec }) =>
      spec.rules.map(({ matches, backendRefs, timeouts }) => [
        spec.hostnames[0],
        matches[0]?.path.value,
        backendRefs[0]?.name,
        timeouts?.request,
      ]),
    );
  expect(led('everything')).toEqual([
    ['vault.example.com', '/api/events', 'vault-gateway', '1h'],
    ['vault.example.com', '/api/account/export', 'vault-gateway', '1h'],
    ['vault.example.com', '/', 'vault-gateway', undefined],
    ['media.example.com', '/media', 'vault-video-engine', '1h'],
  ]);
  expect(led('all-in-one')).toEqual([
    ['vault.example.com', '/media', 'vault-all-in-one', '1h'],
    ['vault.example.com', '/api/events', 'vault-all-in-one', '1h'],
    ['vault.example.com', '/api/account/export', 'vault-all-in-one', '1h'],
    ['vault.example.com', '/', 'vault-all-in-one', undefined],
  ]);
});
