import { chakra } from '@chakra-ui/react';
import type { Chapter } from '@vault/contracts';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { KeyboardEvent, SubmitEvent } from 'react';
import { usePlayback } from '../../../components/player/playback.ts';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { TimeCodeInput } from '../../../components/video/time-code-input.tsx';
import { formatDuration, formatTimeCode, secondsOf } from '../../../lib/format/format-duration.ts';
import { fillTimeCode } from '../../../lib/video/time-code-mask.ts';
import { startBounds, stepStart } from '../model/chapter-structure.ts';
import { useEditor, useShown } from '../model/editor-context.ts';
import { editorStrings as strings } from '../editor.strings.ts';
import { farStepSeconds, hearStart } from '../model/hear-start.ts';

/** The fields for the start of a chapter: typed, or moved line by line. The video follows while it is paused. */
export function StartEditor({ chapter, index }: { chapter: Chapter; index: number }) {
  const { edits, rules, apply, editStart } = useEditor();
  const chapters = useShown(edits, (shown) => shown.chapters);
  const playback = usePlayback();
  const [text, setText] = useState(chapter.start);
  const noteId = useId();
  const bounds = startBounds(chapters, index, rules);
  const hasLines = rules.lineStarts.length > 0;
  const clamp = (seconds: number) => Math.min(bounds.last, Math.max(bounds.first, seconds));

  const show = (seconds: number) => {
    setText(formatTimeCode(seconds));
    if (playback.isIdle) playback.show(seconds);
  };
  const step = (direction: 1 | -1, isFar = false) => {
    const from = secondsOf(fillTimeCode(text));
    show(
      isFar ? clamp(from + direction * farStepSeconds) : stepStart(from, direction, bounds, rules.lineStarts),
    );
  };
  const close = () => editStart(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const to = clamp(secondsOf(fillTimeCode(text)));
    close();
    if (formatTimeCode(to) === chapter.start) return;
    void apply({ kind: 'move', start: chapter.start, to }, 'play');
    hearStart(playback, to);
  };
  const press = (event: KeyboardEvent) => {
    const isStep = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    if (!isStep && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (isStep) step(event.key === 'ArrowUp' ? -1 : 1, event.shiftKey);
    else close();
  };

  const unit = hasLines ? 'line' : 'second';
  return (
    <chakra.form noValidate gridColumn="1 / -1" pb="3" onSubmit={submit} onKeyDownCapture={press}>
      <TimeCodeInput
        label={strings.startOf(chapter.title)}
        isFirst
        value={text}
        onChange={setText}
        max={bounds.last}
        describedBy={noteId}
      >
        <IconButton
          label={`One ${unit} earlier`}
          icon={ChevronLeft}
          width="44px"
          height="44px"
          onClick={() => step(-1)}
        />
        <IconButton
          label={`One ${unit} later`}
          icon={ChevronRight}
          width="44px"
          height="44px"
          onClick={() => step(1)}
        />
        <Button type="submit" minHeight="44px" px="3">
          Move
        </Button>
        <IconButton label={strings.cancel} icon={X} width="44px" height="44px" onClick={close} />
      </TimeCodeInput>
      <MutedText id={noteId} mt="2" fontSize="xs" fontVariantNumeric="tabular-nums">
        {`From ${formatDuration(bounds.first)} to ${formatDuration(bounds.last)}. ↑ and ↓ go to the ${unit} before and after, with Shift by ${String(farStepSeconds)} seconds.`}
      </MutedText>
    </chakra.form>
  );
}
