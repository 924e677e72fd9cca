import { chakra } from '@chakra-ui/react';
import { Search, X } from 'lucide-react';
import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';

/** The maximum length that the server accepts. */
const maxKeywordLength = 300;

const Frame = chakra('div', {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    width: '100%',
    color: 'ink.muted',
    '& > svg, & > i': {
      position: 'absolute',
      left: '12px',
      width: '16px',
      height: '16px',
      pointerEvents: 'none',
    },
    '&:focus-within > kbd': { display: 'none !important' },
  },
});

interface SearchBoxProps {
  input: RefObject<HTMLInputElement | null>;
  keyword: string;
  /** A search runs, or its results are open. */
  isSearching: boolean;
  /** The answer of the search has not arrived. */
  isWaiting: boolean;
  onType: (keyword: string) => void;
  onEnter: () => void;
  onLeave: () => void;
}

/** The search box. Read-only until the results are closed. */
export function SearchBox(props: SearchBoxProps) {
  const { input, keyword, isSearching, isWaiting, onType, onEnter, onLeave } = props;
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') onEnter();
    if (event.key === 'Escape') onType('');
  };
  const leave = (event: FocusEvent) => {
    // When another window gets the focus, the field stays the active element.
    if (document.activeElement !== event.currentTarget) onLeave();
  };
  return (
    <Frame role="search" aria-busy={isWaiting}>
      {isWaiting ? <Spinner as="i" /> : <Search aria-hidden strokeWidth={1.5} />}
      <chakra.input
        ref={input}
        type="search"
        value={keyword}
        readOnly={isSearching}
        maxLength={maxKeywordLength}
        placeholder="Search webinars..."
        aria-label={isWaiting ? `Search webinars, searching for ${keyword}` : 'Search webinars'}
        aria-keyshortcuts="/ Control+K Meta+K"
        autoComplete="off"
        enterKeyHint="search"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={press}
        onBlur={leave}
        width="100%"
        height="40px"
        pl="38px"
        pr="40px"
        borderWidth="1px"
        borderRadius="md"
        bg="surface"
        color="ink"
        fontSize="sm"
        appearance="none"
        transition="border-color 150ms ease-out"
        _hover={{ borderColor: 'line.strong' }}
        _placeholder={{ color: 'ink.muted', opacity: 1 }}
        _readOnly={{ bg: 'sunken', color: 'ink.muted' }}
        css={{ '&::-webkit-search-cancel-button': { display: 'none' } }}
      />
      {keyword === '' ? (
        <chakra.kbd
          aria-hidden
          display={{ base: 'none', lg: 'block' }}
          position="absolute"
          right="10px"
          pointerEvents="none"
          px="7px"
          fontFamily="body"
          fontSize="xs"
          lineHeight="20px"
          borderWidth="1px"
          borderRadius="sm"
          color="ink.muted"
        >
          /
        </chakra.kbd>
      ) : null}
      {keyword === '' || isSearching ? null : (
        // Not a tab stop: Tab would leave the field and start the search. Escape clears the field too.
        <IconButton
          label="Clear the search"
          icon={X}
          tabIndex={-1}
          position="absolute"
          right="4px"
          width="32px"
          height="32px"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            onType('');
            input.current?.focus();
          }}
        />
      )}
    </Frame>
  );
}
