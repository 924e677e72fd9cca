/** What a document says about itself to tabs, search engines and whoever shares a link to it. */
export interface Description {
  /** Path of the page; undefined for the document that serves every other address. */
  readonly address?: string;
  readonly title: string;
  readonly description: string;
}

/**
 * Stands for the product's public address, which is known only where it runs. The gateway puts it in, or leaves out the
 * whole line when it has none: a card with half an address is worse than no card.
 */
const publicUrl = '__PUBLIC_URL__';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function meta(key: 'name' | 'property', name: string, content: string): string {
  return `<meta ${key}="${name}" content="${escaped(content)}" />`;
}

/** The lines of a document's head that differ from page to page, each on a line of its own. */
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

/** The public pages for crawlers; without a public address nothing is left of it. */
export function sitemapOf(addresses: readonly string[]): string {
  const urls = addresses.map((address) => `  <url><loc>${publicUrl}${address}</loc></url>`);
  const open = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
  return ['<?xml version="1.0" encoding="UTF-8"?>', open, ...urls, '</urlset>', ''].join('\n');
}

const style = /<style data-emotion="[^"]*"[^>]*>[^<]*<\/style>/g;

/**
 * A whole document made of the empty one: its head lines, its markup in the root, and the styles of that markup in the
 * head, where the scripts look for them.
 * @param scripts what the page's own part is made of, to be fetched without waiting for the first script to run
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
