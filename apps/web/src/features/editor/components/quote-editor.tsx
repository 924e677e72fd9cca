import { chakra } from '@chakra-ui/react';
import { quoteLimit, quotesPerChapterLimit } from '@vault/contracts';
import { useId } from 'react';
import type { KeyboardEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { KeyHint } from '../../../components/ui/muted-text.ts';
import { TextArea } from '../../../components/ui/fields/text-area.tsx';
import { editorStrings as strings } from '../editor.strings.ts';
import { problemOfQuotes } from '../model/quote-lines.ts';

interface QuoteEditorProps {
  /** The text of each quote. */
  fields: readonly string[];
  /** The time code of each quote; null where it has none. */
  times: readonly (string | null)[];
  onChange: (fields: readonly string[]) => void;
  onSave: () => void;
  onCancel: () => void;
}

/** The quotes of a chapter, one field for each. Saved only with Save or Ctrl+Enter. */
export function QuoteEditor({ fields, times, onChange, onSave, onCancel }: QuoteEditorProps) {
  const id = useId();
  const problem = problemOfQuotes(fields.join('\n'));
  const isWrong = (text: string) => problem === 'too many' || problemOfQuotes(text) === 'too long';

  const press = (event: KeyboardEvent) => {
    const isSaving = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if ((!isSaving && event.key !== 'Escape') || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!isSaving) onCancel();
    else if (problem === null) onSave();
  };
  return (
    <chakra.div display="grid" gap="3" onKeyDown={press}>
      {fields.map((text, index) => (
        <div key={index}>
          <chakra.label
            htmlFor={`${id}-${String(index)}`}
            display="block"
            mb="1"
            fontSize="xs"
            color="ink.muted"
            fontVariantNumeric="tabular-nums"
          >
            {strings.quoteField(index + 1, times[index] ?? null)}
          </chakra.label>
          <TextArea
            id={`${id}-${String(index)}`}
            dir="auto"
            autoFocus={index === 0}
            rows={2}
            aria-invalid={isWrong(text) || undefined}
            aria-describedby={id}
            fieldSizing="content"
            maxHeight="50dvh"
            fontFamily="quote"
            fontSize="md"
            value={text}
            onChange={(event) => {
              const typed = event.target.value;
              onChange(fields.map((each, at) => (at === index ? typed : each)));
            }}
          />
        </div>
      ))}
      <chakra.p
        id={id}
        role={problem ? 'alert' : undefined}
        fontSize="xs"
        color={problem ? 'signal' : 'ink.muted'}
      >
        {problem
          ? problemText(problem)
          : 'Write one quote per line. Quotes keep their times in order; additional quotes have no time.'}
        {problem ? null : <KeyHint> Ctrl + Enter saves, Escape cancels.</KeyHint>}
      </chakra.p>
      <chakra.div display="flex" gap="2">
        <Button size="small" tone="primary" disabled={problem !== null} onClick={onSave}>
          Save
        </Button>
        <Button size="small" onClick={onCancel}>
          {strings.cancel}
        </Button>
      </chakra.div>
    </chakra.div>
  );
}

function problemText(problem: NonNullable<ReturnType<typeof problemOfQuotes>>): string {
  return problem === 'too many'
    ? `A chapter has at most ${String(quotesPerChapterLimit)} quotes.`
    : `A quote has at most ${String(quoteLimit)} characters.`;
}
