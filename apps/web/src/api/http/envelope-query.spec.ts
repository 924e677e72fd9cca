import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import '../../testing/browser-globals.ts';
import { envelopeQuery } from './envelope-query.ts';

const api = { signal: new AbortController().signal } as BaseQueryApi;

describe(envelopeQuery, () => {
  let token = 'of-ada';
  /** The entity tags that the server received. */
  let tags: (string | null)[];
  let answer: () => Response;
  const notModified = new Response(null, { status: 304 });
  const first = () =>
    new Response(JSON.stringify({ status: 'success', data: { title: 'One' } }), { headers: { etag: '"1"' } });

  beforeEach(() => {
    [token, tags, answer] = ['of-ada', [], first];
    globalThis.fetch = (input, init) => {
      tags.push(new Request(input, init).headers.get('if-none-match'));
      return Promise.resolve(answer());
    };
  });

  it('asks for changes only, and repeats its answer when nothing has changed', async () => {
    const query = envelopeQuery(() => ({ token }));
    const { data } = await query('/muxvideos/asset/v', api, {});
    answer = () => notModified;
    const again = await query('/muxvideos/asset/v', api, {});
    expect(again.data).toBe(data);
    expect(again.meta?.envelope).toEqual({ status: 'success', data: { title: 'One' } });
    answer = () => new Response(JSON.stringify({ status: 'success', data: { title: 'Two' } }));
    expect((await query('/muxvideos/asset/v', api, {})).data).toEqual({ title: 'Two' });
    expect(tags).toEqual([null, '"1"', '"1"']);
  });

  it('sends no tag for another address, another method or another person', async () => {
    const query = envelopeQuery(() => ({ token }));
    await query('/muxvideos/asset/v', api, {});
    await query('/muxvideos/asset/w', api, {});
    await query({ url: '/muxvideos/asset/v', method: 'POST' }, api, {});
    token = 'of-eve';
    await query('/muxvideos/asset/v', api, {});
    expect(tags).toEqual([null, null, null, null]);
  });

  it('keeps the last eight answers', async () => {
    const query = envelopeQuery(() => ({ token }));
    for (let number = 0; number < 9; number += 1) await query(`/muxvideos/asset/${String(number)}`, api, {});
    await query('/muxvideos/asset/1', api, {});
    await query('/muxvideos/asset/0', api, {});
    expect(tags.slice(-2)).toEqual(['"1"', null]);
  });
});

describe('a change', () => {
  const change: BaseQueryApi = { ...api, type: 'mutation' };
  const request = { url: '/portals', method: 'POST', body: { slug: 'acme' } };
  let answers: Response[];
  let keys: (string | null)[];
  const failed = (status: number) => new Response('{"status":"error","msg":"No."}', { status });

  beforeEach(() => {
    keys = [];
    globalThis.fetch = (input, init) => {
      keys.push(new Request(input, init).headers.get('idempotency-key'));
      const next = answers.shift();
      return next ? Promise.resolve(next) : Promise.reject(new TypeError('away'));
    };
  });

  it('has the same key when it is sent again after a 503 or without an answer, and a new one afterwards', async () => {
    const query = envelopeQuery(() => null);
    answers = [failed(503)];
    await query(request, change, {});
    await query(request, change, {});
    answers = [failed(409), failed(409)];
    await query(request, change, {});
    await query(request, change, {});
    expect(keys[0]).toMatch(/^[\w-]{16,64}$/);
    expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 0, 3]);
  });

  it('alone has a key', async () => {
    answers = [failed(503)];
    await envelopeQuery(() => null)(request, { ...api, type: 'query' }, {});
    expect(keys).toEqual([null]);
  });
});
