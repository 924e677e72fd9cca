import { AppError } from '@vault/base';
import type { FastifyRequest } from 'fastify';

const plainHost = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The origin under which a client reached this process, where no public address is configured. The client chooses it, so it
 * may not be in an answer that others get.
 * @throws {AppError} invalid-input
 */
export function originOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const address = `${protocol}://${host}`;
  if (!/^https?$/.test(protocol) || host.length > 255 || !plainHost.test(host) || !URL.canParse(address))
    throw new AppError('invalid-input', 'The request names no valid host.');
  return new URL(address).origin;
}
