import { startTestServices, type TestServices } from '@vault/platform/testing';
import { gatewayService } from '../index.ts';
import { asDocumented } from './as-documented.ts';
import { Neighbours } from './neighbours.ts';

const token = 'token-of-ada-0123456789';

/** What the gateway answered, once it is as documented. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Readonly<Record<string, unknown>>;
}

/** A gateway among its neighbours; ada is signed in and has the video `v`, `w` is eve's. */
export interface GatewayUnderTest {
  readonly neighbours: Neighbours;
  readonly running: TestServices;
  /** Calls as ada. */
  call(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answered>;
}

export async function startGateway(): Promise<GatewayUnderTest> {
  const neighbours = new Neighbours();
  const running = await startTestServices([gatewayService, ...neighbours.services()]);
  neighbours.sessions.set(token, 'ada');
  neighbours.owners.set('v', 'ada').set('w', 'eve');
  return {
    neighbours,
    running,
    call: async (method, path, body, signal) => {
      const response = await fetch(`${running.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      });
      const { status, headers } = await asDocumented(method, path, response);
      return { status, headers, json: (await response.json()) as Answered['json'] };
    },
  };
}
