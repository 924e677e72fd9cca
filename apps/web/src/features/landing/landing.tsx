import { chakra } from '@chakra-ui/react';
import { Demo } from './demo.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { LandingHeader } from './landing-header.tsx';
import { Pricing } from './pricing.tsx';
import { Link } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { landingStrings as words } from './landing.strings.ts';
import { Section } from './section.tsx';
import { StartButton } from './start-button.tsx';

/** The landing page. */
export function Landing() {
  return (
    <>
      <LandingHeader />
      <chakra.main id="landing">
        <Hero />
        <Features />
        <Demo />
        <Pricing />
        <Closing />
      </chakra.main>
    </>
  );
}

/** The closing call to action and the link to the contact page. */
function Closing() {
  return (
    <chakra.div bg="sunken" borderBlock="1px solid" borderColor="line">
      <Section id="contact" title={words.closingTitle}>
        <chakra.p mt="3" mb="8" fontSize="lg" color="ink.muted">
          {words.closingText}
        </chakra.p>
        <chakra.div display="flex" flexWrap="wrap" gap="3">
          <StartButton />
          <Button asChild>
            <Link to="/contact">{words.writeToUs}</Link>
          </Button>
        </chakra.div>
      </Section>
    </chakra.div>
  );
}
