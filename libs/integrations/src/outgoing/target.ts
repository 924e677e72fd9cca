import { isIP } from 'node:net';
import { AppError } from '@vault/base';
import { reachOf } from './reach-of-address.ts';

/** A server as a customer names it. */
export interface HostAndPort {
  /** A name, or an IP address; IPv6 with or without brackets. */
  readonly host: string;
  readonly port: number;
}

/** A server that may be called; its name is not resolved yet. */
export interface Target extends HostAndPort {
  /** What was typed, as `URL` writes it. */
  readonly url: URL;
}

export interface ReachRules {
  /** Whether servers inside private networks may be called, and any port that browsers do not block. */
  readonly allowsPrivate: boolean;
}

/**
 * Ports of other protocols, to which browsers send nothing (https://fetch.spec.whatwg.org/#port-blocking), and those of
 * Redis and memcached, whose commands are lines of text.
 */
const blockedPorts = new Set([
  ...[1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103],
  ...[104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513],
  ...[514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995],
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679],
  ...[6697, 10080, 6379, 11211],
]);

/** Names that have a meaning only inside a network. */
const privateNames = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

/** @throws {AppError} `invalid-input` with a sentence, when the address may not be called whatever its name resolves to */
export function targetOf(address: string | HostAndPort, rules: ReachRules): Target {
  const url = typeof address === 'string' ? URL.parse(address) : urlOf(address);
  if (!url) throw refused('This address cannot be read.');
  if (url.protocol !== 'https:') throw refused('Only https addresses can be used.');
  if (url.username !== '' || url.password !== '')
    throw refused('An address with a user name or a password cannot be used.');
  if (url.hostname.endsWith('.')) throw refused('The name of the server must not end with a dot.');
  const port = url.port === '' ? 443 : Number(url.port);
  if (port === 0 || blockedPorts.has(port) || !(rules.allowsPrivate || port === 443 || port > 1023))
    throw refused('This port cannot be used.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) > 0) assertMayCall(host, rules);
  else if (!rules.allowsPrivate && (!host.includes('.') || privateNames.test(host))) throw insideError();
  return { host, port, url };
}

/** @param address of IPv4 or IPv6 @throws {AppError} `invalid-input` */
export function assertMayCall(address: string, { allowsPrivate }: ReachRules): void {
  const reach = reachOf(address);
  if (reach === 'public' || (reach === 'private' && allowsPrivate)) return;
  const cause = new Error(`${address} may not be called.`);
  throw allowsPrivate ? refused('This address cannot be used.', cause) : insideError(cause);
}

/** Null when the host is more than a host: `URL` would read a path or another port from it. */
function urlOf({ host, port }: HostAndPort): URL | null {
  if (!Number.isInteger(port) || port < 1 || port > 65_535 || /[/\\?#@\s]/.test(host)) return null;
  const name = isIP(host) === 6 ? `[${host}]` : host;
  // A host that has a port already makes this unreadable.
  return URL.parse(`https://${name}:${String(port)}`);
}

function insideError(cause?: Error): AppError {
  return refused('This address is inside a private network.', cause);
}

function refused(sentence: string, cause?: Error): AppError {
  return new AppError('invalid-input', sentence, { cause });
}
