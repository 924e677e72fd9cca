import { Controller, Inject, Res } from '@nestjs/common';
import { ownAccountRoutes as routes } from '@vault/contracts/openapi';
import { CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { FastifyReply } from 'fastify';
import { ClientGone } from '@vault/platform/http';
import { Route, type RequestOf } from '../../routes/route.ts';
import { SessionService } from '../../sessions/session.service.ts';
import { ExportFilesService } from './export-files.service.ts';
import { ExportLibraryService } from './export-library.service.ts';
import { RunningExports } from './running-exports.ts';
import { zipStream } from './zip-stream.ts';

/** Exports all data of a person in one file, also when the membership has ended. */
@Controller()
export class ExportController {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    private readonly sessions: SessionService,
    private readonly files: ExportFilesService,
    private readonly library: ExportLibraryService,
    private readonly running: RunningExports,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Route(routes.estimateExport)
  async estimate({ caller }: RequestOf<typeof routes.estimateExport>, @ClientGone() gone: AbortSignal) {
    return { data: await this.library.measure(caller.user.id, gone) };
  }

  /** Refuses an export that cannot begin, because the page cannot read the answer of a download. */
  @Route(routes.createExportTicket)
  async createTicket({ caller: { user, sessionId } }: RequestOf<typeof routes.createExportTicket>) {
    this.running.requireFree(user.id);
    const { ticket } = await this.auth.issueDownloadTicket({ userId: user.id, sessionId });
    return { data: { ticket } };
  }

  @Route(routes.exportAccount)
  async export(
    { query: { content, ticket }, request }: RequestOf<typeof routes.exportAccount>,
    @Res() reply: FastifyReply,
    @ClientGone() gone: AbortSignal,
  ) {
    const { user } = await (ticket === undefined
      ? this.sessions.verify({ authorization: request.headers.authorization })
      : this.sessions.redeem(ticket));
    const userId = user.id;
    const end = this.running.begin(userId);
    try {
      const files = this.files.of({ userId, withMedia: content === 'all', gone });
      // A failure of the first file is answered as an error; a later one can only close the connection.
      const first = await files.next();
      const now = this.clock.now();
      const zip = zipStream(prepend(first, files), { writtenAt: now, gone });
      zip.once('close', end);
      zip.once('error', (error) => {
        if (!gone.aborted) this.logger.warn({ err: error, userId }, 'an export could not be finished');
      });
      const name = `webinar-vault-${now.toISOString().slice(0, 10)}.zip`;
      return await reply
        .header('content-type', 'application/zip')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(zip);
    } catch (error) {
      end();
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
