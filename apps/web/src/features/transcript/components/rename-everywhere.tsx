import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { useRenameEverywhereMutation } from '../../../api/library-job-api.ts';
import type { LibrarySpeaker } from '../../../api/speakers-api.ts';
import { Button } from '../../../components/ui/button.tsx';
import { useAppStore } from '../../../store/hooks.ts';
import { selectSaveState } from '../model/transcript-edits.slice.ts';
import { useTranscriptEdits } from '../model/use-transcript-parts.ts';
import { transcriptStrings } from '../transcript.strings.ts';

const { everywhere: strings } = transcriptStrings.speakers;

interface RenameEverywhereProps {
  speaker: LibrarySpeaker;
  to: string;
  /** The videos in which the new name is used already. */
  videosOfName: readonly string[];
  onBack: () => void;
  /** The rename has begun. */
  onBegun: () => void;
}

/** Asks before a speaker gets another name in all videos. */
export function RenameEverywhere({ speaker, to, videosOfName, onBack, onBegun }: RenameEverywhereProps) {
  const { name: from, lines, videos } = speaker;
  const edits = useTranscriptEdits();
  const store = useAppStore();
  const [rename] = useRenameEverywhereMutation();
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  const merged = videos.filter((id) => videosOfName.includes(id));

  const begin = async () => {
    setSaving(true);
    setProblem('');
    // The server renames the lines that it has.
    await edits.flush();
    if (selectSaveState(store.getState(), edits.key).count > 0) setProblem(strings.unsaved);
    else {
      const { error } = await rename({ from, to, videoIds: [...videos], mergedIds: merged });
      if (error) setProblem(errorMessage(error, strings.failed));
      else onBegun();
    }
    setSaving(false);
  };
  return (
    <chakra.div display="grid" gap="4" fontSize="sm">
      <chakra.p overflowWrap="anywhere">
        <chakra.strong fontWeight="strong">{strings.title(from, to)}</chakra.strong>
        <br />
        {strings.question(lines, videos.length)}
      </chakra.p>
      {merged.length > 0 ? (
        <chakra.p color="caution" overflowWrap="anywhere">
          {strings.merged(to, merged.length)}
        </chakra.p>
      ) : null}
      {problem ? (
        <chakra.p role="alert" color="signal">
          {problem}
        </chakra.p>
      ) : null}
      <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2">
        <Button autoFocus onClick={onBack}>
          {strings.back}
        </Button>
        <Button
          tone="primary"
          isBusy={isSaving}
          onClick={() => {
            if (!isSaving) void begin();
          }}
        >
          {strings.confirm(videos.length)}
        </Button>
      </chakra.div>
    </chakra.div>
  );
}
