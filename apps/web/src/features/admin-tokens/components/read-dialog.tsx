import { chakra } from '@chakra-ui/react';
import type { TokenHistoryRow } from '@vault/contracts';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { CopyIcon } from '../../../components/admin/copy-icon.tsx';
import { formatMoment } from '../../../lib/format/format-time.ts';
import { approximateTokens } from '../../../components/generation/token-estimate.ts';
import { adminTokensStrings as strings } from '../admin-tokens.strings.ts';
import { videoOf } from './history-columns.tsx';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { MutedText, SmallText } from '../../../components/ui/muted-text.ts';

function WholeText({ name, text }: { name: string; text: string }) {
  return (
    <section>
      <chakra.div display="flex" alignItems="center" gap="3" mb="1">
        <chakra.h3 fontSize="sm" fontWeight="strong">
          {name}
        </chakra.h3>
        <SmallText as="span" fontVariantNumeric="tabular-nums">
          {`about ${formatNumber(approximateTokens(text))} tokens`}
        </SmallText>
        {text === '' ? null : (
          <chakra.span ms="auto">
            <CopyIcon
              text={text}
              tip="Copy"
              label={`Copy: ${name}`}
              doneText="Copied."
              failedText="The browser blocked copying."
            />
          </chakra.span>
        )}
      </chakra.div>
      <chakra.p
        tabIndex={0}
        aria-label={name}
        role="group"
        maxHeight="240px"
        overflowY="auto"
        p="3"
        bg="sunken"
        borderRadius="md"
        fontSize="sm"
        lineHeight="1.55"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        color={text === '' ? 'ink.muted' : undefined}
      >
        {text || 'Nothing'}
      </chakra.p>
    </section>
  );
}

/** The full prompts and the full result of one entry. */
export function ReadDialog({ row, onClose }: { row: TokenHistoryRow; onClose: () => void }) {
  return (
    <Modal
      title={strings.readTitle(strings.kinds[row.operationType], videoOf(row))}
      size="wide"
      closeLabel="Close"
      onCancel={onClose}
    >
      <chakra.div display="grid" gap="5" overflowY="auto" px={{ base: '4', md: '6' }} pt="4" pb="6">
        <MutedText fontVariantNumeric="tabular-nums">{formatMoment(row.createdAt)}</MutedText>
        <WholeText name={strings.systemPrompt} text={row.systemPrompt} />
        <WholeText name={strings.customPrompt} text={row.customPrompt} />
        <WholeText name={strings.result} text={row.resultString} />
      </chakra.div>
    </Modal>
  );
}
