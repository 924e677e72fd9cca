import type { Provider, Type } from '@nestjs/common';
import { CardPictures } from './cards/card-pictures.ts';
import { SiteFilesService } from './files/site-files.service.ts';
import { MomentPageController } from './moments/moment-page.controller.ts';
import { MomentPagesService } from './moments/moment-pages.service.ts';
import { OpenMoments } from './moments/open-moments.ts';
import { SiteFilesController } from './pages/site-files.controller.ts';
import { Site } from './pages/site.ts';
import { OembedController } from './portals/oembed.controller.ts';
import { OpenPortals } from './portals/open-portals.ts';
import { PortalFilesService } from './portals/portal-files.service.ts';
import { PortalPageController } from './portals/portal-page.controller.ts';
import { PortalPagesService } from './portals/portal-pages.service.ts';
import { SiteMedia, SiteVideos } from './config/ports.ts';

export const siteControllers = [
  MomentPageController,
  OembedController,
  PortalPageController,
  SiteFilesController,
];

/** What a process adds to its container, with its own providers behind the ports of the site. */
export const siteProviders = (ports: {
  readonly videos: Type<SiteVideos>;
  readonly media: Type<SiteMedia>;
}): Provider[] => [
  { provide: SiteVideos, useExisting: ports.videos },
  { provide: SiteMedia, useExisting: ports.media },
  MomentPagesService,
  OpenMoments,
  PortalPagesService,
  PortalFilesService,
  OpenPortals,
  CardPictures,
  Site,
  SiteFilesService,
];
