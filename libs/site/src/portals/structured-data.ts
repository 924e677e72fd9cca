import { isPlainTitle, titleBesideTime } from '@vault/chapter-engine/plain-title';
import { Html } from '../html/html.ts';
import type { PublicVideo } from './portal-view.ts';

/** `PT1H5M31S` of seconds: the form of ISO 8601. */
function isoDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return `PT${hours > 0 ? `${String(hours)}H` : ''}${minutes > 0 ? `${String(minutes)}M` : ''}${String(rest)}S`;
}

/** The titles that say what chapters are about. */
export function chapterTitles(chapters: PublicVideo['chapters']): string[] {
  return chapters.map(({ title }) => title).filter((title) => !isPlainTitle(title));
}

/**
 * A video with its chapters, in the words of schema.org, for search engines.
 * @param address of its page: `https://…/p/{slug}/{video}`
 */
export function describeVideo(video: PublicVideo, address: string): Html {
  const { title, description, duration, createdAt, chapters } = video;
  return jsonLd({
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: title,
    description: description || chapterTitles(chapters).join('. ') || title,
    thumbnailUrl: [`${address}/picture.jpg`],
    uploadDate: new Date(createdAt * 1_000).toISOString(),
    duration: isoDuration(duration),
    embedUrl: `${address}?embed=1`,
    url: address,
    hasPart: chapters.map((chapter) => ({
      '@type': 'Clip',
      name: titleBesideTime(chapter.title),
      startOffset: Math.floor(chapter.start),
      endOffset: Math.floor(chapter.end),
      url: `${address}?t=${String(Math.floor(chapter.start))}`,
    })),
    potentialAction: {
      '@type': 'SeekToAction',
      target: `${address}?t={seek_to_second_number}`,
      'startOffset-input': 'required name=seek_to_second_number',
    },
  });
}

/** A block of JSON-LD. Nothing in it can end its element. */
function jsonLd(data: object): Html {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return new Html(`<script type="application/ld+json">${json}</script>`);
}
