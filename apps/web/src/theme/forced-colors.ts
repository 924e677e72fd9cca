import { defineGlobalStyles } from '@chakra-ui/react';

/** With forced colours the browser removes backgrounds, so elements that consist only of a background disappear. */
export const inForcedColors = '@media (forced-colors: active)';

/** The system colour for each colour token. */
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

/** Elements with `data-drawn` (strips, switches) consist of backgrounds and keep them, in system colours. */
export const forcedColorCss = defineGlobalStyles({
  '[data-drawn]': {
    [inForcedColors]: {
      forcedColorAdjust: 'none',
      ...Object.fromEntries(
        Object.entries(systemColors).map(([name, color]) => [`--vault-colors-${name}`, color]),
      ),
    },
  },
  // Empty parts show only their outline.
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
