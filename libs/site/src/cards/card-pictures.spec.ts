import { SiteFilesService } from '../files/site-files.service.ts';
import type { Card } from '../pages/card.ts';
import { Site } from '../pages/site.ts';
import { siteConfig } from '../config/site.config.ts';
import { CardPictures } from './card-pictures.ts';

const config = siteConfig.parse({ WEB_DIR: 'no-such-folder' });
const card = (number: number): Card => ({
  ...{ type: 'website', siteName: '', title: `Talk ${String(number)}`, description: '' },
  ...{ isQuote: false, source: '', detail: '', chapters: [], duration: 0 },
});

describe(CardPictures, () => {
  it('refuses more cards of a visitor who wants many, and draws those of others', async () => {
    const pictures = new CardPictures(new Site(new SiteFilesService(config), config), config);
    const draw = (number: number, visitor: string) => pictures.answer(card(number), 'no-cache', visitor);
    const many = Array.from({ length: 60 }, (_, index) => draw(index, 'many'));
    const others = ['one', 'two', 'three'].map((visitor, index) => draw(100 + index, visitor));
    const outcomes = await Promise.allSettled(many);
    const refusals = outcomes.filter(({ status }) => status === 'rejected');
    expect(refusals).toHaveLength(55);
    expect(refusals[0]).toMatchObject({ reason: { code: 'too-many-requests', retryAfterMs: 5_000 } });
    for (const picture of await Promise.all(others)) expect(picture.file.body.readUInt32BE(16)).toBe(1_200);
  });
});
