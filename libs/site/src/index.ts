export { PageFiles, readPageFile } from './files/page-files.ts';
export { makePicture } from './pictures/make-picture.ts';
export { OpenMoments } from './moments/open-moments.ts';
export { logoPath } from './portals/portal-address.ts';
export { PortalPagesService } from './portals/portal-pages.service.ts';
export { offersFile } from './portals/portal-view.ts';
export { type Operator, operatorOf, publicBase, siteConfig } from './config/site.config.ts';
export { siteControllers, siteProviders } from './site.module.ts';
