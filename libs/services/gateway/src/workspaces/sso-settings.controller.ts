import { Controller, Inject } from '@nestjs/common';
import { CONFIG } from '@vault/base';
import { ssoRoutes as routes } from '@vault/contracts/openapi';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { FastifyRequest } from 'fastify';
import { ssoDeadline } from '../auth/hashing-deadline.ts';
import type { GatewayConfig } from '../config/gateway.config.ts';
import { Route, type RequestOf } from '../routes/route.ts';
import { pageOrigin, setBrowserKey } from '../sessions/browser-key.ts';
import type { Caller } from '../sessions/session.service.ts';
import { toSsoRecord } from './to-sso-record.ts';
import { requireTeam } from './workspace.controller.ts';

interface TeamRequest {
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

/** How the people of a team sign in, for its owners. */
@Controller()
export class SsoSettingsController {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {}

  @Route(routes.getSso)
  get(request: RequestOf<typeof routes.getSso>) {
    return this.answer(request, (ownerId) => this.auth.getSso({ ownerId }));
  }

  @Route(routes.addDomain)
  addDomain(request: RequestOf<typeof routes.addDomain>) {
    return this.answer(request, (ownerId) => this.auth.addDomain({ ownerId, ...request.body }));
  }

  @Route(routes.checkDomain)
  checkDomain(request: RequestOf<typeof routes.checkDomain>) {
    return this.answer(request, (ownerId) =>
      this.auth.checkDomain({ ownerId, ...request.params }, ssoDeadline),
    );
  }

  @Route(routes.removeDomain)
  removeDomain(request: RequestOf<typeof routes.removeDomain>) {
    return this.answer(request, (ownerId) => this.auth.removeDomain({ ownerId, ...request.params }));
  }

  @Route(routes.setSsoProvider)
  setProvider(request: RequestOf<typeof routes.setSsoProvider>) {
    const { issuer, client_id: clientId, client_secret: clientSecret } = request.body;
    return this.answer(request, (ownerId) =>
      this.auth.setSsoProvider({ ownerId, issuer, clientId, clientSecret }, ssoDeadline),
    );
  }

  @Route(routes.removeSsoProvider)
  removeProvider(request: RequestOf<typeof routes.removeSsoProvider>) {
    return this.answer(request, (ownerId) => this.auth.removeSsoProvider({ ownerId }));
  }

  @Route(routes.setSsoPeople)
  setPeople(request: RequestOf<typeof routes.setSsoPeople>) {
    const { new_people: newPeople, groups_claim: groupsClaim, groups } = request.body;
    const people = { newPeople, groupsClaim, groups, trustsAddresses: request.body.trusts_addresses };
    return this.answer(request, (ownerId) => this.auth.setSsoPeople({ ownerId, ...people }));
  }

  @Route(routes.testSso)
  async test({ caller, request, reply }: RequestOf<typeof routes.testSso>) {
    const origin = pageOrigin(this.config.PUBLIC_URL, request);
    const ownerId = requireTeam(caller.workspace);
    const { url, browserKey } = await this.auth.testSso({ ownerId, origin }, ssoDeadline);
    setBrowserKey(reply, origin, browserKey);
    return { data: { url } };
  }

  @Route(routes.setSsoRequirement)
  setRequirement(request: RequestOf<typeof routes.setSsoRequirement>) {
    const { sessionId, user } = request.caller;
    const { emergency_owner: owner, also_remove: alsoRemove } = request.body;
    const by = { sessionId, userId: user.id };
    return this.answer(request, (ownerId) =>
      this.auth.setSsoRequirement({ ownerId, emergencyOwner: owner ?? undefined, alsoRemove, ...by }),
    );
  }

  private async answer(
    { caller, request }: TeamRequest,
    ask: (ownerId: string) => ReturnType<ClientOf<'auth'>['getSso']>,
  ) {
    const ownerId = requireTeam(caller.workspace);
    const origin = pageOrigin(this.config.PUBLIC_URL, request);
    return { data: toSsoRecord(await ask(ownerId), ownerId, origin) };
  }
}
