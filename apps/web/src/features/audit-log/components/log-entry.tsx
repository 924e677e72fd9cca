import { chakra } from '@chakra-ui/react';
import type { WorkspaceLogRow } from '@vault/contracts';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { factsOf } from '../model/entry-facts.ts';
import type { EntryFact } from '../model/entry-facts.ts';
import { entryTime, wholeTime } from '../model/log-times.ts';
import { actorName, sentenceOf } from '../model/sentence.ts';

/** From this width on, an entry is one line. */
export const wide = '@media (min-width: 640px)';
/** From this width on, the line has room for the network address too. */
const wider = '@media (min-width: 900px)';

const Line = chakra('button', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto 20px',
    gridTemplateAreas: '"actor time mark" "text text mark"',
    alignItems: 'baseline',
    columnGap: '3',
    width: '100%',
    minHeight: '44px',
    px: '2',
    py: '10px',
    fontSize: 'sm',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    _hover: { bg: 'hover' },
    [wide]: {
      gridTemplateColumns: '132px 172px minmax(0, 1fr) 20px',
      gridTemplateAreas: '"time actor text mark"',
    },
    [wider]: {
      gridTemplateColumns: '132px 172px minmax(0, 1fr) 120px 20px',
      gridTemplateAreas: '"time actor text address mark"',
    },
    '& svg': { gridArea: 'mark', alignSelf: 'center', color: 'ink.muted' },
    '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' },
  },
});

const Time = chakra('time', {
  base: { gridArea: 'time', color: 'ink.muted', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
});

/** An id or a network address. */
const Code = chakra('span', { base: { fontFamily: 'mono', fontSize: 'xs', overflowWrap: 'anywhere' } });

/** One entry; a press shows what it was before and after, and its place in the log. @param props.now epoch seconds */
export function LogEntry({ row, now }: { row: WorkspaceLogRow; now: number }) {
  const { at, actor, address } = row;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { beginning, name, end } = sentenceOf(row);
  return (
    <chakra.li borderTopWidth="1px">
      <Line type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <Time dateTime={new Date(at * 1_000).toISOString()}>{entryTime(at, now)}</Time>{' '}
        <chakra.span gridArea="actor" fontWeight="strong">
          <bdi>{actorName(actor)}</bdi>
        </chakra.span>{' '}
        <chakra.span gridArea="text">
          {beginning}
          {name === '' ? null : <bdi>{name}</bdi>}
          {end}
        </chakra.span>{' '}
        <Code
          gridArea="address"
          color="ink.muted"
          display="none"
          truncate
          css={{ [wider]: { display: 'block' } }}
        >
          {address}
        </Code>
        <ChevronDown aria-hidden size={16} strokeWidth={1.5} />
      </Line>
      <div id={id} hidden={!isOpen}>
        {isOpen ? <Details row={row} /> : null}
      </div>
    </chakra.li>
  );
}

function Details({ row }: { row: WorkspaceLogRow }) {
  const { at, address, entry, follows, reference } = row;
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      columnGap="3"
      px="2"
      pt="1"
      pb="4"
      fontSize="sm"
      css={{ [wide]: { gridTemplateColumns: '132px minmax(0, 1fr)', rowGap: '4px' } }}
    >
      {factsOf(row).map((fact) => (
        <Fact key={fact.name} name={fact.name}>
          <Change fact={fact} />
        </Fact>
      ))}
      <Fact name="Time">{wholeTime(at)}</Fact>
      <Fact name="Network address">{address === '' ? 'Unknown' : <Code>{address}</Code>}</Fact>
      <Fact name="Reference">
        <Code>{reference}</Code>
      </Fact>
      <Fact name="Entry">
        {formatNumber(entry)}
        {follows === '' ? (
          ', the first one'
        ) : (
          <>
            {`, follows entry ${formatNumber(entry - 1)} (hash `}
            <Code title={follows}>{`${follows.slice(0, 4)}…`}</Code>)
          </>
        )}
      </Fact>
    </chakra.dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <chakra.dt color="ink.muted">{name}</chakra.dt>
      <chakra.dd
        pb="2"
        css={{ [wide]: { paddingBottom: 0 } }}
        overflowWrap="anywhere"
        fontVariantNumeric="tabular-nums"
      >
        {children}
      </chakra.dd>
    </>
  );
}

function Change({ fact: { before, after, isId } }: { fact: EntryFact }) {
  if (isId) return <Code>{after}</Code>;
  if (before === undefined) return <bdi>{after}</bdi>;
  return (
    <>
      <chakra.span color="ink.muted">Before </chakra.span>
      <bdi>{before}</bdi>
      {after === undefined ? null : (
        <>
          <chakra.span color="ink.muted"> → After </chakra.span>
          <bdi>{after}</bdi>
        </>
      )}
    </>
  );
}
