import { chakra } from '@chakra-ui/react';
import { promptLimit, quoteCounts } from '@vault/contracts';
import type { QuoteCount } from '@vault/contracts';
import { useId, useRef } from 'react';
import { EditButtons } from '../../../../components/ui/fields/edit-buttons.tsx';
import { FieldLabel } from '../../../../components/ui/fields/field-label.tsx';
import { Select } from '../../../../components/ui/fields/select.tsx';
import { TextArea } from '../../../../components/ui/fields/text-area.tsx';
import { isPrompt } from '../../../../components/generation/is-prompt.ts';
import { useDraft } from '../../../../components/ui/fields/use-draft.ts';
import { SmallText } from '../../../../components/ui/muted-text.ts';

/** The settings for quotes. */
export interface QuotePrompt {
  readonly text: string;
  readonly count: QuoteCount;
}

const countNames = { 1: 'One quote', 2: 'Two quotes', 3: 'Three quotes' } as const;
const always = {
  1: 'Exactly one quote is extracted.',
  2: 'Exactly two quotes are extracted.',
  3: 'Exactly three quotes are extracted.',
} as const;
const options = quoteCounts.map((count) => ({ value: String(count), text: countNames[count] }));
const isSame = (one: QuotePrompt, other: QuotePrompt) =>
  one.text.trim() === other.text.trim() && one.count === other.count;

interface QuotePromptFormProps {
  saved: QuotePrompt;
  /** Saves both; false when that failed. */
  onSave: (prompt: QuotePrompt) => Promise<boolean>;
  onUnsaved: (isUnsaved: boolean) => void;
}

/** The number of quotes and the custom prompt: read-only until edited. */
export function QuotePromptForm({ saved, onSave, onUnsaved }: QuotePromptFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const draft = useDraft({
    field,
    editButton,
    saved,
    isSame,
    onUnsaved,
    onSave: ({ text, count }) => onSave({ text: text.trim(), count }),
  });
  const { text, count } = draft.shown;
  const isFixed = !draft.isEditing || draft.isSaving;
  const id = useId();

  return (
    <chakra.div display="grid" gap="5" aria-busy={draft.isSaving}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="flex-end" justifyContent="space-between" gap="4">
        <chakra.div width="220px">
          <Select
            isField
            label="Quotes per chapter"
            value={String(count)}
            options={options}
            isDisabled={isFixed}
            onChange={(value) => {
              draft.change({ text, count: quoteCounts.find((each) => String(each) === value) ?? count });
            }}
          />
        </chakra.div>
        <EditButtons draft={draft} canSave={isPrompt(text)} editRef={editButton} />
      </chakra.div>
      <div>
        <FieldLabel htmlFor={id}>Custom prompt</FieldLabel>
        <TextArea
          ref={field}
          id={id}
          rows={10}
          aria-describedby={`${id}-hint`}
          maxLength={promptLimit}
          readOnly={isFixed}
          value={text}
          onChange={(event) => draft.change({ text: event.target.value, count })}
        />
        <SmallText id={`${id}-hint`} mt="1">
          What a quote should be like, in all of your videos.
        </SmallText>
      </div>
      <AlwaysAdded count={count} />
    </chakra.div>
  );
}

/** The instructions that are added to every custom prompt. */
function AlwaysAdded({ count }: { count: QuoteCount }) {
  const lines = [
    'Each call of the LLM adds the Prompt Focus that you type for a chapter.',
    'The output must be a JSON array.',
    'Each quote needs an HH:MM:SS timecode, two seconds before the quote begins.',
    always[count],
  ];
  return (
    <chakra.div
      role="note"
      borderLeft="2px solid"
      borderColor="line.strong"
      pl="4"
      fontSize="sm"
      color="ink.muted"
    >
      <chakra.p fontWeight="strong" color="ink" mb="1">
        Always added; cannot be edited
      </chakra.p>
      <chakra.ul display="grid" gap="1">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </chakra.ul>
    </chakra.div>
  );
}
