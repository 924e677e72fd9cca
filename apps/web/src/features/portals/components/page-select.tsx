import { Select } from '../../../components/ui/select.tsx';
import { usePortalEditor } from '../model/portal-editor.ts';
import { titleOf } from './video-line.tsx';

/** Chooses the first page (empty value) or the page of one of the videos. */
export function PageSelect({ value, onChange }: { value: string; onChange: (videoId: string) => void }) {
  const { videos } = usePortalEditor();
  return (
    <Select
      label="Page"
      width="240px"
      isWhole
      value={value}
      options={[
        { value: '', text: 'First page' },
        ...videos.map((video) => ({ value: video.id, text: titleOf(video) })),
      ]}
      onChange={onChange}
    />
  );
}
