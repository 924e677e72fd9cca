import { chakra } from '@chakra-ui/react';
import { chapterHue } from '../../components/chapter-hue.ts';

/** The approximate share of each part of the page: hero, features, demo, pricing, closing, footer. */
const lengths = [9, 11, 8, 8, 4, 3];

const Playhead = chakra('span', {
  base: {
    position: 'absolute',
    top: '-3px',
    left: 0,
    width: '2px',
    height: '9px',
    bg: 'signal',
    opacity: 0,
    '@supports (animation-timeline: scroll())': {
      _motionSafe: {
        opacity: 1,
        animation: 'along-the-page linear both',
        animationTimeline: 'scroll(root)',
      },
    },
  },
});

/** The page as a chapter strip. With scroll-driven animations a playhead shows the scroll position. Decorative. */
export function PageStrip() {
  return (
    <chakra.div aria-hidden data-drawn="page" position="relative" display="flex" gap="2px" height="3px">
      {lengths.map((length, index) => (
        <chakra.span key={index} flex={length} bg={chapterHue(index)} />
      ))}
      <Playhead />
    </chakra.div>
  );
}
