import { Injectable } from '@nestjs/common';
import type { adminRpc, uploadRpc } from '@vault/contracts/rpc';
import { Owners, patient } from '../owners.ts';
import { toVideo } from './to-video.ts';

export type VideoQuery = Omit<uploadRpc.ListAllVideosRequest, 'orOwnerIds'>;

/** As many as one question for videos takes. */
const mostOwners = 500;

/** Lists videos with the e-mail addresses of their owners: upload has the ones, auth the others. */
@Injectable()
export class VideoListService {
  constructor(private readonly owners: Owners) {}

  async list(query: VideoQuery): Promise<adminRpc.VideoPage> {
    const orOwnerIds = query.q === '' ? [] : await this.ownersCalled(query.q);
    const { videos, total } = await this.owners.upload.listAllVideos({ ...query, orOwnerIds }, patient);
    return { videos: await this.withEmails(videos), total };
  }

  async withEmails(videos: readonly uploadRpc.Video[]): Promise<adminRpc.Video[]> {
    const emails = await this.owners.emailsOf(videos.flatMap(({ ownerId }) => ownerId ?? []));
    return videos.map((video) => toVideo(video, emails));
  }

  /** Users whose e-mail holds it; while auth is away, titles and ids are searched alone. */
  private ownersCalled(q: string): Promise<string[]> {
    const order = { page: 1, limit: mostOwners, sort: 'email', descending: false, plan: '', state: '' };
    const ask = async () => {
      const { accounts } = await this.owners.auth.listAccounts({ q, ...order }, patient);
      return accounts.filter(({ email }) => email.includes(q.toLowerCase())).map(({ id }) => id);
    };
    return this.owners.unlessAway('owners by e-mail', ask, []);
  }
}
