import { createCanvas, loadImage } from '@napi-rs/canvas';
import { blackPng, webpOf } from '../testing/hostile-pictures.ts';
import { makePicture } from './make-picture.ts';

const { signal } = new AbortController();
const make = (upload: Buffer) => makePicture('logo', upload, 'ada', signal);
const refusal = (message: string) => ({ code: 'invalid-input', message });
const unreadable = refusal('This is not a picture that can be read. Please use PNG, JPEG or WebP.');
const tooLarge = refusal('The picture may have at most 8000 pixels on each side.');

/** Megabytes: one of the pictures takes thousands when it is decoded. */
const mostGrowth = 300;

describe(makePicture, () => {
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
    const message = 'The picture may have at most 8 million pixels. Please make it smaller.';
    await expect(make(blackPng(7_000, 7_000))).rejects.toMatchObject(refusal(message));
    expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(mostGrowth);
  });

  it('makes a small picture of one that is as large as allowed', async () => {
    const logo = await make(blackPng(4_000, 2_000));
    expect(logo.toString('latin1', 8, 12)).toBe('WEBP');
    expect(logo.length).toBeLessThan(48 * 1_024);
  });

  it('makes a square of the middle of a picture for a team', async () => {
    const canvas = createCanvas(400, 200);
    const context = canvas.getContext('2d');
    context.fillStyle = '#c00000';
    context.fillRect(0, 0, 400, 200);
    context.fillStyle = '#00c000';
    context.fillRect(100, 0, 200, 200);
    const made = await makePicture('team', await canvas.encode('png'), 'ada', signal);
    expect(made.length).toBeLessThan(8 * 1_024);
    const image = await loadImage(made);
    expect([image.width, image.height]).toEqual([96, 96]);
    const drawn = createCanvas(96, 96).getContext('2d');
    drawn.drawImage(image, 0, 0);
    // Nothing of what is beside the middle.
    for (const x of [1, 48, 94]) {
      const [red = 255, green = 0] = drawn.getImageData(x, 48, 1, 1).data;
      expect(green - red).toBeGreaterThan(100);
    }
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
