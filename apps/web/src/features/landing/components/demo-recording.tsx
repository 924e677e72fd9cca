import { chakra } from '@chakra-ui/react';
import { useThemeMode } from '../../../theme/theme-mode.ts';
import { landingStrings as strings } from '../landing.strings.ts';

const recordingId = 'recording';

/** Plays the recording of the product, unless the visitor prefers less motion: then its controls play it. */
export function playRecording(): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const recording = document.getElementById(recordingId) as HTMLVideoElement | null;
  recording?.play().catch((error: unknown) => {
    // The controls are visible, and the visitor can start it.
    console.warn('The recording could not be played.', error);
  });
}

/** The product in use, recorded by `npm run pictures`. Nothing but its poster is loaded before it is played. */
export function DemoRecording() {
  const theme = useThemeMode();
  const file = `/pictures/demo-${theme}`;
  return (
    <chakra.figure mt={{ base: '8', md: '10' }}>
      <chakra.video
        key={theme}
        id={recordingId}
        aria-label={strings.recording}
        src={`${file}.mp4`}
        poster={`${file}.webp`}
        controls
        muted
        playsInline
        preload="none"
        display="block"
        width="100%"
        height="auto"
        aspectRatio="1200 / 750"
        border="1px solid"
        borderColor="line"
        borderRadius="media"
        bg="sunken"
        // Its controls have the focus, not the element.
        _focusWithin={{ outline: '2px solid', outlineColor: 'ink', outlineOffset: '2px' }}
      >
        <track kind="captions" src={`${file}.vtt`} srcLang="en" label="English" default />
      </chakra.video>
      <chakra.figcaption mt="3" fontSize="sm" color="ink.muted">
        {strings.recordingText}
      </chakra.figcaption>
    </chakra.figure>
  );
}
