import { VideoList } from '../../features/admin-videos/components/video-list.tsx';

/** The videos of all users. */
export function VideosPage() {
  return <VideoList />;
}
