import { Injectable } from '@nestjs/common';
import type { adminRpc, uploadRpc } from '@vault/contracts/rpc';
import { UpstreamServices, longDeadline } from '../upstream-services.ts';

export type VideoQuery = Omit<uploadRpc.ListAllVideosRequest, 'orOwnerIds'>;

/** The most owners that one list request of upload accepts. */
const maxOwners = 500;

/** Lists videos of upload with the e-mail addresses of their owners, which auth has. */
@Injectable()
export class VideoListService {
  constructor(private readonly services: UpstreamServices) {}

  async list(query: VideoQuery): Promise<adminRpc.VideoPage> {
    const orOwnerIds = query.q === '' ? [] : await this.ownersByEmail(query.q);
    const { videos, total } = await this.services.upload.listAllVideos(
      { ...query, orOwnerIds },
      longDeadline,
    );
    return { videos: await this.withEmails(videos), total };
  }

  async withEmails(videos: readonly uploadRpc.Video[]): Promise<adminRpc.Video[]> {
    const emails = await this.services.emailsOf(videos.flatMap(({ ownerId }) => ownerId ?? []));
    return videos.map((video) => toWireVideo(video, emails));
  }

  /** Users whose e-mail address contains `q`; none while auth is unavailable: then only titles and ids are searched. */
  private ownersByEmail(q: string): Promise<string[]> {
    const order = { page: 1, limit: maxOwners, sort: 'email', descending: false, plan: '', state: '' };
    const read = async () => {
      const { accounts } = await this.services.auth.listAccounts({ q, ...order }, longDeadline);
      return accounts.filter(({ email }) => email.includes(q.toLowerCase())).map(({ id }) => id);
    };
    return this.services.withFallback('owners by e-mail', read, []);
  }
}

/** A video for the staff area. @param emails addresses by owner id */
function toWireVideo(video: uploadRpc.Video, emails: ReadonlyMap<string, string>): adminRpc.Video {
  const { ownerId: userId = '' } = video;
  return { ...video, userId, userEmail: emails.get(userId) ?? '' };
}
