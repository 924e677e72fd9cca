import { errorMessage } from '../../../api/http/error-message.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { copyLater } from '../../../lib/browser/copy-later.ts';
import type { AppThunk } from '../../../store/hooks.ts';
import { momentsApi } from '../api/moments-api.ts';
import type { MomentDraft } from '../api/moments-api.ts';
import { momentsStrings as strings } from '../moments.strings.ts';
import { absoluteLink, spanText } from './moment-text.ts';

const style = { position: 'top', durationMs: 8000 } as const;
/** Longer, because the link is copied by hand. */
const byHandMs = 30_000;

/** Whether the device has a share sheet that people use: that of a phone or a tablet. */
const hasShareSheet = () => 'share' in navigator && window.matchMedia('(pointer: coarse)').matches;

/** Offers a link to the apps of a phone. The user may close the sheet; the link is copied anyway. */
function openShareSheet(url: string): void {
  if (!hasShareSheet()) return;
  navigator.share({ url }).catch((error: unknown) => console.info('The link was not shared.', error));
}

/** Makes the link of a span, copies it, and reports what happened. Does not throw. */
export const shareMoment =
  (draft: MomentDraft, onOptions: () => void): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const link = dispatch(momentsApi.endpoints.shareMoment.initiate(draft, { track: false }))
      .unwrap()
      .then((moment) => absoluteLink(moment.link));
    const copied = copyLater(link).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    const action = { label: 'Options', onSelect: onOptions };
    try {
      const text = await link;
      openShareSheet(text);
      const failure = await copied;
      if (failure) {
        console.warn('The link was not copied.', failure.error);
        showToast({ kind: 'info', text: strings.notCopied(text), ...style, durationMs: byHandMs, action });
      } else showToast({ kind: 'success', text: strings.copied(spanText(draft)), ...style, action });
    } catch (error) {
      showToast({ kind: 'error', text: errorMessage(error, strings.notMade), ...style });
    }
  };
