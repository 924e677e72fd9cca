import { Injectable } from '@nestjs/common';
import type { adminRpc, uploadRpc } from '@vault/contracts/rpc';
import { Owners, longDeadline } from '../owners.ts';

export type VideoQuery = Omit<uploadRpc.ListAllVideosRequest, 'orOwnerIds'>;

/** The most owners that one list request of upload accepts. */
const maxOwners = 500;

/** Lists videos of upload with the e-mail addresses of their owners, which auth has. */
@Injectable()
export class VideoListService {
  constructor(private readonly owners: Owners) {}

  async list(query: VideoQuery): Promise<adminRpc.VideoPage> {
    const orOwnerIds = query.q === '' ? [] : await this.ownersByEmail(query.q);
    const { videos, total } = await this.owners.upload.listAllVideos({ ...query, orOwnerIds }, longDeadline);
    return { videos: await this.withEmails(videos), total };
  }

  async withEmails(videos: readonly uploadRpc.Video[]): Promise<adminRpc.Video[]> {
    const emails = await this.owners.emailsOf(videos.flatMap(({ ownerId }) => ownerId ?? []));
    return videos.map((video) => toVideo(video, emails));
  }

  /** Users whose e-mail address contains `q`; none while auth is unavailable: then only titles and ids are searched. */
  private ownersByEmail(q: string): Promise<string[]> {
    const order = { page: 1, limit: maxOwners, sort: 'email', descending: false, plan: '', state: '' };
    const read = async () => {
      const { accounts } = await this.owners.auth.listAccounts({ q, ...order }, longDeadline);
      return accounts.filter(({ email }) => email.includes(q.toLowerCase())).map(({ id }) => id);
    };
    return this.owners.withFallback('owners by e-mail', read, []);
  }
}

/** A video for the staff area. @param emails addresses by owner id */
function toVideo(video: uploadRpc.Video, emails: ReadonlyMap<string, string>): adminRpc.Video {
  const { ownerId: userId = '' } = video;
  return { ...video, userId, userEmail: emails.get(userId) ?? '' };
}
