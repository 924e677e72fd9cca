import { defineSemanticTokens, createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { animationStyles, keyframes, layerStyles, textStyles, tokens } from '@chakra-ui/react/theme';
import { config } from './system.ts';
import { componentRecipes, componentSlotRecipes } from './component-recipes.ts';

const value = (token: string) => ({ value: `{colors.${token}}` });

/** A Chakra colour palette made of one of the product's colours and its pale variant. */
const palette = (solid: string, contrast: string, wash: string) => ({
  solid: value(solid),
  contrast: value(contrast),
  fg: value(solid),
  subtle: value(wash),
  muted: value(wash),
  emphasized: value('line.strong'),
  focusRing: value('ink'),
  border: value(solid),
});

/** Maps the names of Chakra's recipes for colours, radii and shadows to the product's tokens. */
const componentSemanticTokens = defineSemanticTokens({
  colors: {
    bg: {
      DEFAULT: value('canvas'),
      subtle: value('surface'),
      muted: value('hover'),
      emphasized: value('line'),
      inverted: value('ink'),
      panel: value('surface'),
    },
    fg: {
      DEFAULT: value('ink'),
      muted: value('ink.muted'),
      subtle: value('ink.faint'),
      inverted: value('canvas'),
      error: value('signal'),
    },
    // Borders of inputs; other borders use `line`.
    border: {
      DEFAULT: value('line.strong'),
      muted: value('line'),
      emphasized: value('line.strong'),
      error: value('signal'),
    },
    gray: palette('ink.muted', 'canvas', 'hover'),
    red: palette('signal', 'signal.ink', 'signal.wash'),
    orange: palette('caution', 'canvas', 'caution.wash'),
    green: palette('good', 'canvas', 'good.wash'),
  },
  radii: { l1: { value: '{radii.sm}' }, l2: { value: '{radii.md}' }, l3: { value: '{radii.media}' } },
  // Thin borders instead of shadows.
  shadows: Object.fromEntries(
    ['xs', 'sm', 'md', 'lg', 'xl', '2xl'].map((name) => [name, { value: '0 0 0 1px {colors.line.strong}' }]),
  ),
});

/** Chakra's sizes, spacing and animations, which its recipes need; none of its colours. */
const measures = defineConfig({
  theme: {
    tokens: {
      animations: tokens.animations,
      durations: tokens.durations,
      easings: tokens.easings,
      fontWeights: { medium: { value: '{fontWeights.strong}' }, semibold: { value: '{fontWeights.strong}' } },
      sizes: tokens.sizes,
      spacing: tokens.spacing,
      // The page header is below all other overlays.
      zIndex: { popover: { value: 40 }, tooltip: { value: 70 } },
    },
    keyframes,
    textStyles,
    layerStyles,
    animationStyles,
  },
});

const components = defineConfig({
  theme: {
    semanticTokens: componentSemanticTokens,
    recipes: componentRecipes,
    slotRecipes: componentSlotRecipes,
  },
  globalCss: {
    html: { colorPalette: 'red' },
    '*::placeholder': { color: 'ink.faint' },
  },
});

/** The product's theme with Chakra's own components. It is loaded with the signed-in pages and the admin area, not before. */
export const componentSystem = createSystem(defaultBaseConfig, measures, config, components);
