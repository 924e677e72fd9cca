import { Controller, Inject } from '@nestjs/common';
import { isAtLeast } from '@vault/contracts';
import { ownAccountRoutes as routes } from '@vault/contracts/openapi';
import { AppError, COMMAND_BUS } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { CommandBus } from '@vault/messaging';
import { hashingDeadline } from '../auth/hashing-deadline.ts';
import { Route, type RequestOf } from '../routes/route.ts';
import { credentialsOf } from '../sessions/credentials.ts';
import { SessionService } from '../sessions/session.service.ts';
import { LedgerService } from './ledger.service.ts';
import { toAccountRecord } from './to-account-record.ts';

/** Routes of a person about their own account. */
@Controller()
export class AccountController {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly sessions: SessionService,
    private readonly ledger: LedgerService,
  ) {}

  @Route(routes.getAccount)
  get({ caller }: RequestOf<typeof routes.getAccount>) {
    return this.accountOf(caller.user.id);
  }

  @Route(routes.editAccount)
  async edit({ caller, body, request }: RequestOf<typeof routes.editAccount>) {
    const { firstname, lastname, ready_mail: readyMail } = body;
    const userId = caller.user.id;
    const edit = { userId, firstname, lastname, readyMail, by: 'user' };
    await this.commands.send('auth.edit-account.v1', edit, { subject: userId });
    // The next request must see the new name.
    this.sessions.forget(credentialsOf(request));
    return this.accountOf(userId);
  }

  @Route(routes.listLedger)
  listLedger({ caller, query }: RequestOf<typeof routes.listLedger>) {
    const { workspace, user } = caller;
    const spentBy = isAtLeast(workspace.role, 'admin') ? undefined : user.id;
    return this.ledger.list(workspace.id, query, spentBy);
  }

  @Route(routes.changePassword)
  async changePassword({ caller, body, request }: RequestOf<typeof routes.changePassword>) {
    const { user, sessionId } = caller;
    const { password, new_password: newPassword } = body;
    await this.auth.changePassword(
      { userId: user.id, sessionId, password, newPassword, clientAddress: request.ip },
      hashingDeadline,
    );
  }

  @Route(routes.deleteAccount)
  async delete({ caller: { user }, body, request }: RequestOf<typeof routes.deleteAccount>) {
    if (body.email !== user.email)
      throw new AppError('invalid-input', 'This is not your e-mail address. Nothing was deleted.');
    const userId = user.id;
    await this.commands.send('auth.delete-account.v1', { userId, by: 'user' }, { subject: userId });
    this.sessions.forget(credentialsOf(request));
  }

  @Route(routes.requestUpgrade)
  async requestUpgrade({ caller: { workspace } }: RequestOf<typeof routes.requestUpgrade>) {
    const userId = workspace.id;
    await this.commands.send('auth.request-upgrade.v1', { userId }, { subject: userId });
  }

  private async accountOf(userId: string) {
    return { data: toAccountRecord(await this.auth.getAccount({ userId })) };
  }
}
