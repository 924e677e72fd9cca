import { chakra } from '@chakra-ui/react';
import type { VideoRecord, WorkspaceItem } from '@vault/contracts';
import { useState } from 'react';
import { chooseWorkspace } from '../../../api/workspaces/workspace.slice.ts';
import { Button } from '../../../components/ui/button.tsx';
import { FormDialog } from '../../../components/ui/dialogs/form-dialog.tsx';
import { leavePage } from '../../../components/ui/dialogs/use-leave-guard.tsx';
import { Select } from '../../../components/ui/fields/select.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { useBelongingsQuery, useMovedVideoQuery, useMoveVideoMutation } from '../api/moving-api.ts';
import type { MoveTarget } from '../model/use-move-targets.ts';
import { movingStrings as strings } from '../moving.strings.ts';

/** How often the new workspace is asked for the video, until its chapters are there. */
const askEveryMs = 1_000;

interface MoveDialogProps {
  video: Pick<VideoRecord, 'id' | 'uploadId' | 'title' | 'chapters'>;
  targets: readonly MoveTarget[];
  /** @param hasMoved whether this workspace has the video no longer */
  onClose: (hasMoved: boolean) => void;
}

/** Moves a video to another workspace of the user, and says when it is there. */
export function MoveDialog({ video, targets, onClose }: MoveDialogProps) {
  const open = targets.filter(({ isOpen }) => isOpen).map(({ workspace }) => workspace);
  const [chosenId, choose] = useState(open[0]?.id ?? '');
  const target = open.find(({ id }) => id === chosenId);
  const [move] = useMoveVideoMutation();
  const [moved, setMoved] = useState<WorkspaceItem | null>(null);
  const form = useForm({
    names: [],
    send: async () => {
      if (!target) return;
      await move({ id: video.id, to: target.id }).unwrap();
      setMoved(target);
    },
    failure: strings.failed,
  });
  const name = target?.name ?? '';
  return (
    <FormDialog
      title={strings.title}
      state={form}
      submitLabel={strings.move(name)}
      busyLabel={strings.busy}
      onClose={() => onClose(moved !== null)}
      outcome={moved ? <Arrival video={video} to={moved} /> : undefined}
    >
      <chakra.p dir="auto" fontWeight="strong" overflowWrap="anywhere">
        {video.title}
      </chakra.p>
      <Select
        label={strings.to}
        isField
        autoFocus
        value={chosenId}
        options={targets.map(({ workspace, isOpen }) => ({
          value: workspace.id,
          text: isOpen ? workspace.name : strings.notHere(workspace.name, workspace.role),
          isDisabled: !isOpen,
        }))}
        onChange={choose}
      />
      <Consequences video={video} />
    </FormDialog>
  );
}

/** What goes along, and what stays. Nothing depends on it, so a failure is not shown. */
function Consequences({ video }: Pick<MoveDialogProps, 'video'>) {
  const { data } = useBelongingsQuery(video.id);
  const { clips, links, portals } = data ?? { clips: 0, links: 0, portals: [] };
  return (
    <MutedText display="grid" gap="2">
      <span>{strings.along({ clips, links }, video.chapters.length)}</span>
      {portals.length > 0 ? <span>{strings.leaves(portals)}</span> : null}
      <span>{strings.glossary}</span>
    </MutedText>
  );
}

/** The other services follow within moments. */
function Arrival({ video, to }: Pick<MoveDialogProps, 'video'> & { to: WorkspaceItem }) {
  const dispatch = useAppDispatch();
  const [isThere, setThere] = useState(false);
  const teamId = to.kind === 'team' ? to.id : null;
  const { data } = useMovedVideoQuery(
    { id: video.id, teamId },
    { pollingInterval: isThere ? 0 : askEveryMs, skipPollingIfUnfocused: true },
  );
  if (data && !data.chaptersMissing && !isThere) setThere(true);
  const show = () =>
    dispatch(chooseWorkspace(teamId === null ? null : to, `/asset/${encodeURIComponent(video.uploadId)}`));
  return (
    <chakra.div display="grid" gap="4" justifyItems="start">
      <p role="status">{isThere ? strings.moved(to.name) : strings.moving}</p>
      {isThere ? <Button onClick={() => leavePage(show)}>{strings.open(to.name)}</Button> : null}
    </chakra.div>
  );
}
