import { chakra } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { MutedText, SmallText } from '../../../components/ui/muted-text.ts';
import { move } from '../model/portal-draft.ts';
import { usePortalEditor } from '../model/portal-editor.ts';
import { portalsStrings as strings } from '../portals.strings.ts';
import type { LibraryVideo } from '../../../api/merge-library.ts';
import { Thumbnail } from '../../../components/admin/thumbnail.tsx';
import { formatDuration } from '../../../lib/format/format-duration.ts';

/** The chosen videos in their order, which is changed by buttons or by dragging. */
export function ChosenVideos({ ids }: { ids: readonly string[] }) {
  const { change, library } = usePortalEditor();
  /** The row that is dragged, and the one under it. */
  const [drag, setDrag] = useState<{ readonly id: string; readonly over: string } | null>(null);
  const [news, setNews] = useState('');
  const list = useRef<HTMLUListElement>(null);

  const nameOf = (id: string) => titleOf(library?.find((video) => video.id === id));
  const moveTo = (id: string, place: number) => {
    const from = ids.indexOf(id);
    if (from === place || place < 0 || place >= ids.length) return;
    change({ video_ids: move(ids, from, place) });
    setNews(strings.moved(nameOf(id), place + 1, ids.length));
  };
  const remove = (id: string) => {
    change({ video_ids: ids.filter((other) => other !== id) });
    setNews(strings.removed(nameOf(id)));
    list.current?.focus();
  };

  return (
    <>
      <chakra.ul ref={list} tabIndex={-1} outline="none" aria-label="Chosen videos">
        {ids.map((id, place) => (
          <chakra.li
            key={id}
            draggable
            data-dragged={drag?.id === id || undefined}
            data-target={drag?.over === id || undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', nameOf(id));
              setDrag({ id, over: id });
            }}
            onDragOver={(event) => {
              if (!drag) return;
              event.preventDefault();
              if (drag.over !== id) setDrag({ ...drag, over: id });
            }}
            onDrop={(event) => {
              if (!drag) return;
              event.preventDefault();
              moveTo(drag.id, place);
            }}
            onDragEnd={() => setDrag(null)}
            display="grid"
            gridTemplateColumns="auto minmax(0, 1fr)"
            alignItems="center"
            gap="2"
            borderTopWidth="1px"
            cursor="grab"
            css={{
              '& > svg': { color: 'ink.muted' },
              '&[data-dragged]': { opacity: 0.5 },
              '&[data-target]': { bg: 'hover' },
            }}
          >
            <GripVertical aria-hidden size={16} strokeWidth={1.5} />
            <VideoLine video={library?.find((video) => video.id === id)}>
              {(['up', 'down'] as const).map((way) => {
                const to = way === 'up' ? place - 1 : place + 1;
                return (
                  <IconButton
                    key={way}
                    icon={way === 'up' ? ArrowUp : ArrowDown}
                    label={strings.moveTo[way](nameOf(id))}
                    aria-disabled={to < 0 || to >= ids.length}
                    onClick={() => moveTo(id, to)}
                  />
                );
              })}
              <IconButton icon={X} label={strings.removeVideo(nameOf(id))} onClick={() => remove(id)} />
            </VideoLine>
          </chakra.li>
        ))}
      </chakra.ul>
      {ids.length === 0 ? (
        <MutedText>No video is chosen yet. Add the videos that visitors may see.</MutedText>
      ) : null}
      <chakra.span srOnly role="status">
        {news}
      </chakra.span>
    </>
  );
}

export const titleOf = (video: LibraryVideo | undefined) =>
  video === undefined ? 'A video that cannot be shown' : video.title || 'Untitled webinar';

/** A video in a list: its picture, its title and its duration, then what can be done with it. */
export function VideoLine({ video, children }: { video: LibraryVideo | undefined; children: ReactNode }) {
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" py="2">
      <Thumbnail url={video?.thumbnail ?? ''} width="72px" />
      <chakra.div flex="1 1 120px" minWidth="0">
        <chakra.p dir="auto" fontSize="sm" overflowWrap="anywhere">
          {titleOf(video)}
        </chakra.p>
        {video ? (
          <SmallText fontVariantNumeric="tabular-nums">{formatDuration(video.duration)}</SmallText>
        ) : null}
      </chakra.div>
      <chakra.span display="flex">{children}</chakra.span>
    </chakra.div>
  );
}
