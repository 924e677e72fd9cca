import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defaultServerConditions } from 'vite';
import type { Plugin, ResolvedConfig } from 'vite';
import type * as entry from '../src/prerender.tsx';

/** Title and description of a document for browser tabs, search engines and link previews. */
interface Description {
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
function headLines({ address, title, description }: Description): string {
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
function sitemapOf(addresses: readonly string[]): string {
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
function documentOf(
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

type Prerenderer = typeof entry;

/** Builds and imports the entry that renders pages without a browser. */
async function loadPrerenderer(root: string, outDir: string): Promise<Prerenderer> {
  const conditions = ['@vault/source', ...defaultServerConditions];
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [react()],
    resolve: { conditions },
    ssr: { noExternal: [/^@vault\//], resolve: { conditions } },
    build: { ssr: 'src/prerender.tsx', outDir, emptyOutDir: true, copyPublicDir: false, minify: false },
  });
  return (await import(pathToFileURL(join(outDir, 'prerender.js')).href)) as Prerenderer;
}

/**
 * Renders the public pages to documents in `pages`, named after their addresses: they are visible before any script has
 * loaded, and without scripts. `index.html` stays empty and serves every other address in `routes.json`.
 */
export function prerenderPages(): Plugin {
  let config: ResolvedConfig;
  /** The script files of each page, by the name of its module. */
  const scripts = new Map<string, string[]>();
  return {
    name: 'prerender-pages',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.facadeModuleId?.includes('/src/pages/'))
          scripts.set(file.name, [file.fileName, ...file.imports]);
    },
    async writeBundle() {
      const outDir = resolve(config.root, config.build.outDir);
      const prerenderDir = resolve(config.root, 'dist-prerender');
      const empty = readFileSync(join(outDir, 'index.html'), 'utf8');
      mkdirSync(join(outDir, 'pages'), { recursive: true });
      try {
        const { addresses, fallbackPage, prerender, publicPages } = await loadPrerenderer(
          config.root,
          prerenderDir,
        );
        for (const page of publicPages) {
          const rendered = {
            markup: page.isPrerendered ? await prerender(page.address) : '',
            scripts: scripts.get(page.module) ?? [],
          };
          const name = page.address === '/' ? 'index' : page.address.slice(1);
          writeFileSync(join(outDir, 'pages', `${name}.html`), documentOf(empty, headLines(page), rendered));
        }
        writeFileSync(join(outDir, 'routes.json'), JSON.stringify(addresses));
        writeFileSync(join(outDir, 'sitemap.xml'), sitemapOf(publicPages.map(({ address }) => address)));
        const noContent = { markup: '', scripts: [] };
        writeFileSync(join(outDir, 'index.html'), documentOf(empty, headLines(fallbackPage), noContent));
      } finally {
        rmSync(prerenderDir, { recursive: true, force: true });
      }
    },
  };
}
