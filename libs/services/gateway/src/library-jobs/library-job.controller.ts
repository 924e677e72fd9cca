import { Controller, Inject } from '@nestjs/common';
import { transcriptEditProblem, type LibraryJob } from '@vault/contracts';
import { libraryJobRoutes as routes } from '@vault/contracts/openapi';
import { AppError, COMMAND_BUS } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { Route, type RequestOf } from '../routes/route.ts';

/** Changes of many videos: chaptering makes them, and finds the videos of the caller alone. */
@Controller()
export class LibraryJobController {
  constructor(
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
  ) {}

  @Route(routes.getLibraryJob)
  async read({ caller }: RequestOf<typeof routes.getLibraryJob>) {
    return { data: await this.find(caller.workspace.id) };
  }

  @Route(routes.correctLibrary)
  async correct({ caller, body }: RequestOf<typeof routes.correctLibrary>) {
    const data = { ownerId: caller.workspace.id, ...body };
    const problem = transcriptEditProblem(data);
    if (problem !== '') throw new AppError('too-large', problem);
    await this.commands.send('chaptering.correct-library.v1', data, { subject: data.ownerId });
    return { data: await this.get(data.ownerId) };
  }

  @Route(routes.renameEverywhere)
  async rename({ caller, body }: RequestOf<typeof routes.renameEverywhere>) {
    const data = { ownerId: caller.workspace.id, ...body };
    await this.commands.send('chaptering.rename-everywhere.v1', data, { subject: data.ownerId });
    return { data: await this.get(data.ownerId) };
  }

  @Route(routes.undoLibraryJob)
  async undo({ caller, body }: RequestOf<typeof routes.undoLibraryJob>) {
    const data = { ownerId: caller.workspace.id, jobId: body.id };
    await this.commands.send('chaptering.undo-library-job.v1', data, { subject: data.ownerId });
    return { data: await this.get(data.ownerId) };
  }

  /** The job that has just begun. */
  private async get(ownerId: string): Promise<LibraryJob> {
    const job = await this.find(ownerId);
    // Only when the account was deleted since.
    if (!job) throw AppError.notFound('The change');
    return job;
  }

  private async find(ownerId: string): Promise<LibraryJob | null> {
    const { job } = await this.chaptering.getLibraryJob({ ownerId });
    return job ? { ...job, kind: job.kind as LibraryJob['kind'], undoUntil: job.undoUntil ?? null } : null;
  }
}
