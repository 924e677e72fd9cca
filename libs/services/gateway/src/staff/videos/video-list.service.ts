import { Injectable } from '@nestjs/common';
import type { EmployeeVideoRow } from '@vault/contracts';
import type { uploadRpc } from '@vault/contracts/rpc';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { ListPage } from '../../http/send-list.ts';
import type { MediaLink } from '../../media/media-links.service.ts';
import { longDeadline } from '../list-deadlines.ts';
import { ListPartsService } from '../list-parts.service.ts';
import { personOf, toVideoRow } from './to-video-row.ts';

/** The most owners that one list request of upload accepts. */
const maxOwners = 500;

/** Lists videos of upload with the e-mail addresses of their owners, which auth has. */
@Injectable()
export class VideoListService {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    private readonly parts: ListPartsService,
  ) {}

  /** @param query `q` is looked for in e-mail addresses of owners too */
  async list(
    query: Omit<uploadRpc.ListAllVideosRequest, 'orOwnerIds'>,
    link: MediaLink,
  ): Promise<ListPage<EmployeeVideoRow>> {
    const orOwnerIds = query.q === '' ? [] : await this.ownersByEmail(query.q);
    const { videos, total } = await this.upload.listAllVideos({ ...query, orOwnerIds }, longDeadline);
    return { rows: await this.rowsOf(videos, link), total };
  }

  async rowsOf(videos: readonly uploadRpc.Video[], link: MediaLink): Promise<EmployeeVideoRow[]> {
    const emails = await this.parts.emailsOf(videos.map(personOf));
    return videos.map((video) => toVideoRow(video, emails, link));
  }

  /** Users whose e-mail address contains `q`; none while auth is unavailable: then only titles and ids are searched. */
  private ownersByEmail(q: string): Promise<string[]> {
    const order = { page: 1, limit: maxOwners, sort: 'email', descending: false, plan: '', state: '' };
    const read = async () => {
      const { accounts } = await this.auth.listAccounts({ q, ...order }, longDeadline);
      return accounts.filter(({ email }) => email.includes(q.toLowerCase())).map(({ id }) => id);
    };
    return this.parts.withFallback('owners by e-mail', read, []);
  }
}
