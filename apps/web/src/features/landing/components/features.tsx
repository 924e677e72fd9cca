import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import type { RefObject, ReactNode } from 'react';
import { landingStrings as strings } from '../landing.strings.ts';
import { Section } from './section.tsx';
import { chapterHue } from '../../../components/video/chapter-hue.ts';
import { ChapterStrip, StripMark, spansOf } from '../../../components/video/chapter-strip.tsx';

const spans = spansOf([3, 6, 4, 8, 2, 5]);
const ticks = [0.09, 0.31, 0.34, 0.58, 0.86];

/** One drawing per feature: chapters, quote, search hits, clip, embedded portal. */
const marks: readonly ReactNode[] = [
  null,
  <StripMark key="said" from={0.52} insetY="-12px" />,
  ticks.map((at) => <StripMark key={at} from={at} insetY="-6px" />),
  <StripMark
    key="cut"
    from={0.465}
    to={0.75}
    insetY="-10px"
    bg="transparent"
    borderInline="2px solid"
    borderColor="signal"
    borderRadius="0"
  />,
  null,
];
/** The only segment in colour, where a drawing is about one chapter. */
const highlighted: readonly (number | undefined)[] = [undefined, 3, undefined, 3, undefined];

/** Illustrates a feature on the chapter strip. Decorative: the text below describes it. */
function FeatureFigure({ index }: { index: number }) {
  const isFramed = index === marks.length - 1;
  const only = highlighted[index];
  const frame = isFramed
    ? { border: '1px solid', borderColor: 'line.strong', borderRadius: 'md', px: '4' }
    : {};
  return (
    <chakra.div height="56px" mb="5" py="6" {...frame}>
      <ChapterStrip
        spans={spans}
        height="8px"
        colorOf={(segment) => (only === undefined || only === segment ? chapterHue(segment) : 'line')}
      >
        {marks[index]}
      </ChapterStrip>
    </chakra.div>
  );
}

/** The state of an element. The style sheet hides `waiting` on screens only. */
type Reveal = 'waiting' | 'shown';

function canReveal(): boolean {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return 'IntersectionObserver' in window && !isStill;
}

/**
 * Lets the children of an element fade in when they are scrolled into view. Children that are visible already are not
 * hidden first. With reduced motion or without script all children are visible at once.
 */
function useReveal<Element extends HTMLElement>(): RefObject<Element | null> {
  const list = useRef<Element>(null);

  useEffect(() => {
    const items = [...(list.current?.children ?? [])] as HTMLElement[];
    if (!canReveal()) return;
    const set = (item: HTMLElement, reveal: Reveal) => {
      item.dataset.reveal = reveal;
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) continue;
          set(target as HTMLElement, 'shown');
          observer.unobserve(target);
        }
      },
      { threshold: 0.15 },
    );
    for (const item of items) {
      if (item.getBoundingClientRect().top < window.innerHeight) continue;
      set(item, 'waiting');
      observer.observe(item);
    }
    return () => {
      observer.disconnect();
      for (const item of items) set(item, 'shown');
    };
  }, []);

  return list;
}

const Cards = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(6, minmax(0, 1fr))' },
    columnGap: '10',
    rowGap: { base: '10', md: '14' },
    mt: { base: '8', md: '12' },
    // Two wide cards in the first row, three in the second.
    '& > li': { gridColumn: { md: 'span 2' }, breakInside: 'avoid' },
    '& > li:nth-of-type(-n + 2)': { gridColumn: { md: 'span 3' } },
    '@media screen': {
      '& > [data-reveal]': { transition: 'opacity 200ms ease-out, transform 200ms ease-out' },
      '& > [data-reveal=waiting]': { opacity: 0, transform: 'translateY(12px)' },
    },
  },
});

/** The five feature cards. They fade in when they are scrolled into view. */
export function Features() {
  const cards = useReveal<HTMLUListElement>();
  return (
    <Section id="features" title={strings.featuresTitle}>
      <Cards ref={cards}>
        {strings.featureCards.map(({ title, text }, index) => (
          <chakra.li key={title} borderTop="1px solid" borderColor="line.strong" pt="5">
            <FeatureFigure index={index} />
            <chakra.h3 fontFamily="quote" fontSize="lg" fontWeight="strong" lineHeight="1.25" mb="2">
              {title}
            </chakra.h3>
            <chakra.p color="ink.muted" maxWidth="36em">
              {text}
            </chakra.p>
          </chakra.li>
        ))}
      </Cards>
    </Section>
  );
}
