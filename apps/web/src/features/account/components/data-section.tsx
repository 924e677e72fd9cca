import type { ExportEstimate } from '@vault/contracts';
import { useId, useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { useCreateExportTicketMutation, useExportEstimateQuery } from '../../../api/own-account-api.ts';
import { Button } from '../../../components/ui/button.tsx';
import { formatBytes } from '../../../lib/format/format-bytes.ts';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { follow } from '../../../lib/browser/save-file.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { PageSection } from '../../../components/ui/page-section.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { Choice } from '../../../components/ui/fields/choice.ts';

/** Above this size the page says that the download takes long. */
const largeBytes = 2e9;

/** Downloads everything that is stored about the user as one file. The browser downloads it, whatever its size. */
export function DataSection() {
  const { data: estimate, error } = useExportEstimateQuery(undefined, { refetchOnMountOrArgChange: true });
  const [createTicket, { isLoading }] = useCreateExportTicketMutation();
  const [isChosen, setChosen] = useState(false);
  const noteId = useId();
  const canInclude = estimate ? estimate.recordings + estimate.clips > 0 : error !== undefined;
  const withMedia = isChosen && canInclude;

  const download = async () => {
    if (isLoading) return;
    try {
      const { ticket } = await createTicket(undefined).unwrap();
      const query = new URLSearchParams({ content: withMedia ? 'all' : 'data', ticket });
      follow(`/api/account/export?${query.toString()}`, '');
      showToast({ kind: 'success', text: 'Your download has started. Your browser shows its progress.' });
    } catch (failure) {
      const text = errorMessage(failure, 'The download could not be started. Please try again.');
      showToast({ kind: 'error', text });
    }
  };

  return (
    <PageSection id="data" title="Your data">
      <MutedText maxWidth="65ch">
        One archive with everything that is stored about you: profile, ledger, and each video’s details,
        chapters and transcript. You can also download it after your plan has ended.
      </MutedText>
      <Choice>
        <input
          type="checkbox"
          aria-label="Include recordings and clips"
          aria-describedby={noteId}
          checked={withMedia}
          disabled={!canInclude}
          onChange={(event) => setChosen(event.target.checked)}
        />
        Include recordings and clips
        <MutedText maxWidth="65ch" as="span" gridColumn="2" id={noteId} fontVariantNumeric="tabular-nums">
          {estimate
            ? contentText(estimate)
            : error
              ? 'Their size is not available at the moment.'
              : 'Calculating the size…'}
        </MutedText>
      </Choice>
      {withMedia && estimate && estimate.bytes > largeBytes ? (
        <MutedText maxWidth="65ch">
          A download of this size can take hours. If your browser shows that it failed, please start it again.
        </MutedText>
      ) : null}
      <Line>
        <Button isBusy={isLoading} onClick={() => void download()}>
          Download my data
        </Button>
        <MutedText maxWidth="65ch" role="status">
          {isLoading ? 'Preparing your archive' : ''}
        </MutedText>
      </Line>
    </PageSection>
  );
}

/** What the files are, with their size, or why there are none. */
function contentText({ recordings, clips, missing, bytes }: ExportEstimate): string {
  const missingText =
    missing === 1
      ? '1 recording or clip has no file yet'
      : `${formatNumber(missing)} recordings or clips have no file yet`;
  if (recordings + clips === 0) return missing === 0 ? 'You have no recordings yet.' : `${missingText}.`;
  const files = [countOf(recordings, 'recording'), ...(clips > 0 ? [countOf(clips, 'clip')] : [])].join(
    ' and ',
  );
  const size = bytes > 0 ? `, about ${formatBytes(bytes)}` : '';
  return `${files}${size}.${missing > 0 ? ` ${missingText}: the archive lists what is missing.` : ''}`;
}
