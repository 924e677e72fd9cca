import { chakra } from '@chakra-ui/react';
import { quoteLimit, quotesPerChapterLimit } from '@vault/contracts';
import type { Quote } from '@vault/contracts';
import { Pencil } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '../../components/icon-button.tsx';
import { TextArea } from '../../components/text-area.tsx';
import type { Place } from './chapter-fields.ts';
import { textOf } from './chapter-fields.ts';
import { useEditor, useFieldState } from './editor-context.ts';
import { editorStrings as words } from './editor.strings.ts';
import { FieldFrame } from './field-frame.tsx';
import { problemOfQuotes } from './quote-lines.ts';
import { QuoteList } from './quote-list.tsx';
import { SectionTitle } from './section-title.tsx';

/** The quotes of a chapter: read in the serif, edited as lines. */
export function QuoteField({ start, quotes }: { start: string; quotes: readonly Quote[] }) {
  const place: Place = { start, field: 'quote' };
  const { edits } = useEditor();
  const state = useFieldState(place);
  const [draft, setDraft] = useState<string | null>(null);
  const [isLeftByKey, setLeftByKey] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  // A browser may tell of leaving a field that is taken away: by then all is said.
  const isOver = useRef(true);
  const isEditing = draft !== null;

  useEffect(() => {
    if (!isEditing && isLeftByKey) opener.current?.focus();
  }, [isEditing, isLeftByKey]);

  const end = (text: string | null, isByKey: boolean) => {
    if (isOver.current || (text !== null && problemOfQuotes(text))) return;
    isOver.current = true;
    if (text === null) edits.type(place, null);
    else edits.commit(place, text);
    setLeftByKey(isByKey);
    setDraft(null);
  };

  return (
    <div role="group" aria-label={words.quotes}>
      <SectionTitle title={words.quotes}>
        {isEditing ? null : (
          <IconButton
            ref={opener}
            label={words.editQuotes}
            onClick={() => {
              isOver.current = false;
              setDraft(textOf(quotes));
            }}
          >
            <Pencil aria-hidden />
          </IconButton>
        )}
      </SectionTitle>
      <FieldFrame state={state}>
        {isEditing ? (
          <QuoteLines
            text={draft}
            onChange={(text) => {
              setDraft(text);
              edits.type(place, text);
            }}
            onEnd={end}
          />
        ) : (
          <>
            <QuoteList quotes={quotes} />
            {quotes.length === 0 ? (
              <chakra.p fontSize="sm" color="ink.muted" maxWidth="60ch">
                {words.quotesEmpty}
              </chakra.p>
            ) : null}
          </>
        )}
        {state === 'unsaved' && !isEditing ? (
          <chakra.p mt="2" fontSize="xs" color="signal">
            {words.quotesUnsaved}
          </chakra.p>
        ) : null}
      </FieldFrame>
    </div>
  );
}

interface QuoteLinesProps {
  text: string;
  onChange: (text: string) => void;
  /** Editing ends: with the text to be saved, or null to leave everything as it was. */
  onEnd: (text: string | null, isByKey: boolean) => void;
}

function QuoteLines({ text, onChange, onEnd }: QuoteLinesProps) {
  const id = useId();
  const problem = problemOfQuotes(text);

  const press = (event: KeyboardEvent) => {
    const isSaving = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isSaving && event.key !== 'Escape') return;
    event.preventDefault();
    onEnd(isSaving ? text : null, true);
  };
  return (
    <>
      <TextArea
        autoFocus
        rows={3}
        aria-label={words.quotes}
        aria-invalid={problem !== null || undefined}
        aria-describedby={id}
        fieldSizing="content"
        maxHeight="50dvh"
        fontFamily="quote"
        fontSize="md"
        value={text}
        onChange={(event) => {
          onChange(event.target.value);
        }}
        onBlur={() => {
          onEnd(text, false);
        }}
        onKeyDown={press}
      />
      <chakra.p
        id={id}
        role={problem ? 'alert' : undefined}
        mt="1"
        fontSize="xs"
        color={problem ? 'signal' : 'ink.muted'}
      >
        {problemText(problem)}
      </chakra.p>
    </>
  );
}

function problemText(problem: ReturnType<typeof problemOfQuotes>): string {
  if (problem === 'too many') return words.tooManyQuotes(quotesPerChapterLimit);
  return problem === 'too long' ? words.tooLongQuote(quoteLimit) : words.quotesHint;
}
