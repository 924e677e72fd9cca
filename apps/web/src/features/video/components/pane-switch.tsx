import { chakra } from '@chakra-ui/react';
import { inForcedColors } from '../../../theme/forced-colors.ts';

export type PaneName = 'chapters' | 'transcript';

const panes: readonly { readonly name: PaneName; readonly label: string }[] = [
  { name: 'chapters', label: 'Chapters' },
  { name: 'transcript', label: 'Transcript' },
];

/** Switches between chapters and transcript on narrow screens. */
export function PaneSwitch({ pane, onChange }: { pane: PaneName; onChange: (pane: PaneName) => void }) {
  return (
    <chakra.div
      display="flex"
      mx="4"
      mb="1"
      borderBottomWidth="1px"
      css={{
        // From 768 pixels on, both are shown.
        md: { display: 'none' },
      }}
    >
      {panes.map(({ name, label }) => (
        <chakra.button
          key={name}
          type="button"
          aria-pressed={pane === name}
          onClick={() => onChange(name)}
          flex="1"
          minHeight="40px"
          borderBottom="2px solid transparent"
          fontSize="sm"
          fontWeight="strong"
          color="ink.muted"
          css={{
            '&[aria-pressed=true]': { color: 'ink', borderColor: 'ink' },
            [inForcedColors]: {
              '&[aria-pressed=true]': { forcedColorAdjust: 'none', bg: 'Highlight', color: 'HighlightText' },
            },
          }}
        >
          {label}
        </chakra.button>
      ))}
    </chakra.div>
  );
}
