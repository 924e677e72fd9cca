import { Inject, Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import { AppError, COMMAND_BUS, LOGGER, METRICS, withoutTrace, type Logger } from '@vault/base';
import type { CommandBus, Message } from '@vault/messaging';
import type { Metrics } from '@vault/platform';
import { z } from 'zod';
import type { Credentials } from '../sessions/credentials.ts';
import { SessionService, type Caller } from '../sessions/session.service.ts';
import { EventStream } from './event-stream.ts';

/** Below the 30 s after which some proxies close a silent connection. The session is verified again as often. */
const beatMs = 15_000;
/** Beats in a row at which the session could not be verified, after which the stream ends. */
const maxUnverifiedBeats = 4;
const checkBusMs = 5_000;
const maxPerUser = 10;
/** Far below the connections that the server accepts, so that streams leave enough for requests. */
const maxStreams = 2_000;
const retryAfterMs = 30_000;

const videoMessage = z.object({
  videoId: z.string(),
  ownerId: z.string(),
  /** Of a video that has moved. */
  fromOwnerId: z.string().optional(),
  version: z.number().optional(),
});

interface OpenStream {
  readonly out: EventStream;
  readonly credentials: Credentials;
  unverifiedBeats: number;
}

/** Tells open pages which videos of their workspace changed: only ids and versions, and only to its members. */
@Injectable()
export class EventStreamsService {
  private readonly byWorkspace = new Map<string, Set<OpenStream>>();
  private readonly byUser = new Map<string, Set<OpenStream>>();
  private count = 0;
  private timer: NodeJS.Timeout | undefined;
  private wasHealthy = true;

  constructor(
    private readonly sessions: SessionService,
    @Inject(COMMAND_BUS) private readonly commands: Pick<CommandBus, 'isHealthy' | 'onMessage'>,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    commands.onMessage((message) => this.receive(message));
    metrics.read({
      name: 'event_streams_open',
      help: 'Open streams of events, one for each visible page.',
      read: () => [{ labels: {}, value: this.count }],
    });
  }

  /**
   * Opens a stream for the user of a verified token. It begins with a reset: what the page read before may be outdated.
   * @throws {AppError} too-many-requests, unavailable
   */
  open({ user, workspace }: Caller, credentials: Credentials): EventStream {
    if ((this.byUser.get(user.id)?.size ?? 0) >= maxPerUser)
      throw new AppError('too-many-requests', 'Too many pages are open. Please close some.', {
        retryAfterMs,
      });
    if (this.count >= maxStreams)
      throw new AppError('unavailable', 'Too many pages are open. Please try again later.', { retryAfterMs });
    const stream: OpenStream = { out: new EventStream(), credentials, unverifiedBeats: 0 };
    const removals = [add(this.byWorkspace, workspace.id, stream), add(this.byUser, user.id, stream)];
    this.count += 1;
    // What happens while it is open does not belong to the trace of its request.
    const beat = withoutTrace(() => setInterval(() => this.beat(stream), beatMs).unref());
    stream.out.once('close', () => {
      clearInterval(beat);
      for (const remove of removals) remove();
      this.count -= 1;
      if (this.count === 0) this.stopChecking();
    });
    this.timer ??= withoutTrace(() => setInterval(() => this.checkBus(), checkBusMs).unref());
    stream.out.reset();
    return stream.out;
  }

  private receive({ type, source, subject, data }: Message): void {
    if (this.count === 0) return;
    // A message about the person may have ended the session, or a membership; one about a team all of them.
    const concerned = type === 'auth.team-changed.v1' ? this.byWorkspace : this.byUser;
    for (const stream of concerned.get(subject) ?? []) {
      this.sessions.forget(stream.credentials);
      void this.verify(stream);
    }
    if (type === 'chaptering.library-job-changed.v1') {
      const { ownerId } = data as MessageData<typeof type>;
      for (const { out } of this.byWorkspace.get(ownerId) ?? []) out.libraryJob();
      return;
    }
    const { success, data: video } = videoMessage.safeParse(data);
    if (!success) return;
    const { ownerId, fromOwnerId = ownerId, videoId, version } = video;
    const change = source === 'upload' ? { videoId, detailsVersion: version } : { videoId, version };
    for (const id of new Set([ownerId, fromOwnerId]))
      for (const { out } of this.byWorkspace.get(id) ?? []) out.change(change);
  }

  private beat(stream: OpenStream): void {
    stream.out.beat();
    void this.verify(stream);
  }

  /** Ends the stream of an ended session. While sessions cannot be verified, it continues for a minute. */
  private async verify(stream: OpenStream): Promise<void> {
    try {
      await this.sessions.verify(stream.credentials);
      stream.unverifiedBeats = 0;
    } catch (error) {
      stream.unverifiedBeats += 1;
      const isRefused = AppError.is(error, 'unauthenticated', 'forbidden');
      if (isRefused || stream.unverifiedBeats >= maxUnverifiedBeats) stream.out.end();
      if (!isRefused) this.logger.warn({ err: error }, 'the session of a stream of events was not verified');
    }
  }

  /** Resets all streams while no messages arrive, and once when they arrive again. */
  private checkBus(): void {
    const { isHealthy } = this.commands;
    const mustReset = !isHealthy || !this.wasHealthy;
    this.wasHealthy = isHealthy;
    if (!mustReset) return;
    for (const streams of this.byWorkspace.values()) for (const { out } of streams) out.reset();
  }

  private stopChecking(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.wasHealthy = true;
  }
}

/** @returns what removes it again */
function add(streams: Map<string, Set<OpenStream>>, id: string, stream: OpenStream): () => void {
  const those = streams.get(id) ?? new Set<OpenStream>();
  streams.set(id, those.add(stream));
  return () => {
    those.delete(stream);
    if (those.size === 0) streams.delete(id);
  };
}
