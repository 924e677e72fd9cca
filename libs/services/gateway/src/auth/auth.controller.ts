import { Controller } from '@nestjs/common';
import { may } from '@vault/contracts';
import { accountRoutes as routes } from '@vault/contracts/openapi';
import { currentRequestKey } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { FastifyRequest } from 'fastify';
import { Route, type RequestOf } from '../routes/route.ts';
import { credentialsOf } from '../sessions/credentials.ts';
import { SessionService } from '../sessions/session.service.ts';
import { toUserSettings } from '../settings/to-user-settings.ts';
import { hashingDeadline } from './hashing-deadline.ts';
import { toCurrentUser, toSessionUser } from './to-session-user.ts';

@Controller()
export class AuthController {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    private readonly sessions: SessionService,
  ) {}

  @Route(routes.login)
  async login({ body, request }: RequestOf<typeof routes.login>) {
    const session = await this.auth.login({ ...body, ...clientOf(request) }, hashingDeadline);
    return { data: toSessionUser(session) };
  }

  @Route(routes.register)
  async register({ body, request }: RequestOf<typeof routes.register>) {
    const registration = { ...body, ...clientOf(request), requestKey: currentRequestKey() };
    const session = await this.auth.register(registration, hashingDeadline);
    return { data: toSessionUser(session) };
  }

  @Route(routes.checkSession)
  check({ caller }: RequestOf<typeof routes.checkSession>) {
    return { data: toCurrentUser(caller.user) };
  }

  @Route(routes.logout)
  async logout({ caller, request }: RequestOf<typeof routes.logout>) {
    await this.sessions.end(credentialsOf(request), caller);
  }

  @Route(routes.canUploadVideo)
  async canUpload({ caller }: RequestOf<typeof routes.canUploadVideo>) {
    const { workspace } = caller;
    const allowance = await this.auth.checkUploadAllowance({ ownerId: workspace.id });
    const { used = null, videoLimit } = allowance;
    const { canUpload, msg } = may(workspace, 'upload')
      ? allowance
      : { canUpload: false, msg: `Only editors of ${workspace.name} upload. Ask an admin of the team.` };
    return { data: { canUpload, msg, used, videoLimit }, canUpload, msg };
  }

  @Route(routes.getSettings)
  async settings({ caller }: RequestOf<typeof routes.getSettings>) {
    return { data: toUserSettings(await this.auth.getSettings({ ownerId: caller.workspace.id })) };
  }
}

function clientOf({ ip, headers }: FastifyRequest) {
  return { clientAddress: ip, userAgent: headers['user-agent'] };
}
