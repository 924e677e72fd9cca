import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@vault/base';
import { SiteFilesService } from '../files/site-files.service.ts';
import { alone, isRefusedHere, textAnswer } from './answer.ts';
import { Site } from './site.ts';

const config = { PUBLIC_URL: 'https://vault.example.com/', WEB_DIR: 'no-such-folder' };
const site = new Site(new SiteFilesService(config), config);
const missing = { title: 'This link does not work', sentence: 'It has ended.' };

describe(Site, () => {
  it('makes a value once for simultaneous visitors, and again when its time is over', async () => {
    let made = 0;
    const make = async () => {
      await wait(5);
      return { number: (made += 1) };
    };
    const keep = () => site.keep(['number'], make, 30);
    expect(await Promise.all([keep(), keep()])).toEqual([{ number: 1 }, { number: 1 }]);
    await wait(60);
    expect(await keep()).toEqual({ number: 2 });
  });

  it('keeps no failure', async () => {
    const fail = () => Promise.reject(AppError.unavailable());
    await expect(site.keep(['failing'], fail)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await site.keep(['failing'], () => Promise.resolve({ works: true }))).toEqual({ works: true });
  });

  it.each([
    [AppError.notFound('The moment'), 404, 'This link does not work'],
    [AppError.unavailable(), 503, 'This page cannot be shown now'],
    [new AppError('too-many-requests', 'Later.'), 429, 'This page cannot be shown now'],
  ])('says in a page why there is none: %s', async (error, status, title) => {
    const answer = await site.orNotice(missing, false, () => Promise.reject(error));
    expect([answer.status, answer.showing.isListed]).toEqual([status, false]);
    expect(answer.file.body.toString()).toContain(`<h1>${title}</h1>`);
  });

  it('hides no fault of its own', async () => {
    const fault = new TypeError('no function');
    await expect(site.orNotice(missing, false, () => Promise.reject(fault))).rejects.toBe(fault);
  });
});

it.each([
  ['text/html', true, undefined, false],
  ['text/html', false, undefined, true],
  ['text/html', true, 'document', true],
  ['text/html', false, 'iframe', false],
  ['text/vtt', false, undefined, false],
  ['text/vtt', true, 'document', true],
])(
  'of a page for frames alone, %s at the address of a frame (%s) as %s is refused: %s',
  (type, isEmbedded, use, isRefused) => {
    const answer = textAnswer('', type, { ...alone, isEmbedded, isOnlyEmbedded: true });
    expect(isRefusedHere(answer, { headers: { 'sec-fetch-dest': use } })).toBe(isRefused);
  },
);
