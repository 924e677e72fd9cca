import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import { operationId } from '@vault/contracts';
import { AppError } from '@vault/platform';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { GenerationCommandService } from './generation-command.service.ts';

@Controller('api/muxupload/operations')
@UseGuards(UserGuard)
export class OperationController {
  constructor(private readonly operations: GenerationCommandService) {}

  @Get(':id')
  async get(@CurrentCaller() { user }: Caller, @Param('id') id: string) {
    // An invalid id is answered like an unknown one.
    const parsed = operationId.safeParse(id);
    if (!parsed.success) throw AppError.notFound('The operation');
    return { status: 'success', data: await this.operations.get(user.id, parsed.data) };
  }
}
