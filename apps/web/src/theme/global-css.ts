import { defineGlobalStyles } from '@chakra-ui/react';
import { forcedColorCss } from './forced-colors.ts';

/** The page before any component: paper, ink, one focus ring, and stillness for those who ask for it. */
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
  // The landing page is one page of many places: its anchors are gone to, not jumped to.
  'html:has(#landing)': { _motionSafe: { scrollBehavior: 'smooth' } },
  // A long word breaks rather than leaves its column.
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
