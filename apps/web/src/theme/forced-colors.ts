import { defineGlobalStyles } from '@chakra-ui/react';

/** Where people have the system choose all colours, a background is taken away: what is drawn by one alone is gone. */
export const inForcedColors = '@media (forced-colors: active)';

/** Of each purpose the system's colour for it. */
const systemColors: Record<string, string> = {
  canvas: 'Canvas',
  line: 'Canvas',
  'line-strong': 'ButtonText',
  ink: 'CanvasText',
  'ink-faint': 'GrayText',
  signal: 'Highlight',
  ...Object.fromEntries(
    Array.from({ length: 8 }, (_hue, index) => [`chapter-${String(index)}`, 'CanvasText']),
  ),
};

/** `data-drawn` stands on what is drawn with backgrounds: strips, switches. It keeps them, in the system's colours. */
export const forcedColorCss = defineGlobalStyles({
  '[data-drawn]': {
    [inForcedColors]: {
      forcedColorAdjust: 'none',
      ...Object.fromEntries(
        Object.entries(systemColors).map(([name, color]) => [`--vault-colors-${name}`, color]),
      ),
    },
  },
  // What is not filled yet: nothing but its edge.
  '[data-drawn=progress] > span, [data-drawn=place], [data-drawn=shares] > span': {
    [inForcedColors]: { outline: '1px solid CanvasText' },
  },
  mark: {
    [inForcedColors]: {
      forcedColorAdjust: 'none',
      background: 'Mark !important',
      color: 'MarkText !important',
      '&[data-chosen]': { background: 'Highlight !important', color: 'HighlightText !important' },
    },
  },
});
