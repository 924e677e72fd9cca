import { chakra } from '@chakra-ui/react';
import { chapterHue } from '../../components/chapter-hue.ts';
import { sampleChapters, sampleSeconds } from './sample-webinar.ts';

const Segment = chakra('span', {
  base: {
    borderRadius: '2px',
    cursor: 'pointer',
    opacity: 0.55,
    transition: 'opacity 150ms ease-out',
    _hover: { opacity: 1 },
    '&[data-chosen]': { opacity: 1 },
  },
});

const Playhead = chakra('span', {
  base: {
    position: 'absolute',
    top: '-6px',
    bottom: '-6px',
    width: '2px',
    bg: 'signal',
    borderRadius: '1px',
    transition: 'left 200ms ease-out',
    pointerEvents: 'none',
  },
});

/** The chapters of the sample webinar in proportion, for the pointer. The list below serves the keyboard. */
export function DemoStrip({ chosen, onChoose }: { chosen: number; onChoose: (index: number) => void }) {
  const said = sampleChapters[chosen]?.saidAt ?? 0;
  return (
    <chakra.div
      aria-hidden
      data-drawn="demo"
      position="relative"
      display="flex"
      gap="2px"
      height={{ base: '20px', md: '28px' }}
    >
      {sampleChapters.map(({ from, to, title }, index) => (
        <Segment
          key={from}
          title={title}
          bg={chapterHue(index)}
          style={{ flex: `${String(to - from)} 1 0` }}
          data-chosen={index === chosen || undefined}
          onClick={() => {
            onChoose(index);
          }}
        />
      ))}
      <Playhead style={{ left: `${String((said / sampleSeconds) * 100)}%` }} />
    </chakra.div>
  );
}
