import { randomBytes } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import { may, noPortalsInPlan, type CommandType, type MessageData } from '@vault/contracts';
import { portalRoutes as routes } from '@vault/contracts/openapi';
import { AppError, COMMAND_BUS, CONFIG, inTurn } from '@vault/base';
import { currentRequestKey, idFrom, type CommandBus } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { makePicture, PortalPagesService, publicBase } from '@vault/site';
import { FairQueue } from '@vault/worker-pool';
import { ClientGone } from '@vault/platform/http';
import type { GatewayConfig } from '../config/gateway.config.ts';
import { MediaLinksService } from '../media/media-links.service.ts';
import { Route, type RequestOf } from '../routes/route.ts';
import { toPortalRecord, toStoredSettings, withSettings } from './to-portal-record.ts';

/** Previews that are made at the same time. */
const previews = { slots: 4, slotsPerOwner: 1, waiting: 32, waitingPerOwner: 4 };
const secret = () => randomBytes(16).toString('base64url');

/** The same for each repeat of a request with a key. */
function newPortalId(): string {
  const key = currentRequestKey();
  return key === undefined ? secret() : idFrom(key);
}

/** The portals of a person. */
@Controller()
export class PortalController {
  private readonly rendering = new FairQueue(previews);

  constructor(
    @InjectClient('portal') private readonly portals: ClientOf<'portal'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
    private readonly pages: PortalPagesService,
    private readonly links: MediaLinksService,
  ) {}

  @Route(routes.listPortals)
  async list({ caller }: RequestOf<typeof routes.listPortals>) {
    const { workspace } = caller;
    const { portals, limit } = await this.portals.listPortals({ ownerId: workspace.id });
    const records = portals.map((portal) => toPortalRecord(portal, publicBase(this.config)));
    // Private links work for who has them, also after they have left the team.
    const shown = may(workspace, 'portals.edit')
      ? records
      : records.map((record) => ({ ...record, links: [] }));
    return { data: { portals: shown, limit } };
  }

  @Route(routes.createPortal)
  create({ caller, body }: RequestOf<typeof routes.createPortal>) {
    const portal = { ownerId: caller.workspace.id, portalId: newPortalId() };
    return this.change('portal.create-portal.v1', { ...portal, ...body });
  }

  @Route(routes.editPortal)
  edit(asked: RequestOf<typeof routes.editPortal>) {
    const { version, ...settings } = asked.body;
    const portal = ownPortal(asked);
    return this.change('portal.edit-portal.v1', {
      ...{ ...portal, ...draftOnly(asked), version },
      settings: toStoredSettings(settings),
    });
  }

  @Route(routes.setPortalLogo)
  async setLogo(asked: RequestOf<typeof routes.setPortalLogo>, @ClientGone() gone: AbortSignal) {
    const portal = { ...ownPortal(asked), ...draftOnly(asked) };
    const { image } = asked.body;
    if (image === null) return this.change('portal.set-logo.v1', { ...portal, logo: null });
    await this.checkMayHaveLogo(portal);
    const logo = await makePicture('logo', Buffer.from(image, 'base64'), portal.ownerId, gone);
    return this.change('portal.set-logo.v1', { ...portal, logo: logo.toString('base64') });
  }

  @Route(routes.publishPortal)
  publish(asked: RequestOf<typeof routes.publishPortal>) {
    const isPublished = asked.body.is_published;
    return this.change('portal.publish-portal.v1', { ...ownPortal(asked), isPublished });
  }

  @Route(routes.previewPortal)
  async preview(
    { caller, params: { id }, body }: RequestOf<typeof routes.previewPortal>,
    @ClientGone() gone: AbortSignal,
  ) {
    const ownerId = caller.workspace.id;
    const { video_id: videoId = '', ...settings } = body;
    const portal = await this.portals.getPortal({ ownerId, id });
    const draft = withSettings(portal, toStoredSettings(settings));
    const render = () => this.pages.preview(draft, videoId, this.links.forUser(caller));
    return { data: { html: await inTurn(this.rendering, ownerId, render, gone) } };
  }

  @Route(routes.addPortalLink)
  addLink(asked: RequestOf<typeof routes.addPortalLink>) {
    const { label, ends_at: endsAt } = asked.body;
    return this.change('portal.add-link.v1', { ...ownPortal(asked), linkId: secret(), label, endsAt });
  }

  @Route(routes.endPortalLink)
  endLink(asked: RequestOf<typeof routes.endPortalLink>) {
    return this.change('portal.end-link.v1', { ...ownPortal(asked), linkId: asked.params.linkId });
  }

  @Route(routes.deletePortal)
  async delete(asked: RequestOf<typeof routes.deletePortal>) {
    const portal = { ...ownPortal(asked), ...draftOnly(asked) };
    await this.commands.send('portal.delete-portal.v1', portal, { subject: portal.portalId });
  }

  /** Before the picture is read. @throws {AppError} not-found, limit-reached */
  private async checkMayHaveLogo({ ownerId, portalId: id }: ReturnType<typeof ownPortal>): Promise<void> {
    const { portals, limit } = await this.portals.listPortals({ ownerId });
    if (limit === 0) throw new AppError('limit-reached', noPortalsInPlan);
    if (!portals.some((portal) => portal.id === id)) throw AppError.notFound('The portal');
  }

  private async change<Type extends CommandType & `portal.${string}`>(
    type: Type,
    data: MessageData<Type> & { readonly ownerId: string; readonly portalId: string },
  ) {
    await this.commands.send(type, data, { subject: data.portalId });
    const portal = await this.portals.getPortal({ ownerId: data.ownerId, id: data.portalId });
    return { data: toPortalRecord(portal, publicBase(this.config)) };
  }
}

function ownPortal({ caller, params }: Pick<RequestOf<typeof routes.deletePortal>, 'caller' | 'params'>) {
  return { ownerId: caller.workspace.id, portalId: params.id };
}

function draftOnly({ caller }: Pick<RequestOf<typeof routes.deletePortal>, 'caller'>) {
  return may(caller.workspace, 'portals.publish') ? {} : { isDraftOnly: true };
}
