import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Browser, Page } from 'playwright-core';
import { Api } from './testing/api/api.ts';
import { openBrowser, WatchedPage } from './testing/browser/browser.ts';
import type { Product } from './testing/product/product.ts';
import { sharedProduct } from './testing/product/shared-product.ts';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, object>>;
}
interface Document {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

describe('the API document', () => {
  let product: Product;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let api: Api;
  let document: Document;

  before(async () => {
    product = await sharedProduct();
    browser = await openBrowser();
    watched = await WatchedPage.open(browser, product);
    page = watched.page;
    api = new Api(product.pageOrigin);
    document = (await api.send('GET', '/api/openapi.json')).json as unknown as Document;
    await api.register();
  });
  after(() => browser.close());

  it('has a unique id for each call, and no broken reference', () => {
    assert.match(document.openapi, /^3\.1\./);
    const calls = Object.values(document.paths).flatMap((item) => Object.values(item));
    const ids = calls.map(({ operationId }) => operationId);
    assert.equal(new Set(ids).size, ids.length);
    const used = new Set(calls.flatMap(({ tags }) => tags));
    assert.deepEqual(
      document.tags.map(({ name }) => name).filter((name) => !used.has(name)),
      [],
    );
    const refs = new Set(refsIn(document));
    assert.ok(refs.size > 10);
    for (const ref of refs) assert.ok(lookUp(document, ref), `${ref} does not exist`);
  });

  it('describes the answers of calls; The API base is a fixed host on port 5000 under /api', async () => {
    const { id } = await api.openUpload();
    const user = api.user!;
    const calls: readonly [string, string, string, object?][] = [
      ['post', '/auth/check', '/auth/check'],
      ['post', '/auth/', '/auth/', { userId: user.id }],
      ['post', '/auth/can-upload-video', '/auth/can-upload-video'],
      ['get', '/muxvideos', '/muxvideos?page=1&limit=100'],
      ['get', '/muxvideos/asset/{id}', `/muxvideos/asset/${id}`],
      ['patch', '/muxupload/save', '/muxupload/save', { passthrough: id, title: 'Too early' }],
      ['get', '/search', '/search?keyword=growth'],
      ['delete', '/muxvideos/{id}', `/muxvideos/${id}`],
      ['get', '/muxvideos/asset/{id}', `/muxvideos/asset/${id}`],
    ];
    const statuses: number[] = [];
    for (const [method, path, address, body] of calls) {
      const { status, json } = await api.send(method.toUpperCase(), `/api${address}`, { body });
      const ref = ['paths', path, method, 'responses', String(status)].map(escape).join('/');
      assertFits(document, `#/${ref}`, json, `${method} ${address} ${String(status)}`);
      statuses.push(status);
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 409, 200, 200, 404]);
  });

  it('has a page that shows every section and call', async () => {
    await page.goto('/api');
    await page.waitForURL('**/api/docs');
    for (const { name } of document.tags) await page.locator(`h3[data-tag="${name}"]`).waitFor();
    const calls = Object.values(document.paths).flatMap((item) => Object.keys(item));
    assert.equal(await page.locator('.opblock').count(), calls.length);
    watched.assertClean();
  });

  it('can be tried out: After sign-in the token is sent as a bearer authorization header on all calls.', async () => {
    const authorize = page.getByRole('button', { name: 'Authorize' });
    await authorize.press('Enter');
    const dialog = page.locator('.modal-ux');
    // The first form takes the token of a user; there is another one for staff.
    const form = dialog.locator('form', { hasText: 'bearer' }).first();
    await form.getByRole('textbox').fill(api.user!.token);
    await page.keyboard.press('Enter');
    await form.getByText('Logout').waitFor();
    await dialog.locator('.close-modal').press('Enter');
    const call = page.locator('#operations-Account-checkSession');
    await call.locator('.opblock-summary-control').press('Enter');
    await call.getByRole('button', { name: 'Try it out' }).press('Enter');
    await call.getByRole('button', { name: 'Execute' }).press('Enter');
    await call.getByText(api.user!.email).first().waitFor();
    await call.getByText('Bearer').first().waitFor();
    watched.assertClean();
  });
});

const escape = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Every `$ref` in a part of the document. */
function refsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => (name === '$ref' ? [String(value)] : refsIn(value)));
}

function lookUp(document: Document, ref: string): unknown {
  const names = ref.replace(/^#\//, '').split('/');
  return names.reduce<unknown>(
    (part, name) =>
      (part as Record<string, unknown> | undefined)?.[name.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
}

/** @throws {AssertionError} if an answer does not match the documented response */
function assertFits(document: Document, ref: string, answer: unknown, what: string): void {
  const found = lookUp(document, ref) as { $ref?: string } | undefined;
  assert.ok(found, `${what} is not documented`);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ ...document, $id: 'document' });
  const schema = `document${encodeURI(found.$ref ?? ref)}/content/application~1json/schema`;
  const validate = ajv.compile({ $ref: schema });
  assert.ok(validate(answer), `${what}: ${ajv.errorsText(validate.errors)}`);
}
