import { chakra } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Brand } from '../components/ui/brand.tsx';
import { Button } from '../components/ui/button.tsx';
import { ThemeToggle } from '../components/ui/theme-toggle.tsx';
import { useNavigationFocus } from './use-navigation-focus.ts';
import { PublicFooter } from './public-footer.tsx';
import { useAnchor } from './use-anchor.ts';
import { usePageTitle } from '../lib/browser/use-page-title.ts';

/** Goes back to the previous page, or to the front page when there is none. */
function BackButton() {
  const navigate = useNavigate();
  const { key } = useLocation();
  const hasNoPreviousPage = key === 'default';
  return (
    <Button tone="quiet" ml="-4" onClick={() => void (hasNoPreviousPage ? navigate('/') : navigate(-1))}>
      <ArrowLeft aria-hidden size={18} strokeWidth={1.5} />
      Back
    </Button>
  );
}

interface PublicArticleProps {
  title: string;
  /** Introduction, one or two sentences. */
  lead?: ReactNode;
  children: ReactNode;
}

/** The layout of text pages: back button, headline, one column of text, footer. */
export function PublicArticle({ title, lead, children }: PublicArticleProps) {
  usePageTitle(title);
  const content = useNavigationFocus();
  useAnchor();
  return (
    <chakra.div minHeight="100dvh" display="grid" gridTemplateRows="auto 1fr auto">
      <chakra.header
        display="flex"
        justifyContent="space-between"
        alignItems="center"
        width="100%"
        maxWidth="1200px"
        mx="auto"
        px={{ base: '4', md: '8' }}
        height="64px"
      >
        <Brand to="/" />
        <ThemeToggle />
      </chakra.header>
      <chakra.main
        ref={content}
        tabIndex={-1}
        outline="none"
        width="100%"
        maxWidth="720px"
        mx="auto"
        px="4"
        pt={{ base: '4', md: '10' }}
        pb="20"
      >
        <BackButton />
        <chakra.h1
          fontFamily="quote"
          fontSize={{ base: 'xl', md: '2xl' }}
          fontWeight="strong"
          lineHeight="1.12"
          letterSpacing="-0.015em"
          textWrap="balance"
          mt="4"
          mb="4"
        >
          {title}
        </chakra.h1>
        {lead ? (
          <chakra.p fontSize="lg" lineHeight="1.45" color="ink.muted" mb="10" maxWidth="34em">
            {lead}
          </chakra.p>
        ) : null}
        {children}
      </chakra.main>
      <PublicFooter />
    </chakra.div>
  );
}
