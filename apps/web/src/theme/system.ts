import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { globalCss } from './global-css.ts';
import { semanticTokens, tokens } from './tokens.ts';

export const config = defineConfig({
  cssVarsPrefix: 'vault',
  preflight: true,
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
    tokens,
    semanticTokens,
    keyframes: {
      'fade-in': { from: { opacity: 0 }, to: { opacity: 1 } },
      'rise-in': {
        from: { opacity: 0, transform: 'translateY(6px)' },
        to: { opacity: 1, transform: 'none' },
      },
      'fade-pulse': { '0%, 100%': { opacity: 1 }, '50%': { opacity: 0.45 } },
      turn: { to: { transform: 'rotate(360deg)' } },
      'along-the-page': { to: { left: '100%' } },
    },
  },
  globalCss,
});

/**
 * The product's theme on Chakra's engine, without Chakra's recipes, which would add to the size of every first visit.
 */
export const system = createSystem(defaultBaseConfig, config);
