import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { chapterHue } from '../../components/chapter-hue.ts';

const lengths = [3, 6, 4, 8, 2, 5];

const Stage = chakra('div', { base: { position: 'relative', height: '56px', mb: '5' } });
const Strip = chakra('div', {
  base: { position: 'absolute', insetX: 0, top: '24px', display: 'flex', gap: '2px', height: '8px' },
});
const Mark = chakra('span', { base: { position: 'absolute', bg: 'signal', borderRadius: '1px' } });

/** Segments of the strip. With `highlighted`, all other segments are grey. */
function Segments({ highlighted }: { highlighted?: readonly number[] }) {
  return lengths.map((length, index) => (
    <chakra.span
      key={index}
      flex={length}
      borderRadius="2px"
      bg={!highlighted || highlighted.includes(index) ? chapterHue(index) : 'line'}
    />
  ));
}

const ticks = ['9%', '31%', '34%', '58%', '86%'];

/** One drawing per feature: chapters, quote, search hits, clip, embedded portal. */
const marks: readonly ReactNode[] = [
  null,
  <Mark key="said" left="52%" top="12px" width="2px" height="32px" />,
  ticks.map((left) => <Mark key={left} left={left} top="18px" width="2px" height="20px" />),
  <chakra.span
    key="cut"
    position="absolute"
    left="46.5%"
    width="28.5%"
    top="14px"
    height="28px"
    borderInline="2px solid"
    borderColor="signal"
  />,
  <chakra.span
    key="frame"
    position="absolute"
    insetX="0"
    top="0"
    height="56px"
    border="1px solid"
    borderColor="line.strong"
    borderRadius="md"
  />,
];
const highlighted: readonly (readonly number[] | undefined)[] = [undefined, [3], undefined, [3], undefined];

/** Illustrates a feature on the chapter strip. Decorative: the text below describes it. */
export function FeatureFigure({ index }: { index: number }) {
  const isFramed = index === marks.length - 1;
  return (
    <Stage aria-hidden>
      <Strip insetX={isFramed ? '4' : '0'}>
        <Segments highlighted={highlighted[index]} />
      </Strip>
      {marks[index]}
    </Stage>
  );
}
