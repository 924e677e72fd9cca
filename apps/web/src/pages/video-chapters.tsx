import type { VideoRecord } from '@vault/contracts';
import { useUserSession } from '../api/user-session.ts';
import { ChapterEditor } from '../features/editor/chapter-editor.tsx';
import { usePromptDialogs } from './use-prompt-dialogs.tsx';

const toast = { durationMs: 3000, position: 'top' } as const;

interface VideoChaptersProps {
  video: VideoRecord;
  /** Time from the address of the page, in seconds. */
  startTime: number | undefined;
}

/** The chapters of a video, with the prompts of the signed-in user. */
export function VideoChapters({ video, startTime }: VideoChaptersProps) {
  const prompts = usePromptDialogs(useUserSession()?.id ?? '', toast);
  return <ChapterEditor video={video} startTime={startTime} prompts={prompts} />;
}
