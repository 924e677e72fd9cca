import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Brand } from '../components/ui/brand.tsx';
import { ChapterStrip, StripMark, spansOf } from '../components/video/chapter-strip.tsx';
import { ThemeToggle } from '../components/ui/theme-toggle.tsx';
import { usePageTitle } from '../lib/browser/use-page-title.ts';
import { MutedText } from '../components/ui/muted-text.ts';

const spans = spansOf([3, 7, 4, 9, 2, 6, 5, 8]);

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
          <ChapterStrip data-drawn="banner" spans={spans} gap="3px" mb="7">
            <StripMark from={0.46} insetY="-5px" />
          </ChapterStrip>
          {children}
          {aside ? <MutedText mt="6">{aside}</MutedText> : null}
        </chakra.div>
      </chakra.main>
    </chakra.div>
  );
}
