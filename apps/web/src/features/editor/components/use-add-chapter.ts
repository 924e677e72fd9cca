import { useEffect, useEffectEvent } from 'react';
import { usePlayback, usePlaybackValue } from '../../../components/player/playback.ts';
import { shortcutOf } from '../../../lib/browser/shortcut-of.ts';
import { formatDuration } from '../../../lib/format/format-time.ts';
import { addedStart } from '../model/chapter-structure.ts';
import { useEditor, useShown } from '../model/editor-context.ts';
import { showEditorToast } from '../model/show-editor-toast.ts';
import { useStructure } from '../model/structure-context.ts';

/** Adds a chapter at the playhead, also by its key, and says where it starts or why none can be added. */
export function useAddChapter() {
  const { edits } = useEditor();
  const { rules, apply } = useStructure();
  const chapters = useShown(edits, (shown) => shown.chapters);
  const playback = usePlayback();
  const second = usePlaybackValue(Math.floor);
  const place = addedStart(chapters, second, rules);
  const problem = 'problem' in place ? place.problem : '';
  const run = () => {
    if (problem === '') void apply({ kind: 'add', at: playback.time }, 'title');
    else showEditorToast('info', problem);
  };
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (shortcutOf(event) !== 'add-chapter') return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  const note =
    'problem' in place
      ? problem
      : `At ${formatDuration(place.at)}${place.isLine ? ', the start of the spoken line' : ''}`;
  return { note, isDisabled: problem !== '', run };
}
