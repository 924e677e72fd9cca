import { chakra } from '@chakra-ui/react';
import { acceptedFormats, filePickerTypes, mayBeMedia } from '@vault/media/formats';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { useMedia } from '../../../lib/browser/use-media.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { UploadRow } from './upload-row.tsx';
import { useShownUploads, useUploads, useUnfinishedUploads } from './uploads-provider.tsx';
import { formatBytes } from '../../../lib/format/format-bytes.ts';
import { MutedText, SmallText } from '../../../components/ui/muted-text.ts';

/** The drop zone, the file picker, and the progress of each file. */
export function Uploader() {
  const { queue } = useUploads();
  const items = useShownUploads();
  const input = useRef<HTMLInputElement>(null);
  const isPhone = useMedia('(max-width: 767.98px)');
  const [isOver, setOver] = useState(false);

  const take = (files: readonly File[]) => {
    for (const file of files.filter((candidate) => !mayBeMedia(candidate))) {
      const text = `${file.name} is neither video nor audio. ${acceptedFormats}`;
      showToast({ kind: 'error', text, durationMs: 6000 });
    }
    queue.add(files.filter(mayBeMedia));
  };
  const choose = () => input.current?.click();
  const drag = (value: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(value);
  };

  return (
    <chakra.section aria-label="Upload a webinar" display="grid" gap="5">
      <chakra.h2 fontSize="sm" fontWeight="strong" srOnly={{ base: true, md: false }}>
        Upload a webinar
      </chakra.h2>
      <chakra.div
        data-over={isOver || undefined}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          take([...event.dataTransfer.files]);
        }}
        display="grid"
        justifyItems="center"
        gap="3"
        px="4"
        py="8"
        textAlign="center"
        border="1px dashed"
        borderColor="line.strong"
        borderRadius="media"
        transition="background-color 150ms ease-out, border-color 150ms ease-out"
        css={{
          // A phone has nothing to drag: the uploader is its button.
          mdDown: { p: '0', border: 'none', '& > p': { display: 'none' }, '& > button': { width: '100%' } },
          '&[data-over]': { borderColor: 'ink', bg: 'hover' },
        }}
      >
        <chakra.p fontWeight="strong">{isOver ? 'Drop to upload' : 'Drop a recording here'}</chakra.p>
        <MutedText>or</MutedText>
        <Button icon={isPhone ? Upload : undefined} tone="primary" onClick={choose}>
          {isPhone ? 'Upload a webinar' : 'Choose files'}
        </Button>
        <SmallText>Video or audio, up to 3 hours</SmallText>
        <input
          ref={input}
          type="file"
          accept={filePickerTypes}
          multiple
          hidden
          aria-label="Choose files"
          onChange={(event) => {
            take([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </chakra.div>
      {items.length > 0 ? (
        <chakra.ul display="grid" gap="5">
          {items.map((item) => (
            <UploadRow key={item.key} item={item} />
          ))}
        </chakra.ul>
      ) : null}
      <UnfinishedList activeNames={items.map((item) => item.name)} onChoose={choose} />
    </chakra.section>
  );
}

/** Uploads that a reload interrupted. The user has to choose the file again, because a page cannot reopen it. */
function UnfinishedList({ activeNames, onChoose }: { activeNames: string[]; onChoose: () => void }) {
  const { discard } = useUploads();
  const entries = useUnfinishedUploads().filter(({ name }) => !activeNames.includes(name));
  if (entries.length === 0) return null;
  return (
    <chakra.ul display="grid" gap="4" aria-label="Interrupted upload">
      {entries.map((upload) => (
        <chakra.li key={upload.id} borderTopWidth="1px" pt="3" fontSize="sm">
          <chakra.p dir="auto" fontWeight="strong" truncate title={upload.name}>
            {upload.name}
          </chakra.p>
          <chakra.p color="ink.muted" mb="2">
            Interrupted upload, {formatBytes(upload.totalBytes)}. Choose the same file to continue.
          </chakra.p>
          <chakra.div display="flex" gap="2">
            <Button size="small" onClick={onChoose}>
              Choose files
            </Button>
            <Button size="small" tone="quiet" onClick={() => discard(upload)}>
              Discard
            </Button>
          </chakra.div>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
