import {
  createSystem,
  defaultBaseConfig,
  defineConfig,
  defineGlobalStyles,
  defineSemanticTokens,
  defineTokens,
} from '@chakra-ui/react';
import { forcedColorCss } from './forced-colors.ts';

/** Raw scales. For colours, components use only the semantic tokens below. */
const tokens = defineTokens({
  fonts: {
    body: { value: "'Inter Variable', system-ui, 'Segoe UI', sans-serif" },
    quote: { value: "'Newsreader Variable', Georgia, 'Times New Roman', serif" },
    mono: { value: "'JetBrains Mono Variable', ui-monospace, 'SF Mono', Menlo, Consolas, monospace" },
  },
  fontSizes: {
    '2xs': { value: '0.75rem' },
    xs: { value: '0.75rem' },
    sm: { value: '0.875rem' },
    md: { value: '1rem' },
    lg: { value: '1.25rem' },
    xl: { value: '1.75rem' },
    '2xl': { value: '2.5rem' },
    '3xl': { value: '3.5rem' },
  },
  fontWeights: { regular: { value: 420 }, strong: { value: 600 } },
  radii: { sm: { value: '4px' }, md: { value: '8px' }, media: { value: '12px' }, full: { value: '999px' } },
  spacing: Object.fromEntries(
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24].map((n) => [
      String(n),
      { value: `${String(n * 4)}px` },
    ]),
  ),
  durations: { fast: { value: '150ms' }, moderate: { value: '200ms' } },
  easings: { out: { value: 'cubic-bezier(0.2, 0.7, 0.3, 1)' } },
  zIndex: { header: { value: 20 }, drawer: { value: 30 }, dialog: { value: 40 }, toast: { value: 60 } },
});

const pair = (light: string, dark: string) => ({ value: { base: light, _dark: dark } });

/** Colours by purpose, in the light and the dark theme. */
const semanticTokens = defineSemanticTokens({
  colors: {
    canvas: pair('#faf7f2', '#0e1218'),
    surface: pair('#fffdfa', '#151a22'),
    sunken: pair('#f1ece3', '#0a0d12'),
    hover: pair('#f3eee6', '#1b212b'),
    line: { DEFAULT: pair('#e3dccf', '#28303b'), strong: pair('#8b8374', '#6b7584') },
    ink: {
      DEFAULT: pair('#1b1a17', '#ece8e0'),
      muted: pair('#544f46', '#b1b6be'),
      faint: pair('#6a6457', '#939aa5'),
    },
    signal: {
      DEFAULT: pair('#c8321a', '#ff7352'),
      strong: pair('#ab2812', '#ff8b6f'),
      ink: pair('#fffaf7', '#1d0a05'),
      wash: pair('#fbe9e3', '#2a1813'),
    },
    good: { DEFAULT: pair('#2b6a4a', '#7ac79c'), wash: pair('#e3efe6', '#13241b') },
    caution: { DEFAULT: pair('#7f5300', '#e0b25c'), wash: pair('#f8edd4', '#271f10') },
    scrim: pair('rgba(27, 26, 23, 0.42)', 'rgba(4, 6, 9, 0.66)'),
    chapter: {
      0: pair('#3f6c93', '#5f93c0'),
      1: pair('#cf9f48', '#d9b061'),
      2: pair('#3f7d66', '#63a58a'),
      3: pair('#b98aae', '#c79cbd'),
      4: pair('#86543f', '#b57b61'),
      5: pair('#86aecb', '#a3c6de'),
      6: pair('#655f94', '#8a84bd'),
      7: pair('#a3ad63', '#bac57c'),
    },
  },
});

/** Global styles: page and text colours, one focus ring, and reduced motion. */
const globalCss = defineGlobalStyles({
  ...forcedColorCss,
  // The colour of every border that names no other.
  '*': { '--global-color-border': 'colors.line' },
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
  '::selection': { bg: 'ink', color: 'canvas' },
  ':focus-visible': { outline: '2px solid', outlineColor: 'ink', outlineOffset: '2px' },
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
