import { Controller, Get, Inject, Res, UseGuards } from '@nestjs/common';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/platform';
import type { FastifyReply } from 'fastify';
import { ClientGone } from '../../http/client-gone.ts';
import type { Caller } from '../../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../../sessions/user.guard.ts';
import { ExportFilesService } from './export-files.service.ts';
import { zipStream } from './zip-stream.ts';

/** Exports all data of a person in one file, also when the membership has ended. */
@Controller('api/account/export')
@UseGuards(UserGuard)
export class ExportController {
  /** Users with a running export: at most one each. */
  private readonly running = new Set<string>();

  constructor(
    private readonly files: ExportFilesService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  async export(
    @CurrentCaller() { user: { id: userId } }: Caller,
    @Res() reply: FastifyReply,
    @ClientGone() gone: AbortSignal,
  ) {
    if (this.running.has(userId))
      throw new AppError('too-many-requests', 'Your data is being sent already. Please wait for its end.');
    this.running.add(userId);
    try {
      const files = this.files.of(userId, gone);
      // A failure of the first file is answered as an error; a later one can only close the connection.
      const first = await files.next();
      const now = this.clock.now();
      const zip = zipStream(prepend(first, files), now, gone);
      zip.once('close', () => this.running.delete(userId));
      zip.once('error', (error) => {
        if (!gone.aborted) this.logger.warn({ err: error, userId }, 'an export could not be finished');
      });
      const name = `webinar-vault-${now.toISOString().slice(0, 10)}.zip`;
      return await reply
        .header('content-type', 'application/zip')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(zip);
    } catch (error) {
      this.running.delete(userId);
      throw error;
    }
  }
}

async function* prepend<Item>(
  first: IteratorResult<Item, void>,
  rest: AsyncGenerator<Item>,
): AsyncGenerator<Item> {
  if (!first.done) yield first.value;
  yield* rest;
}
