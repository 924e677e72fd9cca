import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import { AudioLines, Film } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { useSelectTracksMutation } from '../../../api/videos-api.ts';
import { ActionMenu } from '../../../components/ui/action-menu.tsx';
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { StepProgress, stepNames } from '../../../components/video/step-progress.tsx';
import { contentsText, otherTracks } from '../model/contents-text.ts';
import { showEditorToast } from '../model/show-editor-toast.ts';
import { useMay } from '../../../api/workspaces/permissions.ts';

const kinds = {
  sound: {
    label: 'Choose audio track…',
    icon: AudioLines,
    question: 'Use this audio track?',
    confirm: 'Use this audio track',
    text: 'The video and its captions are processed again. Your edits are kept.',
  },
  picture: {
    label: 'Choose video track…',
    icon: Film,
    question: 'Use this video track?',
    confirm: 'Use this video track',
    text: 'The video is processed again. Your edits are kept.',
  },
} as const;
type Kind = keyof typeof kinds;
interface TrackChoice {
  readonly kind: Kind;
  readonly index: number;
  readonly name: string;
}

/** What the uploaded file contains beside one picture and one sound, and a menu to use another one. */
export function FileContents({ video }: { video: VideoRecord }) {
  const [choice, setChoice] = useState<TrackChoice | null>(null);
  const [select] = useSelectTracksMutation();
  const { contents, state, tracksProblem } = video;
  const text = contentsText(contents);
  const isMaking = state === 'processing' || state === 'captioning';
  if (text === '' && !isMaking) return null;
  const confirm = ({ kind, index }: TrackChoice) => {
    setChoice(null);
    select({ passthrough: video.id, [kind]: index })
      .unwrap()
      .catch((error: unknown) => {
        showEditorToast(
          'error',
          errorMessage(error, 'The track could not be chosen. Please try again in a moment.'),
        );
      });
  };
  return (
    <chakra.div py="2" display="grid" gap="2" justifyItems="start">
      <MutedText overflowWrap="anywhere">{text}</MutedText>
      <chakra.div display="flex" flexWrap="wrap" gap="2" _empty={{ display: 'none' }}>
        {(['sound', 'picture'] as const).map((kind) => (
          <TrackMenu key={kind} kind={kind} video={video} onChoose={setChoice} />
        ))}
      </chakra.div>
      {tracksProblem ? (
        <chakra.p role="status" fontSize="sm" fontWeight="strong" color="signal">
          {`The other track could not be used: ${tracksProblem}`}
        </chakra.p>
      ) : null}
      {isMaking ? (
        <chakra.div width="100%" maxWidth="360px">
          <StepProgress step={stepNames[state]} video={video} size="small" />
        </chakra.div>
      ) : null}
      {choice ? (
        <ConfirmDialog
          question={kinds[choice.kind].question}
          confirmLabel={kinds[choice.kind].confirm}
          cancelLabel="Cancel"
          onConfirm={() => confirm(choice)}
          onCancel={() => setChoice(null)}
        >
          <p>{choice.name}</p>
          <p>{kinds[choice.kind].text}</p>
        </ConfirmDialog>
      ) : null}
    </chakra.div>
  );
}

interface TrackMenuProps {
  kind: Kind;
  video: VideoRecord;
  onChoose: (choice: TrackChoice) => void;
}

function TrackMenu({ kind, video, onChoose }: TrackMenuProps) {
  const { label, icon } = kinds[kind];
  const tracks = otherTracks(video.contents, kind);
  const mayUpload = useMay()('upload');
  if (tracks.length === 0 || !mayUpload) return null;
  const note =
    video.state === 'ready' ? {} : { isDisabled: true, note: 'Available when this video is ready.' };
  const entries = tracks.map(({ index, name }) => ({
    label: `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`,
    icon,
    ...note,
    onSelect: () => onChoose({ kind, index, name }),
  }));
  return <ActionMenu label={label} word={label} icon={icon} entries={entries} />;
}
