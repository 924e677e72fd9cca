import { Injectable } from '@nestjs/common';
import { AppError } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { offersFile, OpenMoments } from '@vault/site';
import { LRUCache } from 'lru-cache';
import { noSession, type Viewer } from './media-ticket.ts';

/** Media of an ended session is refused after at most this time. */
const cachedForMs = 1_000;
const cachedSessions = 10_000;

/** What an open session allows. */
export interface Access {
  /** Whether the viewer may save whole files: not of a moment, and of a portal only when it offers them. */
  readonly mayDownload: boolean;
  /** Whether words of the video are hidden from the viewer. */
  readonly hidesWords: boolean;
  /** Who must have the video; absent: whoever has it. The link of a moment follows its video. */
  readonly ownerId?: string;
}

/** Checks that the session of a viewer lasts and that they are still a member of the team, or that a moment or a portal is open. */
@Injectable()
export class ViewerSessions {
  private readonly checks = new LRUCache<string, Promise<Access>>({ max: cachedSessions, ttl: cachedForMs });

  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @InjectClient('admin') private readonly admin: ClientOf<'admin'>,
    @InjectClient('portal') private readonly portal: ClientOf<'portal'>,
    private readonly moments: OpenMoments,
  ) {}

  /** @throws {AppError} unauthenticated or forbidden */
  async check(viewer: Viewer): Promise<Access> {
    const { role, id, sessionId, within = '' } = viewer;
    const name = `${role} ${id} ${sessionId} ${within}`;
    const check = this.checks.get(name) ?? this.ask(viewer);
    this.checks.set(name, check, { noUpdateTTL: true });
    check.catch(() => this.checks.delete(name));
    return check;
  }

  private async openPortal({ id, sessionId, within: videoId = '' }: Viewer): Promise<Access> {
    const linkId = sessionId === noSession ? '' : sessionId;
    const portal = await this.portal.openPortal({ slug: '', id, linkId });
    const { hasAllVideos, videoIds } = portal;
    if (!hasAllVideos && !videoIds.includes(videoId)) throw AppError.notFound('The video');
    const hidesWords = portal.hidden.some((span) => span.videoId === videoId);
    return { mayDownload: offersFile(portal, videoId), hidesWords, ownerId: portal.ownerId };
  }

  private async ask(viewer: Viewer): Promise<Access> {
    const { role, id, sessionId, within } = viewer;
    if (role === 'portal') return this.openPortal(viewer);
    if (role === 'moment') await this.moments.get(id);
    else if (role === 'user') await this.auth.checkSession({ userId: id, sessionId, workspaceId: within });
    else await this.admin.watchSession({ caller: { staffId: id, sessionId, clientAddress: '' } });
    return {
      mayDownload: role !== 'moment',
      hidesWords: false,
      ...(role === 'user' && { ownerId: within ?? id }),
    };
  }
}
