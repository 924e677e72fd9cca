import { chakra } from '@chakra-ui/react';
import type { SearchField, SearchResult } from '@vault/contracts';
import { useId, useState } from 'react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { MarkedText } from '../../../components/ui/marked-text.tsx';
import { momentPath } from '../../../lib/video/moment-path.ts';
import { matchParts } from '../../../lib/text/match-parts.ts';
import { thumbnailAt } from '../../../lib/video/thumbnail-at.ts';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { ChapterStrip, StripMark } from '../../../components/video/chapter-strip.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';

const fieldNames: Record<SearchField, string> = {
  title: 'Title',
  description: 'Description',
  assetId: 'Asset ID',
  thumbnail: 'Thumbnail address',
  captionsTrackId: 'Captions track ID',
  transcript: 'Transcript',
  playback_id: 'Playback ID',
  'chapter title': 'Chapter title',
  'chapter summary': 'Chapter summary',
  'chapter quote': 'Chapter quote',
};

interface HitStripProps {
  /** Starts of all chapters, in seconds. */
  starts: readonly number[];
  duration: number;
  /** The hit of this result, in seconds. */
  at: number | null;
  /** Other hits in the same video, in seconds. */
  others: readonly number[];
}

/** The chapter strip of a video with its hits as ticks. Decorative: the time is shown beside it. */
function HitStrip({ starts, duration, at, others }: HitStripProps) {
  if (duration <= 0) return null;
  const from = starts.length > 0 ? starts : [0];
  const spans = from.map((start, index) => ({ from: start, to: from[index + 1] ?? duration }));
  return (
    <ChapterStrip spans={spans} height="5px" my="4px">
      {others.map((seconds, index) => (
        <StripMark key={index} from={seconds / duration} insetY="-4px" bg="ink.faint" opacity="0.7" />
      ))}
      {at === null ? null : <StripMark from={at / duration} insetY="-4px" width="3px" bg="ink" />}
    </ChapterStrip>
  );
}

const Row = chakra('article', {
  base: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: { base: '96px minmax(0, 1fr)', md: '168px minmax(0, 1fr)' },
    columnGap: { base: '3', md: '5' },
    alignItems: 'start',
    px: { base: '4', md: '6' },
    py: '4',
    borderBottomWidth: '1px',
    transition: 'background-color 150ms ease-out',
    _hover: { bg: 'hover' },
    '&:focus-within': { bg: 'hover' },
    // The link covers the whole row.
    '& a': { color: 'inherit', textDecoration: 'none' },
    '& a::after': { content: '""', position: 'absolute', inset: 0 },
    '& a:focus-visible': { outline: 'none' },
    '& a:focus-visible::after': {
      outline: '2px solid var(--vault-colors-signal)',
      outlineOffset: '-3px',
      borderRadius: '6px',
    },
  },
});

/** The label covers a part of the link: forward its clicks to the link. */
function openRow({ currentTarget }: MouseEvent): void {
  currentTarget.closest('article')?.querySelector('a')?.click();
}

/** The fields that quote speech. They are set in the serif font. */
const spoken = new Set<SearchResult['field']>(['transcript', 'chapter quote']);

function Picture({ result }: { result: SearchResult }) {
  const [isBroken, setBroken] = useState(false);
  const { thumbnail, at } = result;
  return (
    <chakra.div aspectRatio="16 / 9" borderRadius="md" overflow="hidden" bg="sunken">
      {thumbnail && !isBroken ? (
        <chakra.img
          src={at === null ? thumbnail : thumbnailAt(thumbnail, at)}
          alt=""
          loading="lazy"
          width="100%"
          height="100%"
          objectFit="cover"
          onError={() => setBroken(true)}
        />
      ) : null}
    </chakra.div>
  );
}

/** The matching lines with their context. Lines without a match are muted. */
function Snippet({ result, terms, id }: { result: SearchResult; terms: readonly string[]; id: string }) {
  const isSpoken = spoken.has(result.field);
  const lines = result.snippet.split('\n').map((line) => matchParts(line, terms));
  return (
    <chakra.p
      id={id}
      mt="1"
      maxWidth="65ch"
      fontFamily={isSpoken ? 'quote' : 'body'}
      fontSize={isSpoken ? 'md' : 'sm'}
      lineHeight="1.5"
      overflowWrap="anywhere"
    >
      {lines.map((parts, index) => (
        <chakra.span
          key={index}
          dir="auto"
          display="block"
          color={parts.some(({ isMatch }) => isMatch) ? 'ink' : 'ink.muted'}
        >
          <MarkedText parts={parts} />
        </chakra.span>
      ))}
    </chakra.p>
  );
}

export interface ResultRowProps {
  result: SearchResult;
  /** The terms to highlight. */
  terms: readonly string[];
  /** Times of other matches in the same video, in seconds. */
  others: readonly number[];
  onFocus: () => void;
}

/** One match: the text, its field and its time, linked to the video at that time. */
export function ResultRow({ result, terms, others, onFocus }: ResultRowProps) {
  const snippetId = useId();
  const title = result.title || 'Untitled webinar';
  const time = result.at === null ? '' : formatDuration(result.at);
  const address =
    result.at === null
      ? `/asset/${encodeURIComponent(result.uploadId)}`
      : momentPath(result.uploadId, result.at);
  return (
    <Row>
      <Picture result={result} />
      <chakra.div minWidth="0">
        <chakra.h3 dir="auto" fontSize="md" fontWeight="strong" lineHeight="1.35" overflowWrap="anywhere">
          <Link
            to={address}
            aria-label={time ? `Open ${title} at ${time}` : `Open ${title}`}
            aria-describedby={snippetId}
            onFocus={onFocus}
          >
            <MarkedText parts={matchParts(title, terms)} />
          </Link>
        </chakra.h3>
        <SmallText mt="1" overflowWrap="anywhere">
          <chakra.span
            title={`The keyword was found in this field: ${fieldNames[result.field]}. The search ignores upper and lower case.`}
            onClick={openRow}
            // Above the link that covers the row, so that its tooltip shows.
            position="relative"
            zIndex="1"
            display="inline-block"
            px="2"
            mr="1"
            borderRadius="full"
            bg="caution.wash"
            color="ink"
            fontWeight="strong"
            cursor="pointer"
            // In forced colours mode the border replaces the background.
            border="1px solid transparent"
          >
            Match case
          </chakra.span>{' '}
          <span>{`found in ${fieldNames[result.field]}`}</span>
          {result.speaker ? (
            <span>
              {' · '}
              <bdi>{result.speaker}</bdi>
            </span>
          ) : null}
          {result.chapterTitle && result.field !== 'chapter title' ? (
            <span>
              {' · '}
              <bdi>{result.chapterTitle}</bdi>
            </span>
          ) : null}
        </SmallText>
        <Snippet result={result} terms={terms} id={snippetId} />
        <chakra.div
          display="grid"
          gridTemplateColumns="minmax(0, 1fr) auto"
          alignItems="center"
          gap="3"
          mt="2"
        >
          <HitStrip starts={result.chapterStarts} duration={result.duration} at={result.at} others={others} />
          <chakra.span fontSize="xs" fontVariantNumeric="tabular-nums" color="ink.muted" minWidth="34px">
            {time || formatDuration(result.duration)}
          </chakra.span>
        </chakra.div>
      </chakra.div>
    </Row>
  );
}
