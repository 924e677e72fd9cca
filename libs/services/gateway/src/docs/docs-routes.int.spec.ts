import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiDocument } from '@vault/contracts/openapi';
import { startTestServices, type TestServices } from '@vault/platform/testing';
import { gatewayService } from '../index.ts';
import { FakeServices } from '../testing/fake-services.ts';

const publicUrl = 'https://vault.example.com';

describe('the page of the API', () => {
  const webDir = mkdtempSync(join(tmpdir(), 'vault-web-'));
  let running: TestServices;

  beforeAll(async () => {
    writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Vault</title>');
    running = await startTestServices([gatewayService, ...new FakeServices().services()], {
      env: { WEB_DIR: webDir, PUBLIC_URL: publicUrl },
    });
  });
  afterAll(async () => {
    await running.stop();
    rmSync(webDir, { recursive: true });
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${running.url}${path}`, { headers });
  const filesOf = (html: string) =>
    [...html.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(([, path]) => path ?? '');

  it('serves the document with the public address', async () => {
    const answer = await get('/api/openapi.json');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual({ ...apiDocument, servers: [{ url: `${publicUrl}/api` }] });
  });

  it('answers 304 when nothing has changed', async () => {
    for (const path of ['/api/openapi.json', '/api/docs']) {
      const first = await get(path);
      expect(first.headers.get('cache-control')).toBe('no-cache');
      const again = await get(path, { 'if-none-match': first.headers.get('etag') ?? '' });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect((await get(path, { 'if-none-match': '"another"' })).status).toBe(200);
    }
  });

  it('serves all of its files itself, under paths with a hash of their content', async () => {
    const page = await get('/api/docs');
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const html = await page.text();
    expect(html).toContain('<title>API – Webinar Vault</title>');
    expect(html).not.toMatch(/https?:\/\/|\{\{/);
    const files = filesOf(html);
    expect(files.map((path) => path.split('/').at(-1)).sort()).toEqual([
      'page.js',
      'swagger-ui-bundle.js',
      'swagger-ui.css',
    ]);
    for (const path of files) {
      const file = await get(path);
      expect([file.status, file.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(file.headers.get('content-type')).toMatch(
        path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/,
      );
    }
  });

  it('is compressed for clients that support it', async () => {
    const html = await (await get('/api/docs')).text();
    const script = filesOf(html).find((path) => path.endsWith('bundle.js')) ?? '';
    // fetch decompresses: only the headers show the encoding.
    const encodings: (string | null)[] = [];
    for (const accepted of ['gzip, br', 'gzip', 'br;q=0, gzip;q=0.5', 'identity'])
      encodings.push((await get(script, { 'accept-encoding': accepted })).headers.get('content-encoding'));
    expect(encodings).toEqual(['br', 'gzip', 'gzip', null]);
    const bodies = await Promise.all(
      ['br', 'identity'].map(async (accepted) => (await get(script, { 'accept-encoding': accepted })).text()),
    );
    expect(bodies[0]).toBe(bodies[1]);
  });

  it('keeps the strict content policy', async () => {
    const policy = (await get('/api/docs')).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'/);
    expect(policy).toMatch(/script-src 'self'(;|$)/);
  });

  it.each([
    '/api/docs/x/page.js',
    '/api/docs/x/..%2f..%2fpackage.json',
    '/api/docs/page.html',
    '/api/docs/x/y/z',
  ])('answers 404 at %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({
      status: 'error',
      code: 'not-found',
      msg: 'This address does not exist.',
    });
  });
});
