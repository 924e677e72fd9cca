import { chakra } from '@chakra-ui/react';
import { ImageUp, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { Button } from '../button.tsx';
import { SmallText } from '../muted-text.ts';
import { Line } from './line.ts';

const maxBytes = 512 * 1024;

/** @returns the file in base64 */
function readFile(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(typeof reader.result === 'string' ? reader.result.replace(/^.*,/, '') : '');
    };
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
}

interface PictureFieldProps {
  /** What the picture is, in lower case, such as "logo". */
  name: string;
  /** The address of the stored one. */
  picture: string | null | undefined;
  /** @param image in base64; null removes the picture */
  onStore: (image: string | null) => Promise<unknown>;
  isBusy: boolean;
}

/** A picture, which is stored at once. */
export function PictureField({ name, picture, onStore, isBusy }: PictureFieldProps) {
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

  const store = async (file: File | null) => {
    if (file && file.size > maxBytes) {
      setProblem(`The ${name} may have at most 512 KB.`);
      return;
    }
    try {
      await onStore(file && (await readFile(file)));
      setProblem('');
    } catch (error) {
      setProblem(
        errorMessage(error, `The ${name} could not be stored. Check the connection, and try again.`),
      );
    }
  };
  return (
    <div>
      <Line>
        {picture ? <chakra.img src={picture} alt={title} maxHeight="40px" maxWidth="160px" /> : null}
        <input
          ref={field}
          type="file"
          hidden
          aria-label={`${title} file`}
          accept="image/png,image/jpeg,image/webp"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void store(file);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
        <Button
          icon={ImageUp}
          isBusy={isBusy}
          aria-describedby={noteId}
          onClick={() => {
            if (!isBusy) field.current?.click();
          }}
        >
          {picture ? `Change the ${name}` : `Upload a ${name}`}
        </Button>
        {picture ? (
          <Button icon={Trash2} tone="quiet" onClick={() => void store(null)}>
            Remove the {name}
          </Button>
        ) : null}
      </Line>
      <SmallText id={noteId} role="status" mt="1">
        {problem || `The ${name} changes at once. PNG, JPEG or WebP, at most 512 KB.`}
      </SmallText>
    </div>
  );
}
