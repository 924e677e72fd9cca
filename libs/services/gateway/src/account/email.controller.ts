import { Controller } from '@nestjs/common';
import { ownAccountRoutes as routes } from '@vault/contracts/openapi';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { hashingDeadline } from '../auth/hashing-deadline.ts';
import { Route, type RequestOf } from '../routes/route.ts';

/** Routes that change a person's e-mail address. */
@Controller()
export class EmailController {
  constructor(@InjectClient('auth') private readonly auth: ClientOf<'auth'>) {}

  /** Answers the same when the address has an account. */
  @Route(routes.changeEmail)
  async change({ caller: { user }, body, request }: RequestOf<typeof routes.changeEmail>) {
    const { email, password } = body;
    const change = { userId: user.id, email, password, clientAddress: request.ip };
    await this.auth.requestEmailChange(change, hashingDeadline);
  }

  @Route(routes.confirmEmail)
  async confirm({ body }: RequestOf<typeof routes.confirmEmail>) {
    await this.auth.confirmEmailChange(body);
  }

  @Route(routes.undoEmail)
  async undo({ body }: RequestOf<typeof routes.undoEmail>) {
    await this.auth.undoEmailChange(body, hashingDeadline);
  }
}
