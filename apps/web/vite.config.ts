import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import type { Plugin, UserConfig } from 'vite';
import { prerenderPages } from './build/prerender-pages.ts';

const api = 'http://localhost:5000';

/** Preloads the fonts that every page needs first. Their hashed names are known only after the bundle is written. */
function preloadFonts(pattern: RegExp): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => pattern.test(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head-prepend' as const,
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          })),
    },
  };
}

const settings: UserConfig = {
  plugins: [react(), preloadFonts(/(inter|newsreader)-latin-wght-normal.*\.woff2$/), prerenderPages()],
  resolve: { conditions: ['@vault/source', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Fonts and images stay separate files of this origin, so the content policy does not have to allow `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The contracts have no side effects: a page that imports the plans must not bundle every schema. Emotion uses the other
    // package only in a function that no page calls.
    rolldownOptions: {
      treeshake: { moduleSideEffects: (id) => !/\/libs\/contracts\/|\/hoist-non-react-statics\//.test(id) },
      output: {
        // The first script lists all others, so their names are as short as they can be.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          // One file compresses better than many, and is one request: one for what every page loads first, and one
          // for what most pages use.
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'shared', test: /apps\/web\/src\/(lib|components)/, minShareCount: 22 },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 1200,
  },
  server: {
    port: 5173,
    proxy: { '/api': api, '/media': api },
  },
};

export default defineConfig(({ command }) => {
  // A build always contains React's production build, whatever NODE_ENV is on the build machine.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return settings;
});
