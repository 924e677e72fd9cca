import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Brand } from '../components/ui/brand.tsx';
import { chapterHue } from '../components/video/chapter-hue.ts';
import { ThemeToggle } from '../components/ui/theme-toggle.tsx';
import { usePageTitle } from '../lib/browser/use-page-title.ts';
import { MutedText } from '../components/ui/muted-text.ts';

const lengths = [3, 7, 4, 9, 2, 6, 5, 8];

/** Decoration: a webinar's chapters in proportion, with the playhead in the fourth. */
function Banner() {
  return (
    <chakra.div aria-hidden data-drawn="banner" display="flex" gap="3px" height="6px" position="relative">
      {lengths.map((length, index) => (
        <chakra.span key={index} flex={length} bg={chapterHue(index)} borderRadius="2px" />
      ))}
      <chakra.span
        position="absolute"
        top="-5px"
        bottom="-5px"
        left="46%"
        width="2px"
        bg="signal"
        borderRadius="1px"
      />
    </chakra.div>
  );
}

/** The layout of the pages before sign-in: one column with one form. */
export function PublicLayout({
  title,
  pageTitle = title,
  children,
  aside,
  home = '/',
  hasThemes = true,
}: {
  title: string;
  /** The title in the browser tab. */
  pageTitle?: string;
  children: ReactNode;
  aside?: ReactNode;
  /** Address that the brand links to. */
  home?: string;
  /** Whether the theme toggle is shown. */
  hasThemes?: boolean;
}) {
  usePageTitle(pageTitle);
  return (
    <chakra.div minHeight="100dvh" display="grid" gridTemplateRows="auto 1fr">
      <chakra.header
        display="flex"
        justifyContent="space-between"
        alignItems="center"
        px={{ base: '4', md: '8' }}
        height="64px"
      >
        <Brand to={home} />
        {hasThemes ? <ThemeToggle /> : null}
      </chakra.header>
      <chakra.main
        display="grid"
        alignContent="start"
        justifyItems="center"
        px="4"
        pt={{ base: '6', md: '14' }}
        pb="14"
      >
        <chakra.div width="100%" maxWidth="420px">
          <chakra.h1
            fontFamily="quote"
            fontSize="2xl"
            fontWeight="strong"
            lineHeight="1.15"
            letterSpacing="-0.015em"
            mb="5"
          >
            {title}
          </chakra.h1>
          <chakra.div mb="7">
            <Banner />
          </chakra.div>
          {children}
          {aside ? <MutedText mt="6">{aside}</MutedText> : null}
        </chakra.div>
      </chakra.main>
    </chakra.div>
  );
}
