import { Inject, Injectable } from '@nestjs/common';
import type { VideoRecord } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';
import { CLOCK, CONFIG, type Clock } from '@vault/base';
import { MediaAddresses } from '@vault/integrations/media';
import { publicBase } from '@vault/site';
import type { GatewayConfig } from '../config/gateway.config.ts';
import type { Caller } from '../sessions/session.service.ts';
import { noSession, signTicket, type Viewer } from './media-ticket.ts';

/** A link in any case: searches ignore it. */
const linkPattern = /^(?:https?:\/\/[^/]+)?\/api\/media\/[^/]+\/(stream|image)\/(.+)$/i;

/** Turns an address of the video host into the one that a viewer gets. */
export type MediaLink = (address: string) => string;

/** The addresses of media in answers: of this gateway, with a ticket, unless media is public. */
@Injectable()
export class MediaLinksService {
  constructor(
    private readonly media: MediaAddresses,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  forUser({ user, sessionId, workspace }: Caller): MediaLink {
    const within = workspace.kind === 'team' ? workspace.id : undefined;
    return this.linkFor({ role: 'user', id: user.id, sessionId, within });
  }

  forStaff({ staffId, sessionId }: adminRpc.StaffCaller): MediaLink {
    return this.linkFor({ role: 'staff', id: staffId, sessionId });
  }

  /** For whoever has the link of a moment. */
  forMoment(momentId: string): MediaLink {
    return this.linkFor({ role: 'moment', id: momentId, sessionId: noSession });
  }

  /** For visitors of a portal, of one of its videos. @param linkId their private link; may be empty */
  forPortal(portalId: string, linkId: string, videoId: string): MediaLink {
    return this.linkFor({ role: 'portal', id: portalId, sessionId: linkId || noSession, within: videoId });
  }

  /** The keyword of a search: a link is replaced by the address of the video host, which is searched. */
  withoutTicket(keyword: string): string {
    const [, area = '', file = ''] = linkPattern.exec(keyword) ?? [];
    return file === '' ? keyword : this.media.unsigned(`${area.toLowerCase()}/${file}`);
  }

  private linkFor(viewer: Viewer): MediaLink {
    const { key } = this.media;
    if (!key) return (address) => address;
    const tickets = new Map<string, string>();
    return (address) => {
      const file = this.media.read(address);
      if (!file) return address;
      const { kind, playbackId, path, query } = file;
      const name = `${kind} ${playbackId}`;
      const ticket = tickets.get(name) ?? signTicket(file, viewer, key, this.clock.now());
      tickets.set(name, ticket);
      return `${publicBase(this.config)}/api/media/${ticket}/${path}${query.size === 0 ? '' : `?${query.toString()}`}`;
    };
  }
}

/** A record with the addresses of its viewer. */
export function withLinks(record: VideoRecord, link: MediaLink): VideoRecord {
  const { thumbnail, streamUrl, storyboardUrl, captionsUrl, localVideo } = record;
  return {
    ...record,
    thumbnail: link(thumbnail),
    streamUrl: link(streamUrl),
    storyboardUrl: link(storyboardUrl),
    captionsUrl: link(captionsUrl),
    localVideo: link(localVideo),
  };
}
