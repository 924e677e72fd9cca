import { chakra } from '@chakra-ui/react';
import type { ClipCaptions, ClipFrame } from '@vault/contracts';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { Select } from '../../../components/ui/fields/select.tsx';
import { lookText } from '../model/clip-text.ts';
import type { ClipLook } from '../model/clip-text.ts';
import { FrameFields } from './frame-fields.tsx';
import type { FramedVideo } from './frame-fields.tsx';

const frames: readonly { value: ClipFrame; text: string }[] = [
  { value: 'recorded', text: 'As recorded' },
  { value: 'square', text: 'Square, 1:1' },
  { value: 'portrait', text: 'Vertical, 9:16' },
];
const captionChoices: readonly { value: ClipCaptions; text: string }[] = [
  { value: 'none', text: 'None' },
  { value: 'burned', text: 'Burned in' },
  { value: 'beside', text: 'Separate SRT file' },
];

/** A clip that shows what was recorded. */
export const plainLook: ClipLook = { frame: 'recorded', centre: 0.5, fit: 'crop', captions: 'none' };

interface ClipFormatProps {
  video: FramedVideo;
  /** Where the clip begins, in seconds. */
  at: number;
  look: ClipLook;
  /** Whether the video host can change the picture; undefined until it is known. */
  canChangePicture: boolean | undefined;
  /** The first words of the clip. */
  caption: string;
  onChange: (look: ClipLook) => void;
}

/** The frame and the captions of a clip, folded until somebody wants others. */
export function ClipFormat({ video, at, look, canChangePicture, caption, onChange }: ClipFormatProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { frame, captions } = look;
  return (
    <chakra.div borderTopWidth="1px" pt="2">
      <Button
        size="small"
        tone="quiet"
        ml="-3"
        icon={ChevronDown}
        aria-expanded={isOpen}
        aria-controls={id}
        css={{ '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' } }}
        onClick={() => setOpen(!isOpen)}
      >
        Format
      </Button>
      <chakra.span fontSize="xs" color="ink.muted">
        {lookText(look) || 'As recorded, no captions'}
      </chakra.span>
      <chakra.div id={id} hidden={!isOpen} display={isOpen ? 'grid' : 'none'} gap="4" pt="2" pb="2">
        <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
          <Select
            label="Frame"
            isField
            value={frame}
            options={canChangePicture ? frames : frames.slice(0, 1)}
            onChange={(value) => onChange({ ...look, frame: value as ClipFrame })}
          />
          <Select
            label="Captions"
            isField
            value={captions}
            options={captionChoices.filter(({ value }) => canChangePicture || value !== 'burned')}
            onChange={(value) => onChange({ ...look, captions: value as ClipCaptions })}
          />
        </chakra.div>
        {canChangePicture === false ? (
          <SmallText>The video host of this installation keeps the picture as recorded.</SmallText>
        ) : null}
        {frame === 'recorded' ? null : (
          <FrameFields
            video={video}
            at={at}
            frame={frame}
            fit={look.fit}
            centre={look.centre}
            caption={captions === 'burned' ? caption : ''}
            onFit={(fit) => onChange({ ...look, fit })}
            onMove={(centre) => onChange({ ...look, centre })}
          />
        )}
      </chakra.div>
    </chakra.div>
  );
}
