import { Resolver, lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** @returns all addresses of a host, at least one */
export type ResolveName = (host: string) => Promise<readonly LookupAddress[]>;

/** As every program of this machine does it, with its file of hosts. */
export const askSystem: ResolveName = (host) => lookup(host, { all: true });

/**
 * Asks DNS alone. Node looks names up for the system in two threads that all connections of the process share: a
 * customer's name server that never answers would hold up those to Kafka and MongoDB.
 */
export const askDns: ResolveName = async (host) =>
  askServers(new Resolver({ timeout: 2_000, tries: 2 }), host);

export async function askServers(resolver: Resolver, host: string): Promise<readonly LookupAddress[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [...addressesIn(v4, 4), ...addressesIn(v6, 6)];
  if (found.length === 0) throw v4.status === 'rejected' ? v4.reason : new Error('The name has no address.');
  return found;
}

function addressesIn(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}

/**
 * A lookup for a socket, which connects to the addresses that were checked: a name cannot resolve to others in between.
 * @param check throws for an address that may not be called; one of several is enough to refuse the name
 */
export function checkedLookup(resolve: ResolveName, check: (address: string) => void): LookupFunction {
  const addressesOf = async (host: string): Promise<[LookupAddress, ...LookupAddress[]]> => {
    const [first, ...others] = await resolve(host);
    if (!first) throw new Error('The name has no address.');
    for (const { address } of [first, ...others]) check(address);
    return [first, ...others];
  };
  return (host, { all }, callback) => {
    addressesOf(host).then(
      (addresses) =>
        all ? callback(null, addresses) : callback(null, addresses[0].address, addresses[0].family),
      (error: unknown) => callback(error as Error, []),
    );
  };
}
