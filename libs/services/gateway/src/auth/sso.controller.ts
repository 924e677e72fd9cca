import { Controller, Inject } from '@nestjs/common';
import { CONFIG } from '@vault/base';
import { ssoRoutes as routes } from '@vault/contracts/openapi';
import type { authRpc } from '@vault/contracts/rpc';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { FastifyReply } from 'fastify';
import type { GatewayConfig } from '../config/gateway.config.ts';
import { Route, type RequestOf } from '../routes/route.ts';
import { pageOrigin, readBrowserKey, setBrowserKey } from '../sessions/browser-key.ts';
import { ssoDeadline } from './hashing-deadline.ts';
import { toSessionUser } from './to-session-user.ts';

/** Sign-ins at the providers of teams. */
@Controller()
export class SsoController {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {}

  @Route(routes.beginSso)
  async begin({ body: { email, team }, request, reply }: RequestOf<typeof routes.beginSso>) {
    const origin = pageOrigin(this.config.PUBLIC_URL, request);
    const { url, browserKey } = await this.auth.beginSso({ email, ownerId: team, origin }, ssoDeadline);
    setBrowserKey(reply, origin, browserKey);
    return { data: { url } };
  }

  @Route(routes.finishSso)
  async finish({ params, body, request, reply }: RequestOf<typeof routes.finishSso>) {
    const origin = pageOrigin(this.config.PUBLIC_URL, request);
    const browserKey = readBrowserKey(request, origin);
    const client = { clientAddress: request.ip, userAgent: request.headers['user-agent'] };
    const returned = { ownerId: params.team, query: body.query, browserKey, ...client };
    return { data: toFinished(reply, origin, await this.auth.finishSso(returned, ssoDeadline)) };
  }

  @Route(routes.linkSso)
  async link({ body, request, reply }: RequestOf<typeof routes.linkSso>) {
    const origin = pageOrigin(this.config.PUBLIC_URL, request);
    const browserKey = readBrowserKey(request, origin);
    const client = { clientAddress: request.ip, userAgent: request.headers['user-agent'] };
    const finished = await this.auth.linkSso({ ...body, browserKey, ...client }, ssoDeadline);
    return { data: toFinished(reply, origin, finished) };
  }

  @Route(routes.signOutByProvider)
  async signOut({ params, body, reply }: RequestOf<typeof routes.signOutByProvider>) {
    void reply.header('cache-control', 'no-store');
    const signOut = { ownerId: params.team, logoutToken: body.logout_token };
    await this.auth.signOutByProvider(signOut, ssoDeadline);
  }
}

/** The browser needs its key until there is a session. */
function toFinished(reply: FastifyReply, origin: string, { session, ownerId, link }: authRpc.FinishedSso) {
  if (link) return { link };
  setBrowserKey(reply, origin, '');
  if (!session) return { is_tested: true as const };
  return { session: { user: toSessionUser(session), team: ownerId } };
}
