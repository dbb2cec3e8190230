import { useState } from 'react';
import type { StaffRecord } from '#src/server/staff/accounts.ts';
import type { Ask } from '../api.ts';
import type { SayProps } from './say.tsx';

/**
 * Whom a comment may name: asked for once somebody begins to name one.
 *
 * @param self - Nobody tells themselves.
 */
export function useColleagues(ask: Ask, self: string): Pick<SayProps, 'colleagues' | 'onName'> {
  const [colleagues, setColleagues] = useState<readonly string[]>();
  return {
    colleagues: colleagues ?? [],
    onName() {
      if (colleagues !== undefined) return;
      ask<{ staff: readonly StaffRecord[] }>('GET', '/staff').then(
        ({ staff }) => setColleagues(staff.filter(isPerson).map(({ name }) => name)),
        // Without it names can be written by hand.
        () => undefined,
      );
    },
  };

  function isPerson({ name, kind, state }: StaffRecord): boolean {
    return kind === 'person' && state !== 'disabled' && name !== self;
  }
}
