import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { animationStyles, keyframes, layerStyles, textStyles, tokens } from '@chakra-ui/react/theme';
import { config } from '../system.ts';
import { adminRecipes, adminSlotRecipes } from './admin-recipes.ts';
import { adminSemanticTokens } from './admin-tokens.ts';

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

const admin = defineConfig({
  theme: {
    semanticTokens: adminSemanticTokens,
    recipes: adminRecipes,
    slotRecipes: adminSlotRecipes,
  },
  globalCss: {
    '*': { '--global-color-border': 'colors.line' },
    html: { colorPalette: 'red' },
    '*::placeholder': { color: 'ink.faint' },
  },
});

/** The product's theme with Chakra's own components. Only the admin area loads it. */
export const adminSystem = createSystem(defaultBaseConfig, measures, config, admin);
