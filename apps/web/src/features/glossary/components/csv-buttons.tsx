import { chakra } from '@chakra-ui/react';
import type { GlossaryImport } from '@vault/contracts';
import { FileDown, FileUp, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { downloadGlossary, useImportGlossaryMutation } from '../../../api/glossary-api.ts';
import { errorMessage } from '../../../api/http/error-message.ts';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { readBytes } from '../../../lib/browser/read-bytes.ts';
import { glossaryStrings as strings } from '../glossary.strings.ts';
import { Line } from '../../../components/ui/fields/line.ts';
import { useMay } from '../../../api/workspaces/permissions.ts';

const maxBytes = 1_000_000;

/** @throws when the browser cannot read the file */
async function textOf(file: File): Promise<string> {
  const { decodeFile } = await import('@vault/text-file');
  return decodeFile(await readBytes(file)).text;
}

type Problems = GlossaryImport['problems'];

/** A file with wrong forms that were left out. */
interface PartialImport {
  readonly csv: string;
  readonly leftOut: GlossaryImport['leftOut'];
}

interface CsvButtonsProps {
  canExport: boolean;
  /** Called when terms were added or changed. */
  onImported: () => Promise<void>;
}

/** Imports and exports the terms. */
export function CsvButtons({ canExport, onImported }: CsvButtonsProps) {
  const mayEdit = useMay()('library.edit');
  const [send, { isLoading }] = useImportGlossaryMutation();
  const [isExporting, setExporting] = useState(false);
  const [problems, setProblems] = useState<Problems>([]);
  const [partial, setPartial] = useState<PartialImport | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const read = async (file: File) => {
    setProblems([]);
    setPartial(null);
    if (file.size > maxBytes) {
      showToast({ kind: 'error', text: 'The file is too large: a glossary has at most 1 MB.' });
      return;
    }
    const csv = await textOf(file).catch(() => null);
    if (csv === null) {
      showToast({ kind: 'error', text: 'The file could not be read.' });
      return;
    }
    await sendCsv(csv);
  };
  const sendCsv = async (csv: string, ordinaryForms?: string[]) => {
    const { data, error } = await send({ csv, ordinaryForms });
    if (!data) showToast({ kind: 'error', text: errorMessage(error, strings.notImported) });
    else if (data.problems.length > 0) setProblems(data.problems);
    else {
      showToast({ kind: 'success', text: strings.imported(data.added, data.changed) });
      setPartial(data.leftOut.length > 0 ? { csv, leftOut: data.leftOut } : null);
      if (data.added + data.changed > 0) await onImported();
    }
  };
  const save = async () => {
    if (isExporting) return;
    setExporting(true);
    try {
      await downloadGlossary();
    } catch {
      showToast({ kind: 'error', text: strings.notExported });
    } finally {
      setExporting(false);
    }
  };

  return (
    <>
      <Line gap="2">
        <input
          ref={field}
          type="file"
          hidden
          aria-label="CSV file of a glossary"
          accept=".csv,.txt,text/csv"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void read(file);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
        {mayEdit ? (
          <Button
            ref={button}
            size="small"
            tone="quiet"
            icon={FileUp}
            isBusy={isLoading}
            onClick={() => {
              if (!isLoading) field.current?.click();
            }}
          >
            Import CSV
          </Button>
        ) : null}
        {canExport ? (
          <Button size="small" tone="quiet" icon={FileDown} isBusy={isExporting} onClick={() => void save()}>
            Export CSV
          </Button>
        ) : null}
      </Line>
      {problems.length > 0 ? (
        <FileLines
          title={strings.problemsTitle(problems.length)}
          lines={problems.map(({ line, problem }) => ({ line, text: problem }))}
          onClose={() => {
            setProblems([]);
            button.current?.focus();
          }}
        />
      ) : null}
      {partial ? (
        <FileLines
          title={strings.leftOutTitle(partial.leftOut.length)}
          lines={partial.leftOut.map(({ line, form, term }) => ({ line, text: strings.leftOut(form, term) }))}
          onClose={() => {
            setPartial(null);
            button.current?.focus();
          }}
        >
          <Button
            size="small"
            mt="3"
            isBusy={isLoading}
            onClick={() => {
              if (isLoading) return;
              void sendCsv(
                partial.csv,
                partial.leftOut.map(({ form }) => form),
              );
            }}
          >
            Add them all the same
          </Button>
        </FileLines>
      ) : null}
    </>
  );
}

interface FileLinesProps {
  title: string;
  lines: readonly { readonly line: number; readonly text: string }[];
  onClose: () => void;
  /** What the user can do about them. */
  children?: ReactNode;
}

/** Lines of a file that are wrong, or were left out. */
function FileLines({ title, lines, onClose, children }: FileLinesProps) {
  return (
    <chakra.div
      role="alert"
      position="relative"
      flex="1 0 100%"
      ps="3"
      pe="40px"
      py="2"
      borderLeftWidth="2px"
      borderColor="caution"
      bg="caution.wash"
      fontSize="sm"
    >
      <chakra.p fontWeight="strong">{title}</chakra.p>
      <chakra.ul maxHeight="240px" overflowY="auto" tabIndex={0} aria-label={title}>
        {lines.map(({ line, text }, index) => (
          <chakra.li key={index} display="grid" gridTemplateColumns="72px minmax(0, 1fr)" gap="3" pt="1">
            <chakra.span color="ink.muted" fontVariantNumeric="tabular-nums">
              {strings.problemLine(line)}
            </chakra.span>
            <chakra.span overflowWrap="anywhere">{text}</chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
      {children}
      <IconButton
        icon={X}
        label="Close the list of problems"
        position="absolute"
        top="1"
        right="1"
        onClick={onClose}
      />
    </chakra.div>
  );
}
