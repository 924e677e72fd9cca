import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { animationStyles, keyframes, layerStyles, textStyles, tokens } from '@chakra-ui/react/theme';
import { config } from './system.ts';
import { componentRecipes, componentSlotRecipes } from './component-recipes.ts';
import { componentSemanticTokens } from './component-tokens.ts';

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
    '*': { '--global-color-border': 'colors.line' },
    html: { colorPalette: 'red' },
    '*::placeholder': { color: 'ink.faint' },
  },
});

/** The product's theme with Chakra's own components. It is loaded with the signed-in pages and the admin area, not before. */
export const componentSystem = createSystem(defaultBaseConfig, measures, config, components);
