import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import { operationId } from '@vault/contracts';
import type { Caller } from '../sessions/session.service.ts';
import { readId } from '../http/read-id.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { GenerationCommandService } from './generation-command.service.ts';

@Controller('api/muxupload/operations')
@UseGuards(UserGuard)
export class OperationController {
  constructor(private readonly operations: GenerationCommandService) {}

  @Get(':id')
  async get(@CurrentCaller() { user }: Caller, @Param('id') id: string) {
    const validId = readId(operationId, id, 'The operation');
    return { status: 'success', data: await this.operations.get(user.id, validId) };
  }
}
