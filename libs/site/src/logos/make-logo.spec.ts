import { createCanvas } from '@napi-rs/canvas';
import { blackPng, webpOf } from '../testing/hostile-pictures.ts';
import { makeLogo } from './make-logo.ts';

const { signal } = new AbortController();
const make = (upload: Buffer) => makeLogo(upload, 'ada', signal);
const refusal = (message: string) => ({ code: 'invalid-input', message });
const unreadable = refusal('This is not a picture that can be read. Please use PNG, JPEG or WebP.');
const tooLarge = refusal('The logo may have at most 8000 pixels on each side.');

/** Megabytes: one of the pictures takes thousands when it is decoded. */
const mostGrowth = 300;

describe(makeLogo, () => {
  it('refuses pictures by their header, without memory for their pixels', async () => {
    const bomb = blackPng(30_000, 30_000);
    const before = process.memoryUsage.rss();
    const large = [
      bomb,
      bomb,
      bomb,
      bomb,
      webpOf([12_000, 12_000], [10, 10]),
      webpOf([10, 10], [12_000, 12_000]),
    ];
    await Promise.all(large.map((file) => expect(make(file)).rejects.toMatchObject(tooLarge)));
    const message = 'The logo may have at most 8 million pixels. Please make it smaller.';
    await expect(make(blackPng(7_000, 7_000))).rejects.toMatchObject(refusal(message));
    expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(mostGrowth);
  });

  it('makes a small picture of one that is as large as allowed', async () => {
    const logo = await make(blackPng(4_000, 2_000));
    expect(logo.toString('latin1', 8, 12)).toBe('WEBP');
    expect(logo.length).toBeLessThan(48 * 1_024);
  });

  it('refuses what a decoder refuses: cut off, or with other content than its header says', async () => {
    const png = await createCanvas(300, 200).encode('png');
    for (const file of [
      png.subarray(0, 40),
      webpOf([10, 10], [20, 20]),
      Buffer.from('\xff\xd8\xff', 'latin1'),
    ])
      await expect(make(file)).rejects.toMatchObject(unreadable);
  });

  it('makes one at a time for an owner, whose others wait, and refuses more', async () => {
    const upload = await createCanvas(300, 200).encode('png');
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => make(upload)));
    expect(all.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 3 }, () => 'fulfilled'),
      ...Array.from({ length: 3 }, () => 'rejected'),
    ]);
    expect(all.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'too-many-requests' },
    });
  });
});
