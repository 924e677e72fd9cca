import { chakra } from '@chakra-ui/react';
import { FeatureFigure } from './feature-figure.tsx';
import { landingStrings as words } from './landing.strings.ts';
import { Section } from './section.tsx';
import { useReveal } from './use-reveal.ts';

const Cards = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(6, minmax(0, 1fr))' },
    columnGap: '10',
    rowGap: { base: '10', md: '14' },
    mt: { base: '8', md: '12' },
    p: '0',
    listStyle: 'none',
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
    <Section id="features" title={words.featuresTitle}>
      <Cards ref={cards}>
        {words.featureCards.map(({ title, text }, index) => (
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
