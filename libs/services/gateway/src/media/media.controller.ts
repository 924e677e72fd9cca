import { Controller, Get, HttpCode, Inject, Options, Param, Query, Req, Res } from '@nestjs/common';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { MediaAddresses, readMediaPath, type MediaFile } from '@vault/integrations/media';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { allowOtherSites, parse, visitorOf } from '@vault/platform/http';
import { readTicket, type Viewer } from './media-ticket.ts';
import { PlayCounts } from './play-counts.ts';
import { PlaybackOwners } from './playback-owners.ts';
import { ViewerSessions } from './viewer-sessions.service.ts';

/** Time for the video host to answer with a text. */
const textDeadlineMs = 10_000;
const maxTextBytes = 8 * 1_024 * 1_024;
/** Shorter than the token in the address is valid. */
const redirectCaching = 'private, max-age=20';

const size = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,6})?$/)
  .optional();
const mediaQuery = z.object({ time: size, width: size, download: z.string().max(1_000).optional() });

/**
 * Delivers media to those who have a ticket, while their session lasts: each file is a redirect to the video host, with a
 * token for a minute. Texts are passed on instead, so that the files that they name are requested here as well: a player
 * needs no new ticket, however long it plays.
 */
@Controller('api/media')
export class MediaController {
  private readonly plays = new PlayCounts();

  constructor(
    private readonly media: MediaAddresses,
    private readonly sessions: ViewerSessions,
    private readonly owners: PlaybackOwners,
    @InjectClient('portal') private readonly portal: ClientOf<'portal'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('*')
  async deliver(
    @Param('*') path: string,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    // A ticket is in no other page than that of its viewer.
    allowOtherSites(reply);
    const [ticket = '', ...rest] = path.split('/');
    const file = readMediaPath(rest.join('/'), readQuery(query));
    if (!file) throw AppError.notFound('The file');
    const viewer = readTicket(ticket, file, this.media.keys, this.clock.now());
    const { mayDownload, hidesWords, ownerId } = await this.sessions.check(viewer);
    if (ownerId !== undefined && (await this.owners.isOfAnother(file.playbackId, ownerId)))
      throw AppError.notFound('The file');
    if (viewer.role === 'portal' && isWords(file)) throw AppError.notFound('The file');
    if (!mayDownload && isWholeFile(file)) throw AppError.notFound('The file');
    if (request.method === 'GET' && isFirstPlaylist(file)) await this.countPlay(viewer, request);
    if (/\.(m3u8|vtt)$/.test(file.path)) return this.passOn(file, reply, viewer);
    // A playlist of Mux names the addresses of its pieces at Mux, so that its player needs no redirect.
    if (hidesWords && file.kind === 'video' && this.media.hasTokensForCaptions)
      throw AppError.notFound('The file');
    return reply.header('cache-control', redirectCaching).redirect(await this.media.forBrowsers(file), 302);
  }

  /** Players in frames without an origin ask first whether they may name a byte range. */
  @Options('*')
  @HttpCode(204)
  allowRanges(@Res({ passthrough: true }) reply: FastifyReply): void {
    void allowOtherSites(reply).headers({
      'access-control-allow-headers': 'range',
      'access-control-max-age': '600',
    });
  }

  private async countPlay(
    { role, id, within: videoId = '' }: Viewer,
    request: FastifyRequest,
  ): Promise<void> {
    if (role !== 'moment' && role !== 'portal') return;
    const browser = request.headers['user-agent'] ?? '';
    if (!this.plays.counts({ name: `${id} ${videoId}`, visitor: visitorOf(request), browser })) return;
    if (role === 'moment') await this.portal.countPlay({ id });
    else await this.portal.countPortalPlay({ id, videoId });
  }

  private async passOn(file: MediaFile, reply: FastifyReply, viewer: Viewer): Promise<FastifyReply> {
    const signal = AbortSignal.timeout(textDeadlineMs);
    const response = await fetch(await this.media.forServices(file), { signal }).catch((cause: unknown) => {
      throw AppError.unavailable({ cause });
    });
    if (response.status === 404) throw AppError.notFound('The file');
    if (!response.ok) throw AppError.unavailable();
    const body = await response.text();
    if (body.length > maxTextBytes) throw new AppError('too-large', 'The file is too large.');
    for (const name of ['content-type', 'cache-control']) {
      const value = response.headers.get(name);
      if (value !== null) void reply.header(name, value);
    }
    return reply.send(viewer.role === 'portal' ? withoutSubtitles(body) : body);
  }
}

/**
 * Captions and the storyboard show all words and pictures of a recording: visitors of a portal get its own captions, without
 * the hidden words.
 */
function isWords({ kind, path }: MediaFile): boolean {
  return kind === 'storyboard' || path.includes('/text/') || path.endsWith('.vtt');
}

/** A playlist that names no captions. */
function withoutSubtitles(playlist: string): string {
  return playlist.replaceAll(/^#EXT-X-MEDIA:TYPE=SUBTITLES.*\n?/gm, '').replaceAll(/,SUBTITLES="[^"]*"/g, '');
}

/** A file to save, of one of the sizes; players read playlists and their segments. */
function isWholeFile({ path }: MediaFile): boolean {
  return /^stream\/[\w-]+\/(?!(?:media|init)\.mp4$)[\w-]+\.(?:mp4|m4a)$/.test(path);
}

/** A player reads it once, when it is started. */
function isFirstPlaylist({ path, playbackId }: MediaFile): boolean {
  return path === `stream/${playbackId}.m3u8`;
}

function readQuery(query: unknown): URLSearchParams {
  return new URLSearchParams(Object.entries(parse(mediaQuery, query)));
}
