import { chakra } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { MutedText, SmallText } from '../../../components/ui/muted-text.ts';
import { transcriptStrings } from '../transcript.strings.ts';

const strings = transcriptStrings.captions;

const Zone = chakra('div', {
  base: {
    display: 'grid',
    justifyItems: 'center',
    gap: '2',
    px: '4',
    py: '6',
    border: '1px dashed',
    borderColor: 'line.strong',
    borderRadius: 'md',
    textAlign: 'center',
    '&[data-over]': { borderColor: 'signal', bg: 'hover' },
    '@media (pointer: coarse)': { '& [data-drop]': { display: 'none' } },
  },
});

interface CaptionsDropProps {
  /** Whether another file was chosen before. */
  isAgain: boolean;
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** Takes one file with captions, by the picker or dropped. */
export function CaptionsDrop({ isAgain, isBusy, onFile }: CaptionsDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drag = (value: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(value);
  };
  const take = (files: Iterable<File> | null) => {
    const [file] = files ?? [];
    if (file && !isBusy) onFile(file);
  };
  return (
    <Zone
      data-over={isOver || undefined}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        take(event.dataTransfer.files);
      }}
    >
      <chakra.p data-drop="" fontSize="sm" fontWeight="strong">
        {isOver ? strings.isOver : strings.drop}
      </chakra.p>
      <MutedText data-drop="">{strings.or}</MutedText>
      <Button
        autoFocus
        isBusy={isBusy}
        tone={isAgain ? 'outline' : 'primary'}
        onClick={() => {
          if (!isBusy) input.current?.click();
        }}
      >
        {isAgain ? strings.chooseOther : strings.choose}
      </Button>
      <SmallText>{strings.note}</SmallText>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={strings.choose}
        accept=".vtt,.srt,.sbv,.sub,.ass,.ssa,.txt,text/vtt,application/x-subrip"
        onChange={({ target }) => {
          take(target.files);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </Zone>
  );
}
