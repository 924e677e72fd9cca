import { defineGlobalStyles } from '@chakra-ui/react';
import { forcedColorCss } from './forced-colors.ts';

/** Global styles: page and text colours, one focus ring, and reduced motion. */
export const globalCss = defineGlobalStyles({
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
