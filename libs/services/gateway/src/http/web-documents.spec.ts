import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { useWebBuild } from './web-build.ts';
import { withFacts } from './web-documents.ts';

describe('the documents of the web build', () => {
  const webDir = mkdtempSync(join(tmpdir(), 'vault-documents-'));
  const operator = { name: 'Ada & Söhne <GmbH>', address: '', email: 'help@example.com' };
  const routes = ['/', '/support', '/contact', '/login', '/asset/view', '/asset/:id', '/admin/users'];
  const card = '<title>Front</title>\n<link rel="canonical" href="__PUBLIC_URL__/" />\n';

  beforeAll(() => {
    mkdirSync(join(webDir, 'pages'));
    writeFileSync(join(webDir, 'index.html'), '<title>App</title>');
    writeFileSync(join(webDir, 'routes.json'), JSON.stringify(routes));
    writeFileSync(join(webDir, 'pages', 'index.html'), card);
    writeFileSync(join(webDir, 'pages', 'support.html'), '<title>Help</title>');
    writeFileSync(join(webDir, 'robots.txt'), 'User-agent: *\nSitemap: __PUBLIC_URL__/sitemap.xml\n');
  });
  afterAll(() => rmSync(webDir, { recursive: true }));

  async function serve(publicUrl?: string) {
    const fastify = Fastify();
    await useWebBuild(fastify, { webDir, publicUrl, operator });
    return fastify;
  }

  test.each([
    ['/', 'Front'],
    ['/?plan=free', 'Front'],
    ['/support', 'Help'],
    ['/support?from=mail', 'Help'],
    ['/login', 'App'],
    ['/support/', 'Help'],
    ['/SUPPORT', 'Help'],
    ['/su%70port', 'Help'],
    ['/asset/view', 'App'],
    ['/asset/0b7c?t=70', 'App'],
    ['/asset/%C3%A4%2F..', 'App'],
    ['/admin/users/', 'App'],
  ])('%s is answered with the document named %s', async (url, title) => {
    const fastify = await serve();
    const { statusCode, payload, headers } = await fastify.inject({ url });
    expect([statusCode, payload]).toEqual([200, expect.stringContaining(`<title>${title}`)]);
    expect(headers['cache-control']).toBe('no-cache');
  });

  test.each([
    '/nothing-here',
    '/wp-admin/',
    '/asset/a/b',
    '/asset//',
    '/admin/user',
    '/admin',
    '/index',
    '/index.html',
    '/pages/support',
    '/pages/support.html',
    '/..%2findex',
    '/constructor',
    `/${'a'.repeat(300)}`,
  ])('%s is unknown: the app says so, with status 404', async (url) => {
    const fastify = await serve();
    const { statusCode, payload, headers } = await fastify.inject({ url });
    expect([statusCode, payload]).toEqual([404, '<title>App</title>']);
    const again = await fastify.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect(again.statusCode).toBe(404);
  });

  test.each(['/%E0%A4%A', '/%FF', '/support%'])('%s cannot be decoded and is refused', async (url) => {
    const fastify = await serve();
    expect((await fastify.inject({ url })).statusCode).toBe(400);
  });

  test('the operator is inserted as text', () => {
    const page =
      '<p>__OPERATOR_NAME__, __OPERATOR_ADDRESS__</p><a href="mailto:__CONTACT_EMAIL__?subject=Hi">';
    expect(withFacts(page, { operator: { ...operator, address: '1 "Old" Street' } })).toBe(
      '<p>Ada &amp; Söhne &lt;GmbH&gt;, 1 &quot;Old&quot; Street</p><a href="mailto:help@example.com?subject=Hi">',
    );
  });

  test('the public address is inserted if it is known', async () => {
    const fastify = await serve('https://vault.example.com/');
    expect((await fastify.inject({ url: '/' })).payload).toContain('href="https://vault.example.com/"');
    const robots = await fastify.inject({ url: '/robots.txt' });
    expect(robots.payload).toContain('Sitemap: https://vault.example.com/sitemap.xml');
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  test('without a public address, lines that need it are removed', () => {
    expect(withFacts('one\na __PUBLIC_URL__/b\nthree', { operator })).toBe('one\nthree');
  });

  test('a document is compressed if the client supports it, and not sent again while unchanged', async () => {
    const fastify = await serve();
    const first = await fastify.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } });
    expect(first.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(first.rawPayload).toString()).toBe('<title>Front</title>\n');
    const again = await fastify.inject({
      url: '/',
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
  });

  test('a browser at /api is redirected to the documentation, another client gets 404', async () => {
    const fastify = await serve();
    const navigation = await fastify.inject({ url: '/api', headers: { accept: 'text/html,*/*' } });
    expect([navigation.statusCode, navigation.headers.location]).toEqual([302, '/api/docs']);
    expect((await fastify.inject({ url: '/api', headers: { accept: '*/*' } })).statusCode).toBe(404);
  });

  test('a document is sent again after a new build', async () => {
    const fastify = await serve();
    await fastify.inject({ url: '/support' });
    const file = join(webDir, 'pages', 'support.html');
    writeFileSync(file, '<title>Help, again</title>');
    utimesSync(file, new Date(), new Date(Date.now() + 5_000));
    expect((await fastify.inject({ url: '/support' })).payload).toContain('Help, again');
  });
});
