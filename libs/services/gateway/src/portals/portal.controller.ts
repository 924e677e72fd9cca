import { randomBytes } from 'node:crypto';
import { Body, Controller, Delete, Get, Inject, Param, Patch, UseGuards } from '@nestjs/common';
import {
  logoBody,
  noPortalsInPlan,
  portalBody,
  portalEdit,
  portalId,
  portalLinkBody,
  portalPreviewBody,
  privateLinkId,
  publicationBody,
  type CommandType,
  type MessageData,
} from '@vault/contracts';
import { AppError, COMMAND_BUS, inTurn } from '@vault/base';
import { currentRequestKey, idFrom, type CommandBus } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { FairQueue } from '@vault/worker-pool';
import { ClientGone } from '../http/client-gone.ts';
import { parse } from '../http/parse.ts';
import { PostRoute } from '../http/post-route.ts';
import { readId } from '../http/read-id.ts';
import { MediaLinksService } from '../media/media-links.service.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { makeLogo } from './portal-logo.ts';
import { PortalPagesService } from './portal-pages.service.ts';
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
@Controller('api/portals')
@UseGuards(UserGuard)
export class PortalController {
  private readonly rendering = new FairQueue(previews);

  constructor(
    @InjectClient('portal') private readonly portals: ClientOf<'portal'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly pages: PortalPagesService,
    private readonly links: MediaLinksService,
  ) {}

  @Get()
  async list(@CurrentCaller() { user }: Caller) {
    const { portals, limit } = await this.portals.listPortals({ ownerId: user.id });
    const records = portals.map((portal) => toPortalRecord(portal, this.pages.base));
    return { status: 'success', data: { portals: records, limit } };
  }

  @PostRoute()
  async create(@CurrentCaller() { user }: Caller, @Body() body: unknown) {
    const portal = { ownerId: user.id, portalId: newPortalId() };
    return this.change('portal.create-portal.v1', { ...portal, ...parse(portalBody, body) });
  }

  @Patch(':id')
  edit(@CurrentCaller() caller: Caller, @Param('id') id: string, @Body() body: unknown) {
    const { version, ...settings } = parse(portalEdit, body);
    const portal = ownPortal(caller, id);
    return this.change('portal.edit-portal.v1', { ...portal, version, settings: toStoredSettings(settings) });
  }

  @PostRoute(':id/logo')
  async setLogo(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: unknown,
    @ClientGone() gone: AbortSignal,
  ) {
    const portal = ownPortal(caller, id);
    const { image } = parse(logoBody, body);
    if (image === null) return this.change('portal.set-logo.v1', { ...portal, logo: null });
    await this.checkMayHaveLogo(portal);
    const logo = await makeLogo(Buffer.from(image, 'base64'), portal.ownerId, gone);
    return this.change('portal.set-logo.v1', { ...portal, logo: logo.toString('base64') });
  }

  @PostRoute(':id/publication')
  publish(@CurrentCaller() caller: Caller, @Param('id') id: string, @Body() body: unknown) {
    const { is_published: isPublished } = parse(publicationBody, body);
    return this.change('portal.publish-portal.v1', { ...ownPortal(caller, id), isPublished });
  }

  @PostRoute(':id/preview')
  async preview(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: unknown,
    @ClientGone() gone: AbortSignal,
  ) {
    const { ownerId, portalId: own } = ownPortal(caller, id);
    const { video_id: videoId = '', ...settings } = parse(portalPreviewBody, body);
    const portal = await this.portals.getPortal({ ownerId, id: own });
    const draft = withSettings(portal, toStoredSettings(settings));
    const render = () => this.pages.preview(draft, videoId, this.links.forUser(caller));
    const html = await inTurn(this.rendering, ownerId, render, gone);
    return { status: 'success', data: { html } };
  }

  @PostRoute(':id/links')
  addLink(@CurrentCaller() caller: Caller, @Param('id') id: string, @Body() body: unknown) {
    const { label, ends_at: endsAt } = parse(portalLinkBody, body);
    return this.change('portal.add-link.v1', { ...ownPortal(caller, id), linkId: secret(), label, endsAt });
  }

  @Delete(':id/links/:linkId')
  endLink(@CurrentCaller() caller: Caller, @Param('id') id: string, @Param('linkId') link: string) {
    const linkId = readId(privateLinkId, link, 'The link');
    return this.change('portal.end-link.v1', { ...ownPortal(caller, id), linkId });
  }

  @Delete(':id')
  async delete(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    const portal = ownPortal(caller, id);
    await this.commands.send('portal.delete-portal.v1', portal, { subject: portal.portalId });
    return { status: 'success', data: {} };
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
    return { status: 'success', data: toPortalRecord(portal, this.pages.base) };
  }
}

function ownPortal({ user }: Caller, id: string) {
  return { ownerId: user.id, portalId: readId(portalId, id, 'The portal') };
}
