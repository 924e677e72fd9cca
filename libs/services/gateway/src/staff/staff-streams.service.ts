import { Inject, Injectable } from '@nestjs/common';
import { AppError, LOGGER, withoutTrace, type Logger } from '@vault/base';
import { EventStream } from '../events/event-stream.ts';
import { StaffSessionService } from './staff-session.service.ts';

/** A page leaves within a second after its session has ended. */
const checkMs = 700;
/** Below the 30 s after which some proxies close a silent connection. */
const beatEveryChecks = 20;
/** About a minute: while sessions cannot be checked, pages stay open. */
const maxFailedChecks = 80;
const maxStreams = 200;
const retryAfterMs = 30_000;

/** Ends streams of open staff pages when their sessions end. A stream is no use of its session. */
@Injectable()
export class StaffStreamsService {
  private count = 0;

  constructor(
    private readonly sessions: StaffSessionService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws {AppError} unauthenticated, forbidden, unavailable */
  async open(authorization: string | undefined): Promise<EventStream> {
    await this.sessions.watch(authorization);
    if (this.count >= maxStreams)
      throw new AppError('unavailable', 'Too many pages are open. Please try again later.', { retryAfterMs });
    this.count += 1;
    const stream = new EventStream();
    const check = this.checker(stream, authorization);
    const timer = withoutTrace(() => setInterval(() => void check(), checkMs).unref());
    stream.once('close', () => {
      clearInterval(timer);
      this.count -= 1;
    });
    stream.reset();
    return stream;
  }

  /** @returns a check of the session, which does nothing while another one runs */
  private checker(stream: EventStream, authorization: string | undefined): () => Promise<void> {
    let [checks, failed, isChecking] = [0, 0, false];
    return async () => {
      if (isChecking) return;
      isChecking = true;
      checks += 1;
      if (checks % beatEveryChecks === 0) stream.beat();
      try {
        await this.sessions.watch(authorization);
        failed = 0;
      } catch (error) {
        failed += 1;
        const isRefused =
          error instanceof AppError && (error.code === 'unauthenticated' || error.code === 'forbidden');
        if (isRefused || failed >= maxFailedChecks) stream.end();
        else if (failed === 1)
          this.logger.warn({ err: error }, 'the session of a staff page was not checked');
      }
      isChecking = false;
    };
  }
}
