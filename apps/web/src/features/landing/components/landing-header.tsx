import { chakra } from '@chakra-ui/react';
import { Menu } from 'lucide-react';
import { useRef, useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { useUserSession } from '../../../api/session/user-session.ts';
import { Brand } from '../../../components/ui/brand.tsx';
import { ThemeToggle } from '../../../components/ui/theme-toggle.tsx';
import { inShortWindow } from '../../../lib/browser/window-height.ts';
import { landingStrings as strings } from '../landing.strings.ts';
import { StartButton } from './start-button.tsx';
import { ChapterStrip, StripMark, spansOf } from '../../../components/video/chapter-strip.tsx';
import { Button } from '../../../components/ui/button.tsx';

/** The approximate share of each part of the page: hero, features, demo, pricing, closing, footer. */
const spans = spansOf([9, 11, 8, 8, 4, 3]);

const alongThePage = {
  opacity: 0,
  '@supports (animation-timeline: scroll())': {
    _motionSafe: { opacity: 1, animation: 'along-the-page linear both', animationTimeline: 'scroll(root)' },
  },
};

const opaqueAfterPx = 100;
const anchors = ['features', 'demo', 'pricing', 'contact'] as const;

const Bar = chakra('header', {
  base: {
    position: 'sticky',
    [inShortWindow]: { position: 'static' },
    top: 0,
    zIndex: 'header',
    bg: 'color-mix(in srgb, var(--vault-colors-canvas) 86%, transparent)',
    transition: 'background-color 200ms ease-out',
    '&[data-scrolled]': { bg: 'color-mix(in srgb, var(--vault-colors-canvas) 97%, transparent)' },
    '@media print': { position: 'static' },
  },
});

function AnchorLinks() {
  return anchors.map((anchor) => (
    <Button key={anchor} asChild tone="quiet" px="3" justifyContent="start">
      <a href={`#${anchor}`}>{strings[anchor]}</a>
    </Button>
  ));
}

function SignInLink() {
  if (useUserSession()) return null;
  return (
    <Button asChild tone="quiet" px="3" justifyContent="start">
      <Link to="/login">{strings.signIn}</Link>
    </Button>
  );
}

const MenuDetails = chakra('details', {
  base: {
    display: { lg: 'none' },
    position: 'relative',
    '& > summary': {
      display: 'grid',
      placeItems: 'center',
      width: '40px',
      height: '40px',
      borderRadius: 'md',
      color: 'ink.muted',
      cursor: 'pointer',
      listStyle: 'none',
      _hover: { bg: 'hover', color: 'ink' },
      '&::-webkit-details-marker': { display: 'none' },
    },
    '& > nav': {
      position: 'absolute',
      right: 0,
      top: '48px',
      display: 'grid',
      minWidth: '200px',
      p: '2',
      bg: 'surface',
      border: '1px solid',
      borderColor: 'line.strong',
      borderRadius: 'md',
    },
  },
});

/** The same links on narrow screens, in a native `details` element: it opens without script. */
function MenuLinks() {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute('open');
  return (
    <MenuDetails
      ref={menu}
      onClick={(event) => {
        if (event.target instanceof HTMLAnchorElement) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        close();
        menu.current?.querySelector('summary')?.focus();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <summary aria-label={strings.menu} title={strings.menu}>
        <Menu aria-hidden size={20} strokeWidth={1.5} />
      </summary>
      <nav aria-label={strings.menu}>
        <AnchorLinks />
        <SignInLink />
        <chakra.span display={{ base: 'inline-flex', sm: 'none' }}>
          <ThemeToggle />
        </chakra.span>
      </nav>
    </MenuDetails>
  );
}

/** Beside the start button and the menu there is little room: the name is smaller, and not visible below 360 px. */
const brandOnPhones = {
  minWidth: 0,
  '& a > span': {
    fontSize: { base: 'md', sm: 'lg' },
    '@media (max-width: 359px)': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden' },
  },
};

/** Anchor links, sign-in and the start button. More opaque after scrolling past 100 px. */
export function LandingHeader() {
  const isScrolled = useScrolledPast(opaqueAfterPx);
  return (
    <Bar data-scrolled={isScrolled || undefined}>
      <chakra.div
        display="flex"
        alignItems="center"
        gap={{ base: '1', md: '2' }}
        maxWidth="1200px"
        height="64px"
        mx="auto"
        px={{ base: '4', md: '8' }}
      >
        <chakra.span css={brandOnPhones}>
          <Brand to="/" />
        </chakra.span>
        <chakra.nav aria-label={strings.sections} display={{ base: 'none', lg: 'flex' }} ml="6">
          <AnchorLinks />
        </chakra.nav>
        <chakra.span flex="1" />
        <chakra.span display={{ base: 'none', sm: 'inline-flex' }}>
          <ThemeToggle />
        </chakra.span>
        <chakra.span display={{ base: 'none', lg: 'inline-flex' }}>
          <SignInLink />
        </chakra.span>
        <StartButton tone="outline" />
        <MenuLinks />
      </chakra.div>
      {/* With scroll-driven animations a playhead shows the scroll position. */}
      <ChapterStrip data-drawn="page" spans={spans} height="3px">
        <StripMark from={0} insetY="-3px" css={alongThePage} />
      </ChapterStrip>
    </Bar>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** Whether the page is scrolled by more than a number of pixels. */
function useScrolledPast(pixels: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > pixels,
    () => false,
  );
}
