import { Controller } from '@nestjs/common';
import { type Asked, SiteGet } from '../pages/site-get.ts';
import { Site } from '../pages/site.ts';
import { MomentPagesService } from './moment-pages.service.ts';

const missing = {
  title: 'This link does not work',
  sentence: 'It has ended, or its address is incomplete. Please ask the person who sent it for a new one.',
};

/** The pages of moments, for anyone who has their links. */
@Controller('m')
export class MomentPageController {
  constructor(
    readonly site: Site,
    private readonly pages: MomentPagesService,
  ) {}

  @SiteGet(':id', missing)
  page({ params, query, visitor }: Asked) {
    return this.pages.page(params.id, query.embed === '1', visitor);
  }

  /** The picture that other sites show beside the link. */
  @SiteGet(':id/card.png')
  picture({ params, visitor }: Asked) {
    return this.pages.picture(params.id, visitor);
  }
}
