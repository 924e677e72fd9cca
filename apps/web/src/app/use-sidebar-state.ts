import { useSidebar } from '../features/search/search.slice.ts';
import { useUploadAllowanceQuery } from '../features/uploads/uploads-api.ts';
import { useUnfinishedUploads, useUploadItems } from '../features/uploads/uploads-provider.tsx';

/**
 * The library's sidebar holds the uploader, so it is there only for those who may upload. Files already on their way
 * keep it there, and so do unfinished ones: the last allowed upload must not hide its own progress. Its place is kept
 * while the server is asked, so that the page does not jump when the answer comes.
 */
export function useSidebarState() {
  const { isOpen, toggle } = useSidebar();
  const { data: allowance, isLoading } = useUploadAllowanceQuery(undefined);
  const hasItems = useUploadItems().length > 0;
  const hasUnfinished = useUnfinishedUploads().length > 0;
  const isAvailable = hasItems || hasUnfinished || allowance?.canUpload === true;
  return { isAvailable, isOpen: (isAvailable || isLoading) && isOpen, toggle, allowance };
}
