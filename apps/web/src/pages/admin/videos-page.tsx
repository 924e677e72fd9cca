import { adminVideosStrings } from '../../features/admin-videos/admin-videos.strings.ts';
import { VideoList } from '../../features/admin-videos/video-list.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';

/** The videos of all users. */
export function VideosPage() {
  usePageTitle(adminVideosStrings.title);
  return <VideoList />;
}
