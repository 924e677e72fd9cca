import { VideoList } from '../../features/admin-videos/video-list.tsx';

/** The videos of all users. */
export function VideosPage() {
  return <VideoList />;
}
