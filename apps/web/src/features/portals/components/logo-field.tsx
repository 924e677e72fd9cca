import { chakra } from '@chakra-ui/react';
import { ImageUp, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { Button } from '../../../components/ui/button.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { useSetLogoMutation } from '../api/portals-api.ts';
import { usePortalEditor } from '../model/portal-editor.ts';
import { portalsStrings as strings } from '../portals.strings.ts';
import { Line } from '../../../components/ui/fields/line.ts';

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

/** The logo, which is stored at once. */
export function LogoField() {
  const { portal } = usePortalEditor();
  const [setLogo, { isLoading }] = useSetLogoMutation();
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const noteId = useId();

  const store = async (file: File | null) => {
    if (file && file.size > maxBytes) {
      setProblem('The logo may have at most 512 KB.');
      return;
    }
    try {
      await setLogo({ id: portal.id, image: file && (await readFile(file)) }).unwrap();
      setProblem('');
    } catch (error) {
      setProblem(errorMessage(error, strings.noLogo));
    }
  };
  return (
    <div>
      <Line>
        {portal.logo ? <chakra.img src={portal.logo} alt="Logo" maxHeight="40px" maxWidth="160px" /> : null}
        <input
          ref={field}
          type="file"
          hidden
          aria-label="Logo file"
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
          isBusy={isLoading}
          aria-describedby={noteId}
          onClick={() => {
            if (!isLoading) field.current?.click();
          }}
        >
          {portal.logo ? 'Change the logo' : 'Upload a logo'}
        </Button>
        {portal.logo ? (
          <Button icon={Trash2} tone="quiet" onClick={() => void store(null)}>
            Remove the logo
          </Button>
        ) : null}
      </Line>
      <SmallText id={noteId} role="status" mt="1">
        {problem || 'The logo changes at once. PNG, JPEG or WebP, at most 512 KB.'}
      </SmallText>
    </div>
  );
}
