import { Inject, Injectable } from '@nestjs/common';
import type { authRpc } from '@vault/contracts/rpc';
import { LOGGER, type Logger } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { longDeadline } from './list-deadlines.ts';

/** The most ids that one call accepts. */
const idsPerCall = 500;

/** Parts of lists for staff that another service has than the one that lists. */
@Injectable()
export class ListPartsService {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Reads an optional part of an answer. @returns `fallback` when the read fails */
  async withFallback<Part>(what: string, read: () => Promise<Part>, fallback: Part): Promise<Part> {
    try {
      return await read();
    } catch (error) {
      this.logger.warn({ err: error, what }, 'a part of an answer to staff is unavailable');
      return fallback;
    }
  }

  /** E-mail addresses by user id; deleted users are absent. Empty while auth is unavailable. */
  emailsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const read = async () =>
      new Map([...(await this.accountsOf(userIds))].map(([id, { email }]) => [id, email]));
    return this.withFallback('e-mail addresses', read, new Map<string, string>());
  }

  /** Users by id; deleted users are absent. @throws {AppError} when auth is unavailable */
  async accountsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, authRpc.Account>> {
    const read = async (ids: string[]) => (await this.auth.getAccounts({ ids }, longDeadline)).accounts;
    return new Map((await inChunks(userIds, read)).map((account) => [account.id, account]));
  }

  /** Titles by video id; deleted videos are absent. Empty while upload is unavailable. */
  titlesOf(videoIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const read = async () => {
      const videos = await inChunks(
        videoIds,
        async (ids) => (await this.upload.getVideosByIds({ ids })).videos,
      );
      return new Map(videos.map(({ id, title }) => [id, title]));
    };
    return this.withFallback('titles', read, new Map<string, string>());
  }
}

/** Reads one chunk after the other, so that a long list does not overload the other service. */
async function inChunks<Row>(
  ids: readonly string[],
  read: (ids: string[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const unique = [...new Set(ids)];
  const rows: Row[] = [];
  for (let start = 0; start < unique.length; start += idsPerCall)
    rows.push(...(await read(unique.slice(start, start + idsPerCall))));
  return rows;
}
