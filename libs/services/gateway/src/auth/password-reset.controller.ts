import { Controller } from '@nestjs/common';
import { ownAccountRoutes as routes } from '@vault/contracts/openapi';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { Route, type RequestOf } from '../routes/route.ts';
import { hashingDeadline } from './hashing-deadline.ts';

/** Routes to reset a forgotten password. */
@Controller()
export class PasswordResetController {
  constructor(@InjectClient('auth') private readonly auth: ClientOf<'auth'>) {}

  /** Answers the same with and without an account. */
  @Route(routes.forgotPassword)
  async forgot({ body, request }: RequestOf<typeof routes.forgotPassword>) {
    await this.auth.requestPasswordReset({ email: body.email, clientAddress: request.ip });
  }

  /** For the page of the link, before somebody types a password. */
  @Route(routes.checkResetLink)
  async check({ body }: RequestOf<typeof routes.checkResetLink>) {
    await this.auth.checkPasswordReset(body);
  }

  @Route(routes.resetPassword)
  async reset({ body: { token, password } }: RequestOf<typeof routes.resetPassword>) {
    await this.auth.resetPassword({ token, newPassword: password }, hashingDeadline);
  }
}
