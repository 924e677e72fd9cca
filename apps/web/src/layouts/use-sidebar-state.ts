import { useState } from 'react';
import { errorStatus } from '../api/http/error-message.ts';
import { useSidebar } from '../features/search/model/search.slice.ts';
import { useUploadAllowanceQuery } from '../features/uploads/api/uploads-api.ts';
import { useShownUploads, useUnfinishedUploads } from '../features/uploads/components/uploads-provider.tsx';
import { useMay } from '../api/workspaces/permissions.ts';

const retryMs = 5_000;

/**
 * The library's sidebar contains the uploader, so it is available only to users who may upload, and while there are
 * running or unfinished uploads: the last allowed upload must not hide its own progress. Whoever only reads in a team has
 * none. Its space is reserved until the server has answered, to avoid a layout shift; the request is repeated while it
 * fails.
 */
export function useSidebarState() {
  const { isOpen, toggle } = useSidebar();
  const [hasAnswer, setHasAnswer] = useState(false);
  const { data: allowance, error } = useUploadAllowanceQuery(undefined, {
    pollingInterval: hasAnswer ? 0 : retryMs,
  });
  // Whoever has left the team is refused for good.
  const isAnswered = allowance !== undefined || errorStatus(error) === 403;
  if (isAnswered && !hasAnswer) setHasAnswer(true);
  const hasItems = useShownUploads().length > 0;
  const hasUnfinished = useUnfinishedUploads().length > 0;
  const mayUpload = useMay()('upload');
  const isAvailable = mayUpload && (hasItems || hasUnfinished || allowance?.canUpload === true);
  const isReserved = mayUpload && !hasAnswer;
  return { isAvailable, isOpen: (isAvailable || isReserved) && isOpen, toggle, allowance };
}
