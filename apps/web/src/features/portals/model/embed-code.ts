import { escapeHtml, type PortalRecord, type PortalTheme } from '@vault/contracts';
import { absoluteUrl } from './portal-address.ts';

export interface EmbedChoice {
  /** Empty: the first page. */
  readonly videoId: string;
  /** `auto`: that of the portal. */
  readonly theme: PortalTheme;
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escapeHtml(value)}"`;
}

/** The element that adjusts its height, and its script. */
export function elementCode({ link, slug }: PortalRecord, { videoId, theme }: EmbedChoice): string {
  const { origin } = absoluteUrl(link);
  const attributes = [
    attribute('portal', slug),
    videoId === '' ? '' : attribute('video', videoId),
    theme === 'auto' ? '' : attribute('theme', theme),
  ].join('');
  return `<script async${attribute('src', `${origin}/embed.js`)}></script>\n<webinar-vault${attributes}></webinar-vault>`;
}

/** A plain frame, for sites that allow no scripts. */
export function frameCode({ link, slug, name }: PortalRecord, { videoId, theme }: EmbedChoice): string {
  const page = [slug, ...(videoId === '' ? [] : [encodeURIComponent(videoId)])].join('/');
  const src = `${absoluteUrl(link).origin}/p/${page}?embed=1${theme === 'auto' ? '' : `&theme=${theme}`}`;
  const look =
    'width="100%" height="640" style="border:0" allow="fullscreen; picture-in-picture" loading="lazy"';
  return `<iframe${attribute('src', src)}${attribute('title', name)} ${look}></iframe>`;
}
