import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defaultServerConditions } from 'vite';
import type { Plugin, ResolvedConfig } from 'vite';
import type * as entry from '../src/prerender.tsx';
import { documentOf, headLines, sitemapOf } from './page-document.ts';

type Prerenderer = typeof entry;

/** The part of the application that can draw itself without a browser. */
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
 * Writes the public pages down as documents in `pages`, named for their addresses: they show before any script has
 * come, and also when none ever does. `index.html` stays empty and serves every other address.
 */
export function prerenderPages(): Plugin {
  let config: ResolvedConfig;
  /** The files of each page's own part, by the name of its module. */
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
      const drawing = resolve(config.root, 'dist-prerender');
      const empty = readFileSync(join(outDir, 'index.html'), 'utf8');
      mkdirSync(join(outDir, 'pages'), { recursive: true });
      try {
        const { front, prerender, publicPages } = await loadPrerenderer(config.root, drawing);
        for (const page of publicPages) {
          const drawn = {
            markup: page.isDrawn ? await prerender(page.address) : '',
            scripts: scripts.get(page.module) ?? [],
          };
          const name = page.address === '/' ? 'index' : page.address.slice(1);
          writeFileSync(join(outDir, 'pages', `${name}.html`), documentOf(empty, headLines(page), drawn));
        }
        writeFileSync(join(outDir, 'sitemap.xml'), sitemapOf(publicPages.map(({ address }) => address)));
        const nothing = { markup: '', scripts: [] };
        writeFileSync(join(outDir, 'index.html'), documentOf(empty, headLines(front), nothing));
      } finally {
        rmSync(drawing, { recursive: true, force: true });
      }
    },
  };
}
