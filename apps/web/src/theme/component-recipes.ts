import { defineSlotRecipe, defineRecipe } from '@chakra-ui/react';
import { recipes, slotRecipes } from '@chakra-ui/react/theme';

const field = { bg: 'canvas', _hover: { borderColor: 'ink.muted' } };
const sheet = { bg: 'surface', border: '1px solid', borderColor: 'line.strong', boxShadow: 'none' };

/** The Chakra recipes that the product uses. Other recipes are not bundled. */
export const componentRecipes = {
  badge: defineRecipe({
    ...recipes.badge,
    base: { ...recipes.badge.base, borderRadius: 'sm', fontWeight: 'strong' },
  }),
  input: defineRecipe({ ...recipes.input, base: { ...recipes.input.base, ...field } }),
  skeleton: recipes.skeleton,
};

const { combobox, dialog, drawer, emptyState, field: fieldSlots, menu, nativeSelect } = slotRecipes;
const { switch: switchSlots, table, tooltip } = slotRecipes;

/** Like {@link componentRecipes}, for components with several slots. */
export const componentSlotRecipes = {
  combobox: defineSlotRecipe({
    ...combobox,
    base: {
      ...combobox.base,
      input: { ...combobox.base?.input, ...field, background: 'canvas' },
      content: { ...combobox.base?.content, ...sheet, background: 'surface' },
    },
  }),
  dialog: defineSlotRecipe({
    ...dialog,
    base: {
      ...dialog.base,
      backdrop: { ...dialog.base?.backdrop, bg: 'scrim' },
      content: {
        ...dialog.base?.content,
        ...sheet,
        display: 'block',
        my: 'auto',
        p: { base: '4', sm: '6' },
        fontSize: 'md',
        lineHeight: 'inherit',
        _open: { animation: 'rise-in 180ms ease-out' },
      },
      title: { fontSize: 'md', fontWeight: 'strong', lineHeight: '1.35', overflowWrap: 'anywhere' },
      footer: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '2', mt: '6' },
    },
  }),
  drawer: defineSlotRecipe({
    ...drawer,
    base: {
      ...drawer.base,
      backdrop: { ...drawer.base?.backdrop, bg: 'scrim' },
      content: {
        ...drawer.base?.content,
        bg: 'canvas',
        boxShadow: 'none',
        _open: { animationDuration: 'moderate', animationTimingFunction: 'out' },
        _closed: { animationDuration: 'fast', animationTimingFunction: 'out' },
      },
    },
  }),
  emptyState,
  field: fieldSlots,
  menu: defineSlotRecipe({
    ...menu,
    base: {
      ...menu.base,
      content: { ...menu.base?.content, ...sheet },
      item: {
        ...menu.base?.item,
        cursor: 'pointer',
        _focusVisible: { outline: '2px solid', outlineColor: 'ink', outlineOffset: '-2px' },
        _disabled: { color: 'ink.faint', cursor: 'not-allowed' },
        '& svg': { width: '18px', height: '18px', strokeWidth: 1.5, flexShrink: 0 },
      },
      itemGroup: { '& + &': { mt: '1', pt: '1', borderTop: '1px solid', borderColor: 'line' } },
      itemGroupLabel: { px: '3', pt: '2', pb: '1', fontSize: 'xs', fontWeight: 'strong', color: 'ink.muted' },
    },
  }),
  nativeSelect: defineSlotRecipe({
    ...nativeSelect,
    base: {
      ...nativeSelect.base,
      field: {
        ...nativeSelect.base?.field,
        ...field,
        // A fixed choice is read, so it keeps its contrast.
        _disabled: { bg: 'transparent', borderColor: 'line', opacity: 1, cursor: 'default' },
      },
    },
  }),
  switch: switchSlots,
  table: defineSlotRecipe({
    ...table,
    base: {
      ...table.base,
      columnHeader: { textAlign: 'start', fontWeight: 'strong', color: 'ink.muted', whiteSpace: 'nowrap' },
    },
  }),
  tooltip,
};
