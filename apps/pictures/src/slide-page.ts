import { ownFonts } from './fonts.ts';
import type { Slide, Webinar } from './webinars.ts';

const style = `
* { box-sizing: border-box; margin: 0; }
body { width: 1280px; height: 720px; background: var(--paper); color: var(--ink); font: 30px/1.4 Inter; }
main { display: grid; align-content: center; height: 720px; padding: 0 110px; }
h1 { font: 600 68px/1.08 Newsreader; letter-spacing: -0.015em; max-width: 15em; }
.title h1 { font-size: 104px; }
.figure h1 { font-size: 168px; color: var(--accent); }
p, li { max-width: 26em; margin-top: 26px; opacity: 0.86; }
ul { list-style: none; padding: 0; margin-top: 18px; }
li { padding-left: 40px; position: relative; font-size: 34px; }
li::before { content: ''; position: absolute; left: 0; top: 0.62em; width: 20px; height: 4px; background: var(--accent); }
.bar { display: grid; grid-template-columns: 300px 1fr 70px; gap: 24px; align-items: center; margin-top: 26px; }
.bar i { height: 34px; background: var(--accent); border-radius: 4px; }
footer { position: absolute; left: 110px; right: 110px; bottom: 52px; display: flex; justify-content: space-between; font-size: 20px; opacity: 0.66; }
`;

function bar(line: string): string {
  const [, label = '', share = '0'] = /^(.*) (\d+)$/.exec(line) ?? [];
  return `<div class="bar"><span>${label}</span><i style="width: ${share}%"></i><b>${share}</b></div>`;
}

function bodyOf({ layout, lines }: Slide): string {
  if (layout === 'bars') return lines.map(bar).join('');
  if (layout === 'points') return `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;
  return lines.map((line) => `<p>${line}</p>`).join('');
}

/** The HTML of a slide of 1280 × 720 px. */
export function slidePage({ colors, speaker, slides }: Webinar, slide: Slide): string {
  const [ink, paper, accent] = colors;
  const number = String(slides.indexOf(slide) + 1);
  return `<!doctype html><meta charset="utf-8"><style>${ownFonts()}${style}
:root { --ink: ${ink}; --paper: ${paper}; --accent: ${accent}; }</style>
<main class="${slide.layout}"><h1>${slide.heading}</h1>${bodyOf(slide)}</main>
<footer><span>${speaker}</span><span>${number} / ${String(slides.length)}</span></footer>`;
}
