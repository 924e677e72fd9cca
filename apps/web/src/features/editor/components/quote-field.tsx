import { chakra } from '@chakra-ui/react';
import type { Quote } from '@vault/contracts';
import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { quoteTimeCode } from '../../../lib/video/quote-parts.ts';
import type { EditTarget } from '../model/chapter-fields.ts';
import { textOf } from '../model/chapter-fields.ts';
import { useEditor, useFieldState } from '../model/editor-context.ts';
import { editorStrings as strings } from '../editor.strings.ts';
import { FieldFrame } from './field-frame.tsx';
import { FollowsNote } from './follows-note.tsx';
import { QuoteEditor } from './quote-editor.tsx';
import { QuoteList } from './quote-list.tsx';
import { SectionTitle } from './section-title.tsx';
import { UpdateButton } from './update-button.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';

interface QuoteFieldProps {
  start: string;
  /** The end of the chapter, in seconds. */
  end: number;
  quotes: readonly Quote[];
  /** Whether they have corrected words of the transcript. */
  isFollowing: boolean;
}

/** The quotes of a chapter: shown as a list, edited in fields. */
export function QuoteField({ start, end: chapterEnd, quotes, isFollowing }: QuoteFieldProps) {
  const target: EditTarget = { start, field: 'quote' };
  const { edits } = useEditor();
  const state = useFieldState(target);
  // Text that was being typed when the chapter was collapsed is restored when it is expanded again.
  const [fields, setFields] = useState<readonly string[] | null>(
    () => edits.typedAt(target)?.split('\n') ?? null,
  );
  const [hasEnded, setEnded] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const isEditing = fields !== null;

  useEffect(() => {
    if (!isEditing && hasEnded) opener.current?.focus();
  }, [isEditing, hasEnded]);

  const end = () => {
    setEnded(true);
    setFields(null);
  };

  return (
    <div role="group" aria-label={strings.quotes}>
      <SectionTitle title={strings.quotes}>
        {isEditing ? null : (
          <chakra.span display="flex" alignItems="center" mr="-2">
            {isFollowing ? <FollowsNote /> : null}
            <UpdateButton kind="quotes" start={start} />
            <Button
              ref={opener}
              size="tiny"
              tone="quiet"
              icon={Pencil}
              onClick={() => setFields(textOf(quotes).split('\n'))}
            >
              Edit quotes
            </Button>
          </chakra.span>
        )}
      </SectionTitle>
      <FieldFrame state={state}>
        {isEditing ? (
          <QuoteEditor
            fields={fields}
            times={quotes.map(quoteTimeCode)}
            onChange={(next) => {
              setFields(next);
              edits.type(target, next.join('\n'));
            }}
            onSave={() => {
              edits.commit(target, fields.join('\n'));
              end();
            }}
            onCancel={() => {
              edits.type(target, null);
              end();
            }}
          />
        ) : (
          <>
            <QuoteList quotes={quotes} chapterEnd={chapterEnd} />
            {quotes.length === 0 ? (
              <MutedText maxWidth="60ch">
                No quotes yet. “Update quotes” finds some, or you can write them here.
              </MutedText>
            ) : null}
          </>
        )}
        {state === 'unsaved' && !isEditing ? (
          <chakra.p mt="2" fontSize="xs" color="caution">
            Not saved yet.
          </chakra.p>
        ) : null}
      </FieldFrame>
    </div>
  );
}
