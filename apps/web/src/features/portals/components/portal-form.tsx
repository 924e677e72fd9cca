import { chakra } from '@chakra-ui/react';
import type { PortalRecord } from '@vault/contracts';
import { useEffect, useRef } from 'react';
import { useLeaveGuard } from '../../../components/ui/dialogs/use-leave-guard.tsx';
import { inTallWindow } from '../../../lib/browser/window-height.ts';
import { PortalEditorContext, videosOf } from '../model/portal-editor.ts';
import type { SpanOfQuote } from '../model/portal-editor.ts';
import { useLibraryVideos } from '../model/use-library-videos.ts';
import { usePortalSave } from '../model/use-portal-save.ts';
import { portalsStrings as strings } from '../portals.strings.ts';
import { AddressSection, ShownSection } from './address-section.tsx';
import { AudienceSection } from './audience-section.tsx';
import { EmbedSection } from './embed-section.tsx';
import { HiddenSection } from './hidden-section.tsx';
import { useLibraryQuestion } from './ask-button.tsx';
import { LookSection } from './look-section.tsx';
import { PortalHead } from './portal-head.tsx';
import { Preview } from './preview.tsx';
import { SaveBar } from './save-bar.tsx';
import { VideoSection } from './video-section.tsx';

/** The form of a portal beside its preview. Times of quotes come from the page, because the editor of chapters knows them. */
export function PortalForm({ portal, spanOfQuote }: { portal: PortalRecord; spanOfQuote: SpanOfQuote }) {
  const save = usePortalSave(portal);
  const { settings, change, problem } = save;
  const library = useLibraryVideos();
  const videos = videosOf(settings.video_ids, library.library);
  const form = useRef<HTMLDivElement>(null);
  const count = Object.keys(save.changes).length;
  const hasChanges = () => count > 0;
  const leaveQuestion = useLeaveGuard(
    { isUnsaved: hasChanges, isStuck: hasChanges },
    strings.leaveText(count),
  );
  const { ask, question } = useLibraryQuestion(settings.audience, library.library);
  const saveAsked = () => {
    if (portal.is_published && save.changes.video_ids === null) ask(strings.save, () => void save.save());
    else void save.save();
  };

  useEffect(() => {
    const saveByKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (count > 0) saveAsked();
    };
    window.addEventListener('keydown', saveByKey);
    return () => window.removeEventListener('keydown', saveByKey);
  });
  useEffect(() => {
    const field = problem?.field && form.current?.querySelector<HTMLElement>(`[name=${problem.field}]`);
    if (!field) return;
    field.closest('details')?.setAttribute('open', '');
    field.focus();
  }, [problem]);

  return (
    <PortalEditorContext value={{ portal, settings, change, problem, videos, spanOfQuote, ...library }}>
      <PortalHead portal={portal} saveFirst={count > 0 ? save.save : undefined} />
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' }}
        columnGap="10"
        rowGap="8"
      >
        <div ref={form}>
          <AddressSection />
          <VideoSection />
          <LookSection />
          <ShownSection />
          <AudienceSection />
          <HiddenSection />
          <EmbedSection />
          <SaveBar save={save} count={count} onSave={saveAsked} />
        </div>
        <chakra.aside
          alignSelf="start"
          // Without room beside the form, what visitors see comes first.
          order={{ base: -1, lg: 0 }}
          css={{
            [inTallWindow]: {
              lg: { position: 'sticky', top: '80px', maxHeight: 'calc(100dvh - 96px)', overflowY: 'auto' },
            },
          }}
        >
          <Preview />
        </chakra.aside>
      </chakra.div>
      {question}
      {leaveQuestion}
    </PortalEditorContext>
  );
}
