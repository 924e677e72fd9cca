import { createSystem, defaultBaseConfig, defineConfig, defineGlobalStyles } from '@chakra-ui/react';
import { semanticTokens, tokens } from './tokens.ts';
import { forcedColorCss } from './forced-colors.ts';

/** Global styles: page and text colours, one focus ring, and reduced motion. */
const globalCss = defineGlobalStyles({
  ...forcedColorCss,
  html: {
    bg: 'canvas',
    color: 'ink',
    fontFamily: 'body',
    fontSize: '16px',
    lineHeight: 1.5,
    textSizeAdjust: '100%',
  },
  // Links to anchors within the landing page scroll smoothly.
  'html:has(#landing)': { _motionSafe: { scrollBehavior: 'smooth' } },
  // Long words break instead of overflowing their column.
  body: {
    minHeight: '100dvh',
    overflowWrap: 'break-word',
    fontWeight: 'regular',
    fontFeatureSettings: "'cv11', 'ss03'",
  },
  '#root': { minHeight: '100dvh' },
  '::selection': { bg: 'signal', color: 'signal.ink' },
  ':focus-visible': { outline: '2px solid', outlineColor: 'signal', outlineOffset: '2px' },
  'button, input, textarea': { font: 'inherit', color: 'inherit' },
  button: { cursor: 'pointer' },
  'button:disabled': { cursor: 'not-allowed' },
  '*, *::before, *::after': {
    _motionReduce: {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
      scrollBehavior: 'auto !important',
    },
  },
});

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
