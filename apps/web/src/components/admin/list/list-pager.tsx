import { Pagination, chakra } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { pageSizes } from './use-list-address.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { MutedText } from '../../ui/muted-text.ts';
import { Button } from '../../ui/button.tsx';

interface ListPagerProps {
  page: number;
  limit: number;
  total: number;
  onPage: (page: number) => void;
  onLimit: (limit: number) => void;
}

/** The range of shown rows, the total, and controls for page and page size. */
export function ListPager({ page, limit, total, onPage, onLimit }: ListPagerProps) {
  const from = (page - 1) * limit + 1;
  const to = Math.min(total, page * limit);
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      columnGap="6"
      rowGap="3"
      pt="4"
    >
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="5" rowGap="2">
        <MutedText fontVariantNumeric="tabular-nums" whiteSpace="nowrap" aria-live="polite">
          {`${formatNumber(from)}–${formatNumber(to)} of ${formatNumber(total)}`}
        </MutedText>
        <Select
          label="Rows per page"
          side="before"
          value={String(limit)}
          options={pageSizes.map((size) => ({ value: String(size), text: String(size) }))}
          onChange={(size) => onLimit(Number(size))}
        />
      </chakra.div>
      <Pagination.Root
        as="nav"
        count={total}
        pageSize={limit}
        page={page}
        siblingCount={1}
        translations={{
          rootLabel: 'Pages',
          prevTriggerLabel: 'Previous page',
          nextTriggerLabel: 'Next page',
          itemLabel: ({ page: each }) => `Page ${formatNumber(each)}`,
        }}
        onPageChange={({ page: next }) => onPage(next)}
        display="flex"
        alignItems="center"
        gap="1"
      >
        <Pagination.PrevTrigger asChild>
          <IconButton label="Previous page" icon={ChevronLeft} />
        </Pagination.PrevTrigger>
        <chakra.span display={{ base: 'none', md: 'contents' }}>
          <Pagination.Items
            ellipsis={
              <chakra.span px="1" color="ink.faint">
                …
              </chakra.span>
            }
            render={({ value }) => (
              <Button
                tone="quiet"
                minWidth="36px"
                minHeight="36px"
                px="2"
                fontWeight="regular"
                fontVariantNumeric="tabular-nums"
                css={{ '&[data-selected]': { bg: 'hover', color: 'ink', fontWeight: 'strong' } }}
              >
                {value}
              </Button>
            )}
          />
        </chakra.span>
        <chakra.span
          display={{ base: 'inline', md: 'none' }}
          fontSize="sm"
          px="2"
          fontVariantNumeric="tabular-nums"
        >
          {`${formatNumber(page)} of ${formatNumber(Math.max(1, Math.ceil(total / limit)))}`}
        </chakra.span>
        <Pagination.NextTrigger asChild>
          <IconButton label="Next page" icon={ChevronRight} />
        </Pagination.NextTrigger>
      </Pagination.Root>
    </chakra.div>
  );
}
