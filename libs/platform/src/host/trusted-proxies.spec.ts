import fc from 'fast-check';
import { loadConfig } from '@vault/base';
import { hostConfig } from '../config/host.config.ts';
import { createHttpAdapter } from '../http/http-server.ts';

/** The client address that the server derives from a forwarded list behind a number of proxies. */
async function addressBehind(trustedProxies: number, forwarded: readonly string[]): Promise<string> {
  const fastify = createHttpAdapter({ mounts: [], trustedProxies }).getInstance();
  fastify.get('/', (request) => request.ip);
  const headers = { 'x-forwarded-for': forwarded.join(', ') };
  const { body } = await fastify.inject({ url: '/', headers, remoteAddress: '192.0.2.1' });
  await fastify.close();
  return body;
}

describe('the address of a client', () => {
  it('is the address that the farthest trusted proxy saw, whatever the client adds before it', async () => {
    const lists = fc.array(fc.ipV4(), { minLength: 5, maxLength: 7 });
    await fc.assert(
      fc.asyncProperty(lists, fc.integer({ min: 1, max: 5 }), async (forwarded, proxies) => {
        expect(await addressBehind(proxies, forwarded)).toBe(forwarded.at(-proxies));
      }),
      { numRuns: 25 },
    );
  });

  it("is the connection's address when no proxy is trusted", async () => {
    expect(await addressBehind(0, ['203.0.113.9'])).toBe('192.0.2.1');
  });

  it.each([
    ['true', 1],
    ['false', 0],
    ['0', 0],
    ['2', 2],
    ['', 0],
  ])('reads TRUST_PROXY=%s as %i proxies', (value, count) => {
    expect(loadConfig(hostConfig, { TRUST_PROXY: value }).TRUST_PROXY).toBe(count);
  });
});
