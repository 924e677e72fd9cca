import { chakra } from '@chakra-ui/react';
import type { PortalRecord } from '@vault/contracts';
import { Globe, Trash2, Undo2 } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { errorMessage } from '../../../api/http/error-message.ts';
import { Button } from '../../../components/ui/button.tsx';
import { PageTitle } from '../../../components/ui/muted-text.ts';
import { TextLink } from '../../../components/ui/text-link.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { useDeletePortalMutation, usePublishPortalMutation } from '../api/portals-api.ts';
import { usePortalEditor } from '../model/portal-editor.ts';
import { portalsStrings as strings } from '../portals.strings.ts';
import { AskButton, useLibraryQuestion } from './ask-button.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { PortalMark, PortalReach } from './portal-row.tsx';
import { useMay } from '../../../api/workspaces/permissions.ts';

interface PortalHeadProps {
  portal: PortalRecord;
  /** Saves the changes before the portal is published; undefined without changes. Resolves to false when it fails. */
  saveFirst: (() => Promise<boolean>) | undefined;
}

/** The name of the portal, its state, and what can be done with the whole of it. */
export function PortalHead({ portal, saveFirst }: PortalHeadProps) {
  const { id, name, is_published: isPublished } = portal;
  const [setPublished, publication] = usePublishPortalMutation();
  const [deletePortal, deletion] = useDeletePortalMutation();
  const navigate = useNavigate();
  const mayPublish = useMay()('portals.publish');
  const { settings, library } = usePortalEditor();
  const { ask, question } = useLibraryQuestion(settings.audience, library);

  const publish = async (is_published: boolean) => {
    if (publication.isLoading || (is_published && saveFirst && !(await saveFirst()))) return;
    const { error } = await setPublished({ id, is_published });
    if (error) showToast({ kind: 'error', text: errorMessage(error, strings.notPublished) });
    else
      showToast({
        kind: 'success',
        text: is_published ? 'The portal is published.' : 'The portal is no longer published.',
      });
  };
  const publishAsked = () => {
    if (settings.video_ids === null) ask(strings.publish, () => void publish(true));
    else if (settings.video_ids.length > 0) void publish(true);
    else showToast({ kind: 'error', text: 'Choose at least one video first.' });
  };
  const remove = async () => {
    const { error } = await deletePortal(id);
    if (error) {
      showToast({ kind: 'error', text: errorMessage(error, strings.notDeleted) });
      return;
    }
    showToast({ kind: 'success', text: strings.deleted(name) });
    void navigate('/portals');
  };

  return (
    <chakra.header mb="6">
      <TextLink to="/portals" fontSize="sm">
        {strings.allPortals}
      </TextLink>
      <Line justifyContent="space-between" mt="2">
        <Line minWidth="0">
          <PageTitle dir="auto" tabIndex={-1} outline="none" overflowWrap="anywhere">
            {name}
          </PageTitle>
          <PortalMark portal={portal} />
        </Line>
        <Line gap="2">
          {isPublished ? (
            <>
              <PortalReach portal={portal} />
              {mayPublish ? (
                <AskButton
                  icon={Undo2}
                  size="small"
                  isBusy={publication.isLoading}
                  label="Unpublish"
                  question={strings.withdrawQuestion(name)}
                  consequence="Its pages stop working within a minute. You can publish it again."
                  onConfirm={() => void publish(false)}
                />
              ) : null}
            </>
          ) : mayPublish ? (
            <Button icon={Globe} size="small" isBusy={publication.isLoading} onClick={publishAsked}>
              {strings.publish}
            </Button>
          ) : null}
          {mayPublish ? (
            <AskButton
              icon={Trash2}
              size="small"
              tone="quiet"
              isBusy={deletion.isLoading}
              label="Delete"
              question={strings.removeQuestion(name)}
              consequence="Its pages and its private links stop working within a minute. It cannot be brought back. Your videos stay."
              onConfirm={() => void remove()}
            />
          ) : null}
        </Line>
      </Line>
      {question}
    </chakra.header>
  );
}
