import { chakra } from '@chakra-ui/react';
import type { GlossaryPlace } from '@vault/contracts';
import { memo } from 'react';
import type { CSSProperties } from 'react';
import { PlaceRow } from '../../../components/ui/place-row.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { TextLink } from '../../../components/ui/text-link.tsx';
import { countOf } from '../../../lib/format/format-number.ts';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { replacedParts } from '../../../lib/text/replaced-parts.ts';
import { keyOf } from '../model/library-places.ts';
import type { VideoPlaces as Places } from '../model/library-places.ts';
import { glossaryStrings as strings } from '../glossary.strings.ts';

interface VideoPlacesProps {
  video: Places;
  leftOut: ReadonlySet<string>;
  /** Chooses places of the video, or leaves them out. */
  onChoose: (places: readonly GlossaryPlace[], isChosen: boolean) => void;
}

/** The places of one video. */
export const VideoPlaces = memo(function VideoPlaces({ video, leftOut, onChoose }: VideoPlacesProps) {
  const { videoId, title, places } = video;
  const name = title || strings.untitled;
  const chosen = places.filter((place) => !leftOut.has(keyOf(place))).length;
  const end = places.at(-1)?.before[0]?.start ?? 0;
  return (
    <chakra.section aria-label={name} py="3" borderTopWidth="1px">
      <chakra.div
        display="flex"
        alignItems="center"
        gap="3"
        minHeight="44px"
        px="3"
        css={{ '& input': { accentColor: 'var(--vault-colors-ink)', flexShrink: 0 } }}
      >
        <input
          type="checkbox"
          aria-label={strings.chooseVideo(name, places.length)}
          checked={chosen > 0}
          ref={(input) => {
            if (input) input.indeterminate = chosen > 0 && chosen < places.length;
          }}
          onChange={() => onChoose(places, chosen < places.length)}
        />
        <chakra.h2 flex="1 1 0" minWidth="0" fontSize="md" lineHeight="1.4" dir="auto">
          <TextLink to={`/asset/${encodeURIComponent(videoId)}`}>{name}</TextLink>
        </chakra.h2>
        <SmallText whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
          {countOf(places.length, 'line')}
        </SmallText>
      </chakra.div>
      <ol style={{ '--time-width': end < 3600 ? '44px' : '64px' } as CSSProperties}>
        {places.map((place) => {
          const { before, words } = place;
          const time = formatDuration(before[0]?.start ?? 0);
          const key = keyOf(place);
          return (
            <li key={key}>
              <PlaceRow
                label={strings.choosePlace(words.map(({ found }) => found).join('”, “'), time)}
                time={time}
                parts={replacedParts(before.map(({ text }) => text).join('\n'), words)}
                isChosen={!leftOut.has(key)}
                onChoose={(isChosen) => onChoose([place], isChosen)}
              />
            </li>
          );
        })}
      </ol>
    </chakra.section>
  );
});
