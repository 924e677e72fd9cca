import { Metadata } from '@grpc/grpc-js';
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { AppError } from '@vault/base';
import { withKeyedRequest } from '@vault/messaging';
import { RememberedOutcomes } from '@vault/messaging/testing';
import { defer, lastValueFrom } from 'rxjs';
import { keyHeadersOf, RepeatInterceptor } from './repeated-calls.ts';

const resetPassword = '/vault.auth.v1.AuthService/ResetPassword';
const verifySession = '/vault.auth.v1.AuthService/VerifySession';

describe(RepeatInterceptor, () => {
  let memory: RememberedOutcomes;
  let calls = 0;
  let reply: () => Promise<object>;
  let interceptor: RepeatInterceptor;
  beforeEach(() => {
    memory = new RememberedOutcomes();
    calls = 0;
    reply = () => Promise.resolve({});
    interceptor = new RepeatInterceptor((path) => (path === resetPassword ? memory : undefined));
  });

  const headersOf = (key: string, path = resetPassword) =>
    withKeyedRequest(
      () => ({ route: 'POST /api/auth/reset-password', key, content: '{}' }),
      () => keyHeadersOf(path),
    );
  const call = (headers: Readonly<Record<string, string>>) => {
    const metadata = new Metadata();
    for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
    const args = [{}, metadata, { getPath: () => resetPassword }];
    const context = { getArgs: () => args } as unknown as ExecutionContext;
    const next: CallHandler = {
      handle: () =>
        defer(() => {
          calls += 1;
          return reply();
        }),
    };
    return lastValueFrom(interceptor.intercept(context, next));
  };

  it('answers repeats as the first call ended, also those that come while it runs', async () => {
    const key = headersOf('the-key-of-a-client');
    await Promise.all([call(key), call(key)]);
    reply = () => Promise.reject(new AppError('gone', 'This link was used.'));
    expect(await call(key)).toEqual({});
    expect(calls).toBe(1);
    const other = headersOf('another-key-of-hers');
    await expect(call(other)).rejects.toMatchObject({ code: 'gone' });
    reply = () => Promise.resolve({});
    await expect(call(other)).rejects.toMatchObject({ code: 'gone', message: 'This link was used.' });
    expect(calls).toBe(2);
  });

  it('keeps no reply that may be a secret, and no failure that may be tried again', async () => {
    const key = headersOf('the-key-of-a-client');
    reply = () => Promise.reject(AppError.unavailable());
    await expect(call(key)).rejects.toMatchObject({ code: 'unavailable' });
    reply = () => Promise.resolve({ token: 'secret' });
    expect(await call(key)).toEqual({ token: 'secret' });
    expect([memory.size, calls]).toEqual([0, 2]);
  });

  it('passes calls without a key, and those that may be repeated anyway', async () => {
    expect(keyHeadersOf(resetPassword)).toEqual({});
    expect(headersOf('the-key-of-a-client', verifySession)).toEqual({});
    await Promise.all([call({}), call({})]);
    expect([memory.size, calls]).toEqual([0, 2]);
  });
});
