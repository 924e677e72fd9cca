import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { Play } from 'lucide-react';
import { Demo } from './demo.tsx';
import { playRecording } from './demo-recording.tsx';
import { Features } from './features.tsx';
import { LandingHeader } from './landing-header.tsx';
import { Pricing } from './pricing.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { landingStrings as strings } from '../landing.strings.ts';
import { Section } from './section.tsx';
import { StartButton } from './start-button.tsx';
import { ProductPicture } from './product-picture.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';

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
      <Section id="contact" title={strings.closingTitle}>
        <chakra.p mt="3" mb="8" fontSize="lg" color="ink.muted">
          {strings.closingText}
        </chakra.p>
        <chakra.div display="flex" flexWrap="wrap" gap="3">
          <StartButton tone="primary" />
          <Button asChild>
            <Link to="/contact">{strings.writeToUs}</Link>
          </Button>
        </chakra.div>
      </Section>
    </chakra.div>
  );
}

/** The headline, the two main actions, and a picture of the product. */
function Hero() {
  return (
    <chakra.section
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 7fr)' }}
      gap={{ base: '10', lg: '14' }}
      alignItems="center"
      maxWidth="1200px"
      mx="auto"
      px={{ base: '4', md: '8' }}
      pt={{ base: '10', md: '16' }}
      pb={{ base: '6', md: '10' }}
    >
      <div>
        <chakra.h1
          fontFamily="quote"
          fontSize={{ base: '2xl', md: '3xl' }}
          fontWeight="strong"
          lineHeight="1.04"
          letterSpacing="-0.022em"
          textWrap="balance"
          mb="6"
        >
          {strings.headline}
        </chakra.h1>
        <chakra.p
          fontSize={{ base: 'md', md: 'lg' }}
          lineHeight="1.5"
          color="ink.muted"
          maxWidth="34em"
          mb="8"
        >
          {strings.standfirst}
        </chakra.p>
        <chakra.div display="flex" flexWrap="wrap" gap="3" mb="4">
          <StartButton tone="primary" />
          <Button asChild>
            <a href="#demo" onClick={playRecording}>
              <Play aria-hidden size={16} strokeWidth={1.5} />
              {strings.watchDemo}
            </a>
          </Button>
        </chakra.div>
        <MutedText>{strings.trialNote}</MutedText>
      </div>
      <ProductPicture />
    </chakra.section>
  );
}
