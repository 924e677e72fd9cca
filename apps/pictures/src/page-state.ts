import type { VideoRecord } from '@vault/contracts';
import type { Page } from 'playwright-core';

/** The environment of a state: a user with a library is signed in, unless the state is public. */
export interface Stage {
  readonly page: Page;
  /** The newest and longest webinar of the library. */
  readonly video: VideoRecord;
}

/** A page, or a page after some action. To add a state, add an entry. */
export interface PageState {
  readonly name: string;
  readonly address: string | ((stage: Stage) => string);
  /** As a visitor sees it, not signed in. */
  readonly isPublic?: boolean;
  /** The full page instead of the window. */
  readonly isFullPage?: boolean;
  /** Brings the page into the state and waits until it is reached. */
  readonly reach?: (stage: Stage) => Promise<unknown>;
}
