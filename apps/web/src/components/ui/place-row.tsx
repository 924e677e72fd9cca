import { chakra } from '@chakra-ui/react';
import type { ReplacedPart } from '../../lib/text/replaced-parts.ts';

const Row = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto var(--time-width) minmax(0, 1fr)',
    columnGap: '3',
    alignItems: 'baseline',
    px: '3',
    py: '6px',
    fontSize: 'sm',
    lineHeight: '1.5',
    color: 'ink.muted',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    _hover: { bg: 'hover' },
    '& input': { accentColor: 'var(--vault-colors-ink)', cursor: 'inherit' },
    '&:has(:disabled)': { cursor: 'default', bg: 'transparent' },
    '& del': { textDecorationThickness: '1px' },
    '& ins': {
      textDecoration: 'none',
      ms: '4px',
      bg: 'caution.wash',
      color: 'ink',
      boxShadow: 'inset 0 -2px 0 var(--vault-colors-caution)',
      borderRadius: '2px',
    },
    '&:not(:has(:checked)) ins': { display: 'none' },
    '&:not(:has(:checked)) del': { textDecoration: 'none' },
    '@media (pointer: coarse)': { minHeight: '44px' },
    '@media (forced-colors: active)': { '& ins': { textDecoration: 'underline' } },
  },
});

interface PlaceRowProps {
  /** The name of the checkbox. */
  label: string;
  time: string;
  /** What is said, with the words that are replaced. */
  parts: readonly ReplacedPart[];
  isChosen: boolean;
  isDisabled?: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** A place in a transcript where words can be replaced, with what it becomes. Its list sets `--time-width`. */
export function PlaceRow({ label, time, parts, isChosen, isDisabled, onChoose }: PlaceRowProps) {
  return (
    <Row>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        disabled={isDisabled}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <chakra.span fontVariantNumeric="tabular-nums">{time}</chakra.span>
      <span dir="auto">
        {parts.map(({ text, by }, index) =>
          by === undefined ? (
            <span key={index}>{text}</span>
          ) : (
            <span key={index}>
              <del>{text}</del>
              {by === '' ? null : <ins>{by}</ins>}
            </span>
          ),
        )}
      </span>
    </Row>
  );
}
