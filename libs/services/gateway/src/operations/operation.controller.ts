import { Controller } from '@nestjs/common';
import { editorRoutes as routes } from '@vault/contracts/openapi';
import { Route, type RequestOf } from '../routes/route.ts';
import { GenerationCommandService } from './generation-command.service.ts';

@Controller()
export class OperationController {
  constructor(private readonly operations: GenerationCommandService) {}

  @Route(routes.getOperation)
  async get({ caller, params }: RequestOf<typeof routes.getOperation>) {
    return { data: await this.operations.get(caller.workspace.id, params.id) };
  }
}
