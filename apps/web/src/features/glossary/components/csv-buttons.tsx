import { chakra } from '@chakra-ui/react';
import type { GlossaryImport } from '@vault/contracts';
import { FileDown, FileUp, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { downloadGlossary, useImportGlossaryMutation } from '../../../api/glossary-api.ts';
import { errorMessage } from '../../../api/http/error-message.ts';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { readBytes } from '../../../lib/browser/read-bytes.ts';
import { glossaryStrings as strings } from '../glossary.strings.ts';
import { Line } from './line.ts';

const maxBytes = 1_000_000;

/** @throws when the browser cannot read the file */
async function textOf(file: File): Promise<string> {
  const { decodeFile } = await import('@vault/text-file');
  return decodeFile(await readBytes(file)).text;
}

type Problems = GlossaryImport['problems'];

interface CsvButtonsProps {
  canExport: boolean;
  /** Called when terms were added or changed. */
  onImported: () => Promise<void>;
}

/** Imports and exports the terms. */
export function CsvButtons({ canExport, onImported }: CsvButtonsProps) {
  const [send, { isLoading }] = useImportGlossaryMutation();
  const [isExporting, setExporting] = useState(false);
  const [problems, setProblems] = useState<Problems>([]);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const read = async (file: File) => {
    setProblems([]);
    if (file.size > maxBytes) {
      showToast({ kind: 'error', text: strings.largeFile });
      return;
    }
    const csv = await textOf(file).catch(() => null);
    if (csv === null) {
      showToast({ kind: 'error', text: strings.notRead });
      return;
    }
    const { data, error } = await send(csv);
    if (!data) showToast({ kind: 'error', text: errorMessage(error, strings.notImported) });
    else if (data.problems.length > 0) setProblems(data.problems);
    else {
      showToast({ kind: 'success', text: strings.imported(data.added, data.changed) });
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
          aria-label={strings.importFile}
          accept=".csv,.txt,text/csv"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void read(file);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
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
          {strings.importCsv}
        </Button>
        {canExport ? (
          <Button size="small" tone="quiet" icon={FileDown} isBusy={isExporting} onClick={() => void save()}>
            {strings.exportCsv}
          </Button>
        ) : null}
      </Line>
      {problems.length > 0 ? (
        <ImportProblems
          problems={problems}
          onClose={() => {
            setProblems([]);
            button.current?.focus();
          }}
        />
      ) : null}
    </>
  );
}

/** The lines of a file that are wrong. */
function ImportProblems({ problems, onClose }: { problems: Problems; onClose: () => void }) {
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
      <chakra.p fontWeight="strong">{strings.problemsTitle(problems.length)}</chakra.p>
      <chakra.ul
        maxHeight="240px"
        overflowY="auto"
        tabIndex={0}
        aria-label={strings.problemsTitle(problems.length)}
      >
        {problems.map(({ line, problem }, index) => (
          <chakra.li key={index} display="grid" gridTemplateColumns="72px minmax(0, 1fr)" gap="3" pt="1">
            <chakra.span color="ink.muted" fontVariantNumeric="tabular-nums">
              {strings.problemLine(line)}
            </chakra.span>
            <chakra.span overflowWrap="anywhere">{problem}</chakra.span>
          </chakra.li>
        ))}
      </chakra.ul>
      <IconButton
        icon={X}
        label={strings.dismissProblems}
        position="absolute"
        top="1"
        right="1"
        onClick={onClose}
      />
    </chakra.div>
  );
}
