import { NativeSelect } from '@chakra-ui/react';
import { createContext, use } from 'react';

/** The speaker that the page of a video is narrowed to. */
export interface SpeakerFilter {
  /** In the order in which they begin to speak. */
  readonly speakers: readonly string[];
  /** Undefined while everybody is shown. */
  readonly chosen: string | undefined;
  readonly choose: (speaker: string | undefined) => void;
}

export const SpeakerFilterContext = createContext<SpeakerFilter>({
  speakers: [],
  chosen: undefined,
  choose: () => undefined,
});

/** The speaker that is shown; undefined while everybody is. */
export const useChosenSpeaker = (): string | undefined => use(SpeakerFilterContext).chosen;

const everybody = '';

/** Chooses whose words are shown. Renders nothing where there are not two speakers to choose from. */
export function SpeakerSelect({ label }: { label: string }) {
  const { speakers, chosen = everybody, choose } = use(SpeakerFilterContext);
  if (speakers.length < 2) return null;
  return (
    <NativeSelect.Root size="sm" width="auto" maxWidth="168px">
      <NativeSelect.Field
        aria-label={label}
        title={label}
        value={chosen}
        truncate
        fieldSizing="content"
        height="32px"
        ps="1"
        border="none"
        bg="transparent"
        fontSize="xs"
        color={chosen === everybody ? 'ink.muted' : 'ink'}
        fontWeight={chosen === everybody ? undefined : 'strong'}
        _hover={{ color: 'ink' }}
        css={{ '@media (pointer: coarse)': { height: '44px' } }}
        onChange={({ target: { value } }) => choose(value === everybody ? undefined : value)}
      >
        <option value={everybody}>All speakers</option>
        {speakers.map((speaker) => (
          <option key={speaker} value={speaker}>
            {speaker}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}
