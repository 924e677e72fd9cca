import { chakra } from '@chakra-ui/react';
import { useCallback, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { SkeletonBlock } from '../../../components/ui/skeleton-block.tsx';
import { useDebounced } from '../../../lib/state/use-debounced.ts';
import { usePortalPreviewQuery } from '../api/portals-api.ts';
import { usePortalEditor } from '../model/portal-editor.ts';
import { portalsStrings as strings } from '../portals.strings.ts';
import { Line } from '../../../components/ui/fields/line.ts';
import { LoadProblem } from '../../../components/ui/load-problem.tsx';
import { Select } from '../../../components/ui/fields/select.tsx';
import { titleOf } from './chosen-videos.tsx';

const pauseMs = 400;
/** Widths of the window that the page is laid out for, in pixels. */
const widths = { wide: 1024, phone: 390 } as const;
const height = 900;

/** A page in its own document, without scripts, made smaller to fit. */
function ScaledPage({ html, width }: { html: string; width: number }) {
  const [space, setSpace] = useState(0);
  const scale = space === 0 ? 1 : Math.min(1, space / width);
  const measure = useCallback((frame: HTMLDivElement) => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSpace(entry.contentRect.width);
    });
    observer.observe(frame);
    return () => observer.disconnect();
  }, []);
  return (
    <chakra.div
      ref={measure}
      overflow="hidden"
      borderWidth="1px"
      borderRadius="md"
      bg="sunken"
      style={{ height: height * scale }}
    >
      <iframe
        sandbox="allow-same-origin"
        srcDoc={html}
        title={strings.preview}
        style={{
          display: 'block',
          width,
          height,
          border: 0,
          transformOrigin: '0 0',
          transform: `scale(${String(scale)})`,
          marginInlineStart: Math.max(0, (space - width * scale) / 2),
        }}
      />
    </chakra.div>
  );
}

/** The pages of the portal as they would be with the unsaved changes. */
export function Preview() {
  const { portal, settings } = usePortalEditor();
  const [videoId, setVideoId] = useState('');
  const [width, setWidth] = useState<keyof typeof widths>(() =>
    window.matchMedia('(max-width: 767px)').matches ? 'phone' : 'wide',
  );
  const draft = useDebounced(settings, pauseMs);
  const { id, logo } = portal;
  const { data, error, isFetching, refetch } = usePortalPreviewQuery({ id, logo, settings: draft, videoId });
  return (
    <chakra.section aria-label={strings.preview} display="grid" gap="3" aria-busy={isFetching}>
      <Line justifyContent="space-between" alignItems="flex-end">
        <PageSelect value={videoId} onChange={setVideoId} />
        <Line gap="1" role="group" aria-label="Width">
          {(['wide', 'phone'] as const).map((each) => (
            <Button
              key={each}
              size="small"
              tone={each === width ? 'outline' : 'quiet'}
              aria-pressed={each === width}
              onClick={() => setWidth(each)}
            >
              {strings.widths[each]}
            </Button>
          ))}
        </Line>
      </Line>
      {error && !isFetching ? (
        <LoadProblem error={error} text={strings.noPreview} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined ? (
        error ? null : (
          <SkeletonBlock height="480px" borderRadius="md" />
        )
      ) : (
        <ScaledPage html={data} width={widths[width]} />
      )}
    </chakra.section>
  );
}

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
