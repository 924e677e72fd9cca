import { chakra } from '@chakra-ui/react';
import { Closing } from './closing.tsx';
import { Demo } from './demo.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { LandingHeader } from './landing-header.tsx';
import { Pricing } from './pricing.tsx';

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
