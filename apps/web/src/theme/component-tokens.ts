import { defineSemanticTokens } from '@chakra-ui/react';

const value = (token: string) => ({ value: `{colors.${token}}` });

/** A Chakra colour palette made of one of the product's colours and its pale variant. */
const palette = (solid: string, contrast: string, wash: string) => ({
  solid: value(solid),
  contrast: value(contrast),
  fg: value(solid),
  subtle: value(wash),
  muted: value(wash),
  emphasized: value('line.strong'),
  focusRing: value('signal'),
  border: value(solid),
});

/** Maps the names of Chakra's recipes for colours, radii and shadows to the product's tokens. */
export const componentSemanticTokens = defineSemanticTokens({
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
