import { chakra } from '@chakra-ui/react';
import type { SpokenMoments } from '@vault/contracts';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { MarkedText } from '../../../components/ui/marked-text.tsx';
import { matchParts } from '../../../lib/text/match-parts.ts';
import { momentPath } from '../../../lib/video/moment-path.ts';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { formatNumber, countOf } from '../../../lib/format/format-number.ts';

const Moment = chakra(Link, {
  base: {
    display: 'grid',
    gridTemplateColumns: '56px minmax(0, 1fr)',
    gap: '3',
    py: '1.5',
    color: 'ink',
    textDecoration: 'none',
    borderRadius: 'sm',
    _hover: { bg: 'hover' },
  },
});

interface ResultMomentsProps {
  moments: SpokenMoments;
  terms: readonly string[];
  uploadId: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** The number of spoken matches in a video. Expanded, it lists them with links to their times. */
export function ResultMoments({ moments, terms, uploadId, isOpen, onToggle }: ResultMomentsProps) {
  const listId = useId();
  const { total, first } = moments;
  return (
    <chakra.div
      px={{ base: '4', md: '6' }}
      py="2"
      // Aligned with the text of the row above.
      ps={{ base: 'calc(96px + 28px)', md: 'calc(168px + 44px)' }}
      borderBottomWidth="1px"
    >
      <chakra.button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={onToggle}
        display="inline-flex"
        alignItems="center"
        gap="1"
        minHeight="32px"
        color="ink"
        fontSize="sm"
        fontVariantNumeric="tabular-nums"
        cursor="pointer"
        _hover={{ textDecoration: 'underline' }}
        css={{
          '& svg': {
            width: '16px',
            height: '16px',
            strokeWidth: 1.5,
            transition: 'transform 150ms ease-out',
          },
          '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' },
        }}
      >
        {countOf(total, 'moment')}
        <ChevronDown aria-hidden />
      </chakra.button>
      {isOpen ? (
        <chakra.ul id={listId} pb="2">
          {first.map(({ at, line, speaker }) => (
            <li key={at}>
              <Moment to={momentPath(uploadId, at)}>
                <chakra.span
                  fontSize="xs"
                  lineHeight="24px"
                  fontVariantNumeric="tabular-nums"
                  color="ink.muted"
                >
                  {formatDuration(at)}
                </chakra.span>
                <chakra.span dir="auto" fontFamily="quote" lineHeight="1.5" overflowWrap="anywhere">
                  {speaker ? <chakra.span fontWeight="strong">{`${speaker}: `}</chakra.span> : null}
                  <MarkedText parts={matchParts(line, terms)} />
                </chakra.span>
              </Moment>
            </li>
          ))}
          {total > first.length ? (
            <chakra.li fontSize="xs" color="ink.muted" pt="1">
              {`The first ${formatNumber(first.length)} of ${formatNumber(total)}. The search on the video’s page lists all.`}
            </chakra.li>
          ) : null}
        </chakra.ul>
      ) : null}
    </chakra.div>
  );
}
