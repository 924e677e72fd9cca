import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defaultServerConditions } from 'vite';
import type { Plugin, ResolvedConfig } from 'vite';
import type * as entry from '../src/prerender.tsx';
import { documentOf, headLines, sitemapOf } from './page-document.ts';

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
 * loaded, and without scripts. `index.html` stays empty and serves every other address.
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
        const { fallbackPage, prerender, publicPages } = await loadPrerenderer(config.root, prerenderDir);
        for (const page of publicPages) {
          const rendered = {
            markup: page.isPrerendered ? await prerender(page.address) : '',
            scripts: scripts.get(page.module) ?? [],
          };
          const name = page.address === '/' ? 'index' : page.address.slice(1);
          writeFileSync(join(outDir, 'pages', `${name}.html`), documentOf(empty, headLines(page), rendered));
        }
        writeFileSync(join(outDir, 'sitemap.xml'), sitemapOf(publicPages.map(({ address }) => address)));
        const noContent = { markup: '', scripts: [] };
        writeFileSync(join(outDir, 'index.html'), documentOf(empty, headLines(fallbackPage), noContent));
      } finally {
        rmSync(prerenderDir, { recursive: true, force: true });
      }
    },
  };
}
