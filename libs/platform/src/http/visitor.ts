import { addressBlockOf } from '@vault/base';
import type { FastifyRequest } from 'fastify';

/** Whose request it is when nobody signs in: visitors take turns by their network. */
export function visitorOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return addressBlockOf(ip);
}
