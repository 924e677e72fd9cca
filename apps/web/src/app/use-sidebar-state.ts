import { useState } from 'react';
import { useSidebar } from '../features/search/search.slice.ts';
import { useUploadAllowanceQuery } from '../features/uploads/uploads-api.ts';
import { useUnfinishedUploads, useUploadItems } from '../features/uploads/uploads-provider.tsx';

const askAgainMs = 5_000;

/**
 * The library's sidebar holds the uploader, so it is there only for those who may upload. Files already on their way
 * keep it there, and so do unfinished ones: the last allowed upload must not hide its own progress. Its place is kept
 * until the server has answered, so that the page does not jump then; it is asked again while it cannot answer.
 */
export function useSidebarState() {
  const { isOpen, toggle } = useSidebar();
  const [isKnown, setIsKnown] = useState(false);
  const { data: allowance } = useUploadAllowanceQuery(undefined, {
    pollingInterval: isKnown ? 0 : askAgainMs,
  });
  if (allowance !== undefined && !isKnown) setIsKnown(true);
  const hasItems = useUploadItems().length > 0;
  const hasUnfinished = useUnfinishedUploads().length > 0;
  const isAvailable = hasItems || hasUnfinished || allowance?.canUpload === true;
  return { isAvailable, isOpen: (isAvailable || !isKnown) && isOpen, toggle, allowance };
}
