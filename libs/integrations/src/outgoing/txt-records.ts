import { Resolver } from 'node:dns/promises';
import { AppError, withinTime } from '@vault/base';

const maxRecords = 50;
const maxRecordLength = 255;
const hostName = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;
const noRecords = ['ENOTFOUND', 'ENODATA'];

interface TxtOptions {
  /** Addresses of name servers, with or without a port; absent: those of the system. */
  readonly servers?: readonly string[] | undefined;
  readonly deadlineMs: number;
}

/**
 * @param name in lower case, without a dot at the end
 * @returns the TXT records of a name, without those of more than 255 characters; none for a name that does not exist
 * @throws {AppError} `invalid-input` for what is no name, `unavailable` without an answer within the deadline
 */
export async function txtRecordsOf(
  name: string,
  { servers, deadlineMs }: TxtOptions,
): Promise<readonly string[]> {
  if (!hostName.test(name)) throw new AppError('invalid-input', 'This is not the name of a domain.');
  // With its own resolver each call asks the servers: an answer of before is not kept.
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const late = () => new Error('There was no answer in time.');
  try {
    const found = await withinTime(resolver.resolveTxt(name), deadlineMs, late);
    const records = found.map((chunks) => chunks.join(''));
    return records.filter(({ length }) => length <= maxRecordLength).slice(0, maxRecords);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && noRecords.includes(String(cause.code))) return [];
    throw new AppError('unavailable', 'The name servers do not answer.', { cause });
  } finally {
    resolver.cancel();
  }
}
