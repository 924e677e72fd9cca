import { Injectable } from '@nestjs/common';
import { AppError } from '@vault/base';
import { CardPictures } from '../cards/card-pictures.ts';
import type { FileAnswer } from '../pages/answer.ts';
import type { Card } from '../pages/card.ts';
import { Site } from '../pages/site.ts';
import { SiteMedia, SiteVideos } from '../config/ports.ts';
import { momentCard, momentPage } from './moment-page.ts';
import { viewMoment, type MomentView } from './moment-view.ts';
import { OpenMoments } from './open-moments.ts';

interface OpenMoment {
  readonly view: MomentView;
  readonly isListed: boolean;
}

/** The public pages of moments, and their pictures. */
@Injectable()
export class MomentPagesService {
  constructor(
    private readonly site: Site,
    private readonly moments: OpenMoments,
    private readonly videos: SiteVideos,
    private readonly media: SiteMedia,
    private readonly pictures: CardPictures,
  ) {}

  /** @param isEmbedded it is a part of another page @throws {AppError} not-found, unavailable, too-many-requests */
  page(id: string, isEmbedded: boolean, visitor: string): Promise<FileAnswer> {
    return this.site.keepInTurn(['moment', id, isEmbedded], visitor, async () => {
      const { base } = this.site;
      const address = base === '' ? undefined : `${base}/m/${id}`;
      const moment = await this.open(id);
      const files = await this.site.files();
      return this.site.answer(momentPage({ ...moment, address, isEmbedded, files }));
    });
  }

  /** What other sites show of the page. @throws {AppError} not-found, unavailable, too-many-requests */
  card(id: string, visitor: string): Promise<Card> {
    const make = async () => momentCard((await this.open(id)).view);
    return this.site.keepInTurn(['card of a moment', id], visitor, make);
  }

  /** @throws {AppError} not-found, unavailable, too-many-requests */
  async picture(id: string, visitor: string): Promise<FileAnswer> {
    return this.pictures.answer(await this.card(id, visitor), 'public, max-age=60', visitor);
  }

  private async open(id: string): Promise<OpenMoment> {
    const moment = await this.moments.get(id);
    const { ownerId, videoId, isListed } = moment;
    const record = await this.videos.get({ ownerId, videoId });
    if (record.streamUrl === '') throw AppError.notFound('The moment');
    const view = viewMoment(moment, record);
    const link = this.media.forMoment(id);
    const media = { streamUrl: link(view.streamUrl), thumbnail: link(view.thumbnail) };
    return { view: { ...view, ...media }, isListed };
  }
}
