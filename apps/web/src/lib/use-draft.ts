import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

interface DraftOptions<Value> {
  /** What is kept now. */
  saved: Value;
  isSame: (one: Value, other: Value) => boolean;
  /** Keeps a value; false when that failed: then it goes on being edited. */
  onSave?: (value: Value) => Promise<boolean>;
  /** Called when there is something that was not saved, and when there no longer is. */
  onUnsaved?: (isUnsaved: boolean) => void;
  /** Gets the keyboard when editing begins. */
  field: RefObject<HTMLElement | null>;
  /** Gets it back when editing ends. */
  editButton: RefObject<HTMLElement | null>;
}

export interface Draft<Value> {
  /** What is to be seen: the draft, or what is saved. */
  readonly shown: Value;
  readonly isEditing: boolean;
  readonly isSaving: boolean;
  readonly edit: () => void;
  readonly change: (value: Value) => void;
  readonly cancel: () => void;
  readonly save: () => void;
}

/** Something that is read until somebody edits it, and then saved or left as it was. */
export function useDraft<Value>(options: DraftOptions<Value>): Draft<Value> {
  const { saved, isSame, onSave, onUnsaved, field, editButton } = options;
  /** Null while nobody edits. */
  const [draft, setDraft] = useState<{ readonly value: Value } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const wasEditing = useRef(false);
  const isEditing = draft !== null;

  // The buttons change places: the keyboard goes where the work goes on.
  useEffect(() => {
    if (isEditing) field.current?.focus();
    else if (wasEditing.current) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing, field, editButton]);

  const isUnsaved = draft !== null && !isSame(draft.value, saved);
  useEffect(() => {
    onUnsaved?.(isUnsaved);
  }, [isUnsaved, onUnsaved]);

  const save = async () => {
    if (!draft || !onSave) return;
    setSaving(true);
    const isKept = await onSave(draft.value);
    setSaving(false);
    if (isKept) setDraft(null);
  };

  return {
    shown: draft ? draft.value : saved,
    isEditing,
    isSaving,
    edit: () => {
      setDraft({ value: saved });
    },
    change: (value) => {
      setDraft({ value });
    },
    cancel: () => {
      setDraft(null);
    },
    save: () => void save(),
  };
}
