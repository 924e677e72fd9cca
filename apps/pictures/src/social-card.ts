import { ownFonts } from './fonts.ts';

const chapters = [
  ['#3f6c93', 3],
  ['#cf9f48', 7],
  ['#3f7d66', 4],
  ['#b98aae', 9],
  ['#86543f', 2],
  ['#86aecb', 6],
] as const;

/** The HTML of the link preview of 1200 × 630 px. */
export function socialCard(): string {
  const segments = chapters.map(
    ([color, length]) => `<i style="flex: ${String(length)}; background: ${color}"></i>`,
  );
  return `<!doctype html><meta charset="utf-8"><style>${ownFonts()}
* { box-sizing: border-box; margin: 0; }
body { width: 1200px; height: 630px; padding: 84px 88px; background: #faf7f2; color: #1b1a17; display: flex; flex-direction: column; }
b { font: 600 36px/1 Newsreader; }
h1 { font: 600 96px/1.02 Newsreader; letter-spacing: -0.022em; margin-top: auto; max-width: 8em; }
p { font: 420 30px/1.4 Inter; color: #544f46; margin: 28px 0 52px; max-width: 26em; text-wrap: balance; }
.strip { position: relative; display: flex; gap: 6px; height: 26px; }
.strip i { border-radius: 4px; }
.strip u { position: absolute; left: 39%; top: -16px; bottom: -16px; width: 5px; background: #c8321a; border-radius: 3px; }
</style><b>Webinar Vault</b><h1>Boost Your Webinar ROI</h1>
<p>Chapters you can read, quotes you can use, a library that answers back.</p>
<div class="strip">${segments.join('')}<u></u></div>`;
}

/** The HTML of the icon in a size, without a margin, for home screens. */
export function iconPage(favicon: string, pixels: number): string {
  const size = `width: ${String(pixels)}px; height: ${String(pixels)}px`;
  return `<!doctype html><style>* { margin: 0 } body { ${size}; background: transparent } svg { display: block; ${size} }</style>${favicon}`;
}
