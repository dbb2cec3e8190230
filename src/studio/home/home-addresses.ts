import { STUDIO_ADDRESS } from '#src/shared/staff-addresses.ts';
import { writeAddress } from '../routes/address.ts';

/** Address of a draft. @param screen - Undefined: the studio opens a screen that the draft changes. */
export function addressOf(draft: string, screen?: string): string {
  return STUDIO_ADDRESS + writeAddress({ view: 'screens', draft, screen });
}

/** Address of the page that makes a new screen in a draft. */
export function newScreenAddress(draft: string): string {
  return STUDIO_ADDRESS + writeAddress({ view: 'add', draft });
}

export function conflictAddress(draft: string): string {
  return STUDIO_ADDRESS + writeAddress({ view: 'conflict', draft });
}

/** Address of the releases. @param release - Undefined: all of them. */
export function releaseAddress(release?: string): string {
  return STUDIO_ADDRESS + writeAddress({ view: 'releases', release });
}
