import { chakra } from '@chakra-ui/react';
import { foldText } from '@vault/contracts';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { Switch } from '../../../components/ui/fields/switch.tsx';
import { usePortalEditor } from '../model/portal-editor.ts';
import { portalsStrings as strings } from '../portals.strings.ts';
import { ChosenVideos, VideoLine, titleOf } from './chosen-videos.tsx';
import { FormSection } from './form-section.tsx';
import { LoadProblem } from '../../../components/ui/load-problem.tsx';

/** The videos of the library that are not chosen yet, each with a button that adds it. */
function OtherVideos({ ids }: { ids: readonly string[] }) {
  const { change, library = [] } = usePortalEditor();
  const list = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState('');
  const others = library.filter(({ id }) => !ids.includes(id));
  const found = others.filter(({ title }) => foldText(title).includes(foldText(typed.trim())));
  if (others.length === 0) return null;
  return (
    <div>
      <TextField
        label={strings.addVideos}
        type="search"
        placeholder="Filter by title"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <chakra.ul
        ref={list}
        tabIndex={-1}
        aria-label={strings.addVideos}
        mt="2"
        maxHeight="320px"
        overflowY="auto"
        outline="none"
      >
        {found.map((video) => (
          <li key={video.id}>
            <VideoLine video={video}>
              <IconButton
                icon={Plus}
                label={strings.addVideo(titleOf(video))}
                onClick={() => {
                  change({ video_ids: [...ids, video.id] });
                  // The button goes with its row.
                  list.current?.focus();
                }}
              />
            </VideoLine>
          </li>
        ))}
      </chakra.ul>
      {typed === '' && others.length > 1 ? (
        <Button
          size="small"
          icon={Plus}
          onClick={() => change({ video_ids: [...ids, ...others.map(({ id }) => id)] })}
        >
          Add all
        </Button>
      ) : null}
      {found.length === 0 ? <MutedText>No other video has this in its title.</MutedText> : null}
    </div>
  );
}

/** Which videos the portal shows, and in which order. */
export function VideoSection() {
  const { settings, change, library, libraryError, loadAgain } = usePortalEditor();
  const ids = settings.video_ids;
  return (
    <FormSection
      title="Videos"
      note={
        ids
          ? 'Only these videos are shown, in this order.'
          : 'Newest first. A new video is shown as soon as it is ready.'
      }
    >
      <Switch
        label="Show the whole library"
        isOn={ids === null}
        onChange={(isOn) => {
          if (isOn) change({ video_ids: null });
          else if (library) change({ video_ids: library.map(({ id }) => id) });
        }}
      />
      {libraryError ? (
        <LoadProblem error={libraryError} text={strings.noLibrary} onRetry={loadAgain} />
      ) : null}
      {ids ? (
        <>
          <ChosenVideos ids={ids} />
          <OtherVideos ids={ids} />
        </>
      ) : null}
    </FormSection>
  );
}
