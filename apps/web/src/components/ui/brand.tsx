import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { strings } from '../../strings/shared.strings.ts';

/** The product name with its logo, three chapters and the playhead. With `isMark` only the logo is visible. */
export function Brand({ to, isMark = false }: { to: string; isMark?: boolean }) {
  return (
    <chakra.span
      display="inline-flex"
      css={{
        '& a': {
          display: 'inline-flex',
          alignItems: 'center',
          gap: '10px',
          color: 'ink',
          textDecoration: 'none',
        },
      }}
    >
      <Link to={to} aria-label={isMark ? strings.brand : undefined}>
        <chakra.svg viewBox="0 0 26 18" aria-hidden width="26px" height="18px" flexShrink="0">
          <chakra.rect x="0" y="6" width="7" height="6" rx="1.5" fill="chapter.0" />
          <chakra.rect x="8.5" y="6" width="4" height="6" rx="1.5" fill="chapter.1" />
          <chakra.rect x="14" y="6" width="12" height="6" rx="1.5" fill="chapter.2" />
          <chakra.rect x="12.25" y="0" width="2" height="18" rx="1" fill="signal" />
        </chakra.svg>
        {isMark ? null : (
          <chakra.span
            fontFamily="quote"
            fontSize="lg"
            fontWeight="strong"
            letterSpacing="-0.01em"
            whiteSpace="nowrap"
          >
            {strings.brand}
          </chakra.span>
        )}
      </Link>
    </chakra.span>
  );
}
