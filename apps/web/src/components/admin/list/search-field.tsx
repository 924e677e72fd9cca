import { Input, chakra } from '@chakra-ui/react';
import { Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ListState } from './use-server-list.ts';

const pauseMs = 300;

interface SearchFieldProps {
  list: ListState;
  /** Label: what is searched. */
  label: string;
  /** The text filter that it sets; without it the search of the list. */
  filter?: string;
}

/** A search field: searches 300 ms after the last key, or at once with Enter. */
export function SearchField({ list: { address, actions }, label, filter }: SearchFieldProps) {
  const value = filter === undefined ? address.q : (address.filters[filter] ?? '');
  const onSearch = (typed: string) => actions.search(typed, filter);
  // One of several search fields is narrower.
  const isNarrow = filter !== undefined;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [searchText, setSearchText] = useState(value);
  const [previousValue, setPreviousValue] = useState(value);
  if (previousValue !== value) {
    setPreviousValue(value);
    // The address was changed by the Back button or another control: show its value instead of the typed text.
    if (value !== searchText) {
      setSearchText(value);
      setText(value);
    }
  }

  const search = (next: string) => {
    setText(next);
    setSearchText(next.trim());
    if (next.trim() !== value) onSearch(next.trim());
  };

  useEffect(() => {
    if (text.trim() === searchText) return undefined;
    const timer = setTimeout(() => {
      setSearchText(text.trim());
      onSearch(text.trim());
    }, pauseMs);
    return () => clearTimeout(timer);
    // Only typing restarts the timer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text]);

  return (
    <chakra.div
      display="grid"
      gap="1"
      flex={{
        base: '1 1 100%',
        sm: isNarrow ? '1 1 40%' : undefined,
        md: isNarrow ? '0 1 164px' : '0 1 320px',
      }}
      minWidth="0"
    >
      <chakra.label htmlFor={id} fontSize="xs" color="ink.muted">
        {label}
      </chakra.label>
      <chakra.div position="relative">
        <chakra.span
          position="absolute"
          left="10px"
          top="10px"
          color="ink.muted"
          pointerEvents="none"
          zIndex="1"
        >
          <Search aria-hidden size={16} strokeWidth={1.5} />
        </chakra.span>
        <Input
          ref={input}
          id={id}
          type="search"
          size="sm"
          ps="34px"
          pe="36px"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          css={{ '&::-webkit-search-cancel-button': { display: 'none' } }}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') search(text);
            if (event.key === 'Escape' && text !== '') search('');
          }}
        />
        {text === '' ? null : (
          <chakra.span position="absolute" right="0" top="0">
            <IconButton
              label="Clear the search"
              icon={X}
              onClick={() => {
                search('');
                input.current?.focus();
              }}
            />
          </chakra.span>
        )}
      </chakra.div>
    </chakra.div>
  );
}
