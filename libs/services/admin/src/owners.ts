import { Inject, Injectable } from '@nestjs/common';
import { authRpc, chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { LOGGER, RPC, type Logger, type Rpc, type RpcClient } from '@vault/platform';

/** Lists are answered whole, and owners may have to sort and count; the gateway waits longer still. */
export const patient = { deadlineMs: 8_000 };

/** Ids in one question for records by their ids. */
const idsAtOnce = 500;

/** The services that own what staff see. */
@Injectable()
export class Owners {
  readonly auth: RpcClient<typeof authRpc.AuthServiceService>;
  readonly upload: RpcClient<typeof uploadRpc.UploadServiceService>;
  readonly chaptering: RpcClient<typeof chapteringRpc.ChapteringServiceService>;

  constructor(
    @Inject(RPC) rpc: Rpc,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.auth = rpc.client('auth', authRpc.AuthServiceService);
    this.upload = rpc.client('upload', uploadRpc.UploadServiceService);
    this.chaptering = rpc.client('chaptering', chapteringRpc.ChapteringServiceService);
  }

  /** What an answer can do without: when its owner does not say, the rest is answered nevertheless. */
  async unlessAway<Part>(what: string, ask: () => Promise<Part>, instead: Part): Promise<Part> {
    try {
      return await ask();
    } catch (error) {
      this.logger.warn({ err: error, what }, 'an answer to staff lacks a part');
      return instead;
    }
  }

  /** E-mail addresses by user id; deleted users are not among them. Empty while auth is away. */
  emailsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const ask = async () =>
      new Map([...(await this.accountsOf(userIds))].map(([id, { email }]) => [id, email]));
    return this.unlessAway('e-mail addresses', ask, new Map<string, string>());
  }

  /** Users by their ids; deleted ones are not among them. @throws {AppError} when auth is away */
  async accountsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, authRpc.Account>> {
    const ask = async (ids: string[]) => (await this.auth.getAccounts({ ids }, patient)).accounts;
    return new Map((await inChunks(userIds, ask)).map((account) => [account.id, account]));
  }

  /** Titles by video id; deleted videos are not among them. Empty while upload is away. */
  titlesOf(videoIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const ask = async () => {
      const videos = await inChunks(
        videoIds,
        async (ids) => (await this.upload.getVideosByIds({ ids })).videos,
      );
      return new Map(videos.map(({ id, title }) => [id, title]));
    };
    return this.unlessAway('titles', ask, new Map<string, string>());
  }
}

/** One chunk after the other: a whole list must not flood its owner. */
async function inChunks<Row>(
  ids: readonly string[],
  ask: (ids: string[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const unique = [...new Set(ids)];
  const rows: Row[] = [];
  for (let start = 0; start < unique.length; start += idsAtOnce)
    rows.push(...(await ask(unique.slice(start, start + idsAtOnce))));
  return rows;
}
