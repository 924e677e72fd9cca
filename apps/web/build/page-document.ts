/** Title and description of a document for browser tabs, search engines and link previews. */
export interface Description {
  /** Path of the page; undefined for the document that serves every other address. */
  readonly address?: string;
  readonly title: string;
  readonly description: string;
}

/**
 * Placeholder for the product's public address, which is known only at run time. The gateway replaces it, or removes
 * the whole line when no address is configured, because a link preview needs absolute addresses.
 */
const publicUrl = '__PUBLIC_URL__';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function meta(key: 'name' | 'property', name: string, content: string): string {
  return `<meta ${key}="${name}" content="${escaped(content)}" />`;
}

/** The elements of a document's head that differ from page to page, one per line. */
export function headLines({ address, title, description }: Description): string {
  const lines = [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Webinar Vault'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:image', `${publicUrl}/social-card.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', 'Webinar Vault: a webinar as a strip of chapters'),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
  if (address === undefined) return lines.join('\n    ');
  const url = `${publicUrl}${address}`;
  return [...lines, meta('property', 'og:url', url), `<link rel="canonical" href="${url}" />`].join('\n    ');
}

/** The sitemap of the public pages for crawlers. Without a public address the gateway removes all of its entries. */
export function sitemapOf(addresses: readonly string[]): string {
  const urls = addresses.map((address) => `  <url><loc>${publicUrl}${address}</loc></url>`);
  const open = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
  return ['<?xml version="1.0" encoding="UTF-8"?>', open, ...urls, '</urlset>', ''].join('\n');
}

const style = /<style data-emotion="[^"]*"[^>]*>[^<]*<\/style>/g;

/**
 * Fills the empty document: adds the head lines, puts the markup into the root element and the styles of that markup
 * into the head, where Emotion looks for them.
 * @param scripts script files of the page, preloaded before the first script runs
 */
export function documentOf(
  empty: string,
  head: string,
  { markup, scripts }: { readonly markup: string; readonly scripts: readonly string[] },
): string {
  const early = scripts
    .filter((file) => !empty.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`);
  const styles = markup.match(style) ?? [];
  return empty
    .replace('<!--page-->', () => [head, ...early, styles.join('')].join('\n    '))
    .replace('<div id="root"></div>', () => `<div id="root">${markup.replaceAll(style, '')}</div>`);
}
