import { chakra } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { useNow } from '../../../lib/state/use-now.ts';
import { dayOf, endOfDay } from '../../../lib/format/end-day.ts';

const minuteMs = 60_000;

interface EndDayProps {
  /** Epoch seconds; null when the link does not end. */
  endsAt: number | null;
  /** Called with the last second of the chosen day, or null without a day. */
  onSave: (endsAt: number | null) => void;
}

/** The last day of a link. Saved by a button: while a date is typed, the field holds other dates in between. */
export function EndDay({ endsAt, onSave }: EndDayProps) {
  const saved = endsAt === null ? '' : dayOf(endsAt);
  const [draft, setDraft] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const day = draft ?? saved;
  const today = dayOf(useNow(minuteMs));

  const save = (event: SubmitEvent) => {
    event.preventDefault();
    // The button goes with the change.
    field.current?.focus();
    const isIncomplete = field.current?.validity.badInput === true;
    if (isIncomplete || (day !== '' && day < today)) {
      setWrong(true);
      return;
    }
    setDraft(null);
    onSave(day === '' ? null : endOfDay(day));
  };
  return (
    <chakra.form display="flex" flexWrap="wrap" gap="2" alignItems="center" noValidate onSubmit={save}>
      <TextField
        ref={field}
        label="Available until"
        type="date"
        width="176px"
        min={today}
        max="9999-12-31"
        hint={
          isWrong
            ? 'Choose today or a later day.'
            : day === ''
              ? 'Without a date, the link keeps working.'
              : 'It works until the end of that day.'
        }
        value={day}
        aria-invalid={isWrong}
        onChange={(event) => {
          setDraft(event.target.value);
          setWrong(false);
        }}
      />
      {day === saved ? null : (
        <Button type="submit" size="small">
          Save the date
        </Button>
      )}
    </chakra.form>
  );
}
