import { createEvent } from '@vault/messaging';
import type { RunOptions } from '@vault/platform';
import { startTestServices, type TestServices } from '@vault/platform/testing';
import { gatewayService } from '../index.ts';
import { asDocumented } from './as-documented.ts';
import { FakeServices } from './fake-services.ts';

const token = 'token-of-ada-0123456789';
export const staffToken = 'token-of-owner-0123456789';

/** An answer of the gateway that matches the API document. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Readonly<Record<string, unknown>>;
}

/** A gateway with fake services; ada is signed in and owns the video `v`, eve owns `w`. */
export interface GatewayUnderTest {
  readonly fakes: FakeServices;
  readonly running: TestServices;
  /** The methods of all gRPC calls so far, except checks of sessions. */
  rpcCalls(): Promise<string[]>;
  /** Calls as ada. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<Answered>;
  /** Calls as a member of staff. */
  callAsStaff(method: string, path: string, body?: unknown): Promise<Answered>;
  /** Calls as ada with more headers, or as somebody else with another `authorization`. */
  ask(method: string, path: string, headers: Readonly<Record<string, string>>): Promise<Response>;
}

export async function startGateway({
  env,
  ...options
}: Pick<RunOptions, 'clock' | 'env'> = {}): Promise<GatewayUnderTest> {
  const fakes = new FakeServices();
  const running = await startTestServices([gatewayService, ...fakes.services()], {
    env: { METRICS_PORT: '0', ...env },
    ...options,
  });
  fakes.chaptering.publishEnd = ({ videoId, ownerId }, operationId) => {
    const data = { videoId, ownerId, operationId };
    const event = createEvent('chaptering.operation-ended.v1', videoId, data);
    return running.infrastructure.bus.publish('chaptering.events', [event]);
  };
  fakes.sessions.set(token, 'ada');
  fakes.admin.addSession(staffToken);
  fakes.owners.set('v', 'ada').set('w', 'eve');
  const callAs = async (
    bearer: string,
    method: string,
    path: string,
    body?: unknown,
    more: Readonly<Record<string, string>> = {},
    signal?: AbortSignal,
  ) => {
    const response = await fetch(`${running.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const { status, headers } = await asDocumented(method, path, response);
    return { status, headers, json: (await response.json()) as Answered['json'] };
  };
  return {
    fakes,
    running,
    rpcCalls: async () => {
      const response = await fetch(`http://127.0.0.1:${String(running.metricsPort)}/metrics`);
      const series = (await response.text()).matchAll(/^rpc_client_calls_total{.*method="(\w+)".*} (\d+)$/gm);
      return [...series]
        .flatMap(([, method = '', count]) => Array<string>(Number(count)).fill(method))
        .filter((method) => method !== 'VerifySession');
    },
    ask: (method, path, headers) =>
      fetch(`${running.url}${path}`, { method, headers: { authorization: `Bearer ${token}`, ...headers } }),
    call: (...request) => callAs(token, ...request),
    callAsStaff: (...request) => callAs(staffToken, ...request),
  };
}
